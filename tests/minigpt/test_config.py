"""The configuration: what the chapter freezes, and every way it can be wrong."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from minigpt.config import ModelConfig
from minigpt.errors import ConfigError
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer


def test_mg1_is_what_the_chapter_freezes(config: ModelConfig) -> None:
    assert config.to_dict() == {
        "name": "mg-1",
        "vocabulary_size": 291,
        "context_length": 64,
        "width": 16,
        "heads": 2,
        "ffn_width": 64,
        "blocks": 1,
        "activation": "relu",
        "norm_epsilon": 1e-5,
        "dropout": 0,
        "dtype": "float64",
        "device": "cpu",
        "seed": 1729,
        "init_std": 0.02,
        "attention_bias": False,
        "ffn_bias": True,
        "norm_bias": True,
        "head_bias": True,
        "tied_head": False,
        "residual_init": False,
        "tokenizer": "byte-bpe",
        "data": "records",
    }
    assert config.head_width == 8


def test_the_vocabulary_fits_the_tokenizer(config: ModelConfig, tokenizer: Tokenizer) -> None:
    assert config.vocabulary_size == tokenizer.vocabulary_size


def test_a_config_cannot_be_changed(config: ModelConfig) -> None:
    with pytest.raises(FrozenInstanceError):
        config.heads = 4  # type: ignore[misc]  # the very thing that must fail


def test_what_came_after_mg1_may_be_absent_and_is_then_as_in_mg1() -> None:
    written = json.loads((data_dir() / "config.json").read_text(encoding="utf-8"))
    assert "tied_head" not in written
    assert ModelConfig.load(data_dir() / "config.json") == ModelConfig(**written)


def test_a_choice_that_is_no_word_at_all_is_refused_too(config: ModelConfig) -> None:
    with pytest.raises(ConfigError, match=r"activation \['relu'\] is not supported"):
        replace(config, activation=["relu"])  # type: ignore[arg-type]  # as a file may have it


def test_what_is_written_is_what_is_read(config: ModelConfig, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps(config.to_dict()), encoding="utf-8")
    assert ModelConfig.load(path) == config


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("vocabulary_size", 0, "vocabulary_size must be a whole number"),
        ("context_length", -1, "context_length must be a whole number"),
        ("width", 16.0, "width must be a whole number"),
        ("heads", True, "heads must be a whole number"),
        ("heads", 3, "does not split evenly into 3 heads"),
        ("ffn_width", "64", "ffn_width must be a whole number"),
        ("blocks", None, "blocks must be a whole number"),
        ("norm_epsilon", 0, "norm_epsilon must be a positive finite number"),
        ("norm_epsilon", float("nan"), "norm_epsilon must be a positive finite number"),
        ("init_std", float("inf"), "init_std must be a positive finite number"),
        ("init_std", "0.02", "init_std must be a positive finite number"),
        ("seed", -1, "seed must be a whole number from 0"),
        ("seed", 2**63, "seed must be a whole number from 0"),
        ("activation", "swish", "activation 'swish' is not supported; .*relu or gelu or gelu_tanh"),
        ("dropout", 1, "dropout must be from 0 to below 1"),
        ("dropout", -0.1, "dropout must be from 0 to below 1"),
        ("dropout", float("nan"), "dropout must be from 0 to below 1"),
        ("dtype", "float16", "dtype 'float16' is not supported"),
        ("attention_bias", 1, "attention_bias must be true or false"),
        ("ffn_bias", None, "ffn_bias must be true or false"),
        ("norm_bias", "yes", "norm_bias must be true or false"),
        ("head_bias", 0, "head_bias must be true or false"),
        ("tied_head", "no", "tied_head must be true or false"),
        ("residual_init", 1.0, "residual_init must be true or false"),
        ("tokenizer", "words", "tokenizer 'words' is not supported"),
        ("data", "pages", "data 'pages' is not supported"),
        ("device", "cuda", "device 'cuda' is not supported"),
    ],
)
def test_a_wrong_field_is_refused_by_name(
    config: ModelConfig, tmp_path: Path, field: str, value: object, complaint: str
) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**config.to_dict(), field: value}), encoding="utf-8")
    with pytest.raises(ConfigError, match=complaint):
        ModelConfig.load(path)


def test_a_config_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    with pytest.raises(ConfigError, match=re.escape(f"There is no {path}.")):
        ModelConfig.load(path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param("{", "cannot be read as JSON", id="broken"),
        pytest.param("[]", "must", id="not an object"),
        pytest.param('{"name": "mg-1"}', "lacks .*width", id="incomplete"),
        pytest.param("[" * 100_000, "cannot be read as JSON", id="deeply nested"),
        pytest.param(b"\xff", "cannot be read as JSON", id="no UTF-8"),
    ],
)
def test_a_file_that_is_no_config_is_refused(
    tmp_path: Path, content: str | bytes, complaint: str
) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ConfigError, match=complaint):
        ModelConfig.load(path)


def test_an_unknown_field_is_not_ignored(config: ModelConfig, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**config.to_dict(), "layers": 1}), encoding="utf-8")
    with pytest.raises(ConfigError, match="unknown fields: layers"):
        ModelConfig.load(path)


def test_a_field_given_twice_is_noticed(config: ModelConfig, tmp_path: Path) -> None:
    whole = json.dumps(config.to_dict())
    path = tmp_path / "config.json"
    path.write_text(f'{{"heads": 4, {whole[1:]}', encoding="utf-8")
    with pytest.raises(ConfigError, match="given twice"):
        ModelConfig.load(path)
