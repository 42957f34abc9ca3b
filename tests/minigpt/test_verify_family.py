"""`minigpt verify` of any model: all of the lab's checks pass, and notice what is broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from minigpt.checks.lab import CHECKS
from minigpt.checks.prefix import rows_that_differ
from minigpt.checks.row import TOLERANCE, tolerance_in
from minigpt.cli.main import main
from minigpt.config import ModelConfig
from minigpt.opened import load
from minigpt.presets import preset_folder, preset_names
from minigpt.verify import verify_folder
from minigpt.verify_family import short_texts

ANY = {
    "vocabulary_size": 13,
    "context_length": 7,
    "width": 8,
    "heads": 2,
    "ffn_width": 12,
    "blocks": 2,
    "activation": "gelu_tanh",
    "attention_bias": True,
    "tied_head": True,
    "head_bias": False,
    "norm_bias": False,
    "dtype": "float32",
    "tokenizer": "ids",
    "data": "stream",
    "init_std": 0.3,
}


@pytest.fixture
def folder(other_config: Callable[..., ModelConfig], tmp_path: Path) -> Path:
    """A model of IDs alone, float32, with a tied head and biases in some places."""
    (tmp_path / "config.json").write_text(json.dumps(other_config(**ANY).to_dict()))
    return tmp_path


def test_every_check_passes_on_a_model_without_printed_figures(folder: Path) -> None:
    (section,) = verify_folder(folder)
    assert [row.check for row in section.rows] == list(CHECKS)
    assert [row for row in section.rows if not row.passed] == []


@pytest.mark.parametrize(("name", "value"), [("heads", 4), ("norm_epsilon", 1e-3)])
def test_other_sizes_are_no_mistake(folder: Path, name: str, value: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), name: value}))
    (section,) = verify_folder(folder)
    assert [row for row in section.rows if not row.passed] == []


def test_a_parameter_that_is_no_number_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = load(folder)
    with torch.no_grad():
        opened.model.token_embedding[3, 2] = torch.nan
    monkeypatch.setattr("minigpt.verify_family.load", lambda _: opened)
    (section,) = verify_folder(folder)
    broken = {row.check for row in section.rows if not row.passed}
    assert {"full-scalar", "loss-by-hand", "gradients-reach"} <= broken
    assert main(["verify", "--model", str(folder)]) == 1
    assert "failed: full-scalar" in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in preset_names() if name != "mg-1"])
def test_the_presets_are_checked_with_records_they_can_read(name: str) -> None:
    folder = preset_folder(name)
    opened = load(folder)
    for text in short_texts(opened, "FERDINAND:\nWhere should this music be?"):
        assert 1 < len(opened.tokenizer.encode(text)) < opened.config.context_length


def test_a_model_is_given_ids_where_it_reads_no_text(folder: Path) -> None:
    opened = load(folder)
    first, second = short_texts(opened)
    assert opened.tokenizer.encode(first) == [0, 1, 2, 3, 4, 5]
    assert opened.tokenizer.encode(second) == [6, 7, 8, 9, 10]


def test_float32_is_allowed_as_many_roundings() -> None:
    assert tolerance_in(torch.float64) == TOLERANCE
    assert tolerance_in(torch.float32) == 5e-5


def test_the_command_checks_any_model(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--data", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert "against itself" in shown
    assert f"{len(CHECKS)} of {len(CHECKS)} checks pass" in shown


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_bits_are_compared_and_not_values(dtype: torch.dtype) -> None:
    one = torch.tensor([[1.0, 0.0, torch.nan], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], dtype=dtype)
    other = torch.tensor([[1.0, -0.0, torch.nan], [1.0, 2.0, 3.0], [1.0, 2.0, 4.0]], dtype=dtype)
    # 0 and -0 are equal and not the same; a NaN is itself, whatever == says of it.
    assert rows_that_differ(one, other).tolist() == [True, False, True]
    assert rows_that_differ(one, one.clone()).tolist() == [False] * 3
