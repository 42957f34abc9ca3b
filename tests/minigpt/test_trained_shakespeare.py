"""The trained model that comes with the package: its weights, and what is written beside them."""

from __future__ import annotations

import json
import math
from typing import Any, Final

import pytest
import torch

from minigpt.opened import OpenedModel, load
from minigpt.presets import preset_folder
from minigpt.stream.exact_loss import exact_loss
from minigpt.stream.text import sample_text
from minigpt.training.stream.material import stream_material_of

#: What the chapter that this model is from reached after 3,000 updates.
PUBLISHED: Final = 1.7236


@pytest.fixture(scope="module")
def opened() -> OpenedModel:
    return load(preset_folder("shakespeare"), ("config", "tokenizer", "text"))


@pytest.fixture(scope="module")
def written() -> Any:
    return json.loads((preset_folder("shakespeare") / "curve.json").read_bytes())


def test_its_weights_are_the_selected_ones_of_the_first_run(
    opened: OpenedModel, written: Any
) -> None:
    first = written["runs"][0]
    lowest = min(first["curve"], key=lambda evaluation: evaluation["validation"])
    assert opened.trained_step == first["selected"]["step"] == lowest["step"]
    assert (first["seed"], first["first_weights_seed"]) == (1, opened.config.seed)
    assert first["selected"]["exact_validation"] == pytest.approx(lowest["validation"], abs=1e-6)
    assert first["selected"]["targets"] == 111_539  # a tenth of 1,115,394 characters, less one


def test_all_seeds_reached_what_was_published(written: Any) -> None:
    assert len({run["seed"] for run in written["runs"]}) == len(written["runs"])
    for run in written["runs"]:
        assert run["curve"][-1]["step"] == 3000
        assert run["selected"]["exact_validation"] <= PUBLISHED


def test_it_was_told_what_its_folder_says(written: Any) -> None:
    settings = stream_material_of(preset_folder("shakespeare")).training.to_dict()
    assert settings | written["settings"] == settings


def test_it_has_learned_the_text(opened: OpenedModel) -> None:
    """On the page of the text that lies beside it; an untrained model has ln 65, 4.17."""
    ids = torch.tensor(opened.tokenizer.encode(sample_text(preset_folder("shakespeare"))))  # [N]
    assert exact_loss(opened.model, ids).mean < PUBLISHED < math.log(65)


def test_samples_say_how_they_were_made(opened: OpenedModel) -> None:
    document = json.loads((preset_folder("shakespeare") / "samples.json").read_bytes())
    for sample in document["samples"]:
        assert set(sample) == {"prompt", "temperature", "seed", "max_new_tokens", "continuation"}
        assert len(opened.tokenizer.encode(sample["continuation"])) == sample["max_new_tokens"]
