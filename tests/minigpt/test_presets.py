"""The models that come with the package: their sizes are those that were published."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from minigpt.config import ModelConfig
from minigpt.errors import UnknownModelError
from minigpt.model import MiniGPT, create_model
from minigpt.opened import load
from minigpt.parameters import parameter_table
from minigpt.presets import preset_folder, preset_names
from minigpt.resources import data_dir

#: Parameters of each preset; counted elsewhere, before these models were written.
COUNTS = {
    "mg-1": 13_875,
    "gpt2-mini": 839_075,
    "shakespeare": 826_433,
    "shakespeare-large": 10_770_816,
}


def config_of(name: str) -> ModelConfig:
    return ModelConfig.load(preset_folder(name) / "config.json")


def count(model: MiniGPT) -> int:
    return sum(parameter.numel() for parameter in model.parameters())


def test_mg1_is_the_first() -> None:
    assert preset_names() == tuple(COUNTS)
    assert preset_folder("mg-1") == data_dir()


@pytest.mark.parametrize("name", COUNTS)
def test_a_preset_has_its_name_and_as_many_parameters_as_published(name: str) -> None:
    config = config_of(name)
    model = create_model(config)
    assert config.name == name
    assert len(model.blocks) == config.blocks
    assert count(model) == COUNTS[name]
    assert parameter_table(model)[-1].count == COUNTS[name]


def test_the_test_size_of_the_gpt2_style_chapter() -> None:
    config = replace(
        config_of("gpt2-mini"), vocabulary_size=100, context_length=8, width=32, tied_head=False
    )
    model = create_model(config)
    assert count(model) == 157_476
    blocks = sum(parameter.numel() for parameter in model.blocks.parameters())
    norm = sum(parameter.numel() for parameter in model.final_norm.parameters())
    parts = {row.component: row.count for row in parameter_table(model)}
    assert (parts["token_embedding"], parts["position_embedding"]) == (3200, 256)
    assert (blocks, norm, parts["lm_head"]) == (150_656, 64, 3300)


def test_a_tied_matrix_is_counted_once() -> None:
    tied = config_of("gpt2-mini")
    untied = replace(tied, tied_head=False)
    saved = tied.vocabulary_size * tied.width
    assert count(create_model(tied)) == count(create_model(untied)) - saved


def test_gpt2_mini_reads_and_learns_what_mg1_does() -> None:
    for name in ("tokenizer.json", "corpus.json"):
        theirs = json.loads((data_dir() / name).read_bytes())
        assert json.loads((preset_folder("gpt2-mini") / name).read_bytes()) == theirs


def test_a_preset_opens_with_a_tokenizer_of_its_own_kind() -> None:
    opened = load(preset_folder("gpt2-mini"))
    assert opened.tokenizer.vocabulary_size == opened.config.vocabulary_size == 291
    assert opened.trained_step is None


def test_another_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownModelError, match="mg-1, gpt2-mini, shakespeare, shakespeare-large"):
        preset_folder("../mini-gpt")
