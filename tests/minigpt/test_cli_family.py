"""The commands on models that are not MG-1: characters, IDs, no BOS; lens and take-apart."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.cli.main import main
from minigpt.config import ModelConfig
from minigpt.opened import load
from minigpt.stream.text import TextIdentity


@pytest.fixture
def letters(other_config: Callable[..., ModelConfig], tmp_path: Path) -> str:
    """The folder of a small float32 model of characters; it has more IDs than characters."""
    config = other_config(
        name="letters",
        vocabulary_size=9,
        context_length=6,
        width=8,
        heads=2,
        ffn_width=12,
        blocks=2,
        init_std=0.5,
        dtype="float32",
        tokenizer="characters",
        data="stream",
    )
    (tmp_path / "config.json").write_text(json.dumps(config.to_dict()))
    CharacterTokenizer("\nabcdef").save(tmp_path / "tokenizer.json")
    return str(tmp_path)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(arguments) == code
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    return capsys.readouterr().err


def test_tokenize_shows_characters(letters: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, "tokenize", "--model", letters, "--json", "fa\n"))
    assert found["ids"] == [6, 1, 0]
    assert found["steps"] == []
    assert "⏎" in shown(capsys, "tokenize", "--model", letters, "fa\n")
    assert 'is "x" (U+0078)' in refused(capsys, "tokenize", "--model", letters, "fax")


def test_trace_says_what_is_not_known(letters: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = shown(capsys, "trace", "--model", letters, "abc", "a")
    assert table.count("not known") == 2
    assert "nats over 2 targets" in table
    assert "no position has a target" in shown(capsys, "trace", "--model", letters, "a")
    assert "record at index 0 is empty" in refused(capsys, "trace", "--model", letters, "")


def test_trace_as_json_is_float32_written_exactly(
    letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found: dict[str, Any] = json.loads(shown(capsys, "trace", "--model", letters, "--json", "ab"))
    assert found["records"][0]["targets"] == [2, -100]
    assert found["records"][0]["losses"][1] is None
    value = found["records"][0]["tensors"]["logits"][0][0]
    assert float(np.float32(value)) == value


def test_gradients_and_generation(letters: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "over 2 targets" in shown(capsys, "gradients", "--model", letters, "abc")
    made = shown(capsys, "generate", "--model", letters, "ab", "--max-new-tokens", "9")
    assert len(made.rstrip("\n")) <= 11
    assert made.startswith("ab")
    assert "is empty" in refused(capsys, "generate", "--model", letters, "")


def test_the_lens_has_a_column_for_each_block(
    letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = shown(capsys, "lens", "--model", letters, "abc")
    assert all(name in table for name in ("embeddings", "block 0", "block 1"))
    found = json.loads(shown(capsys, "lens", "--model", letters, "--json", "abc"))["lens"]
    assert [row["after"] for row in found] == [-1, 0, 1]
    assert found[0]["rank"][2] is None


def test_take_apart_shows_both_runs(letters: str, capsys: pytest.CaptureFixture[str]) -> None:
    nothing_off = shown(capsys, "take-apart", "--model", letters, "abc")
    assert nothing_off.count("+0.000000") == 2
    changed = shown(
        capsys, "take-apart", "--model", letters, "abc", "--off", "0.1", "--off", "ffn1"
    )
    assert "+0.000000" not in changed
    swapped = shown(
        capsys, "take-apart", "--model", letters, "abc", "--from", "fed", "--swap", "embeddings:1"
    )
    # Position 0 comes before the exchanged one and keeps its loss; position 1 does not.
    assert swapped.count("+0.000000") == 1
    each = json.loads(shown(capsys, "take-apart", "--model", letters, "abc", "--each", "--json"))
    assert [len(row) for row in each["heads"]] == [2, 2]
    assert "all of it" in shown(capsys, "take-apart", "--model", letters, "abc", "--each")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--off", "0.2"], "The model has no 0.2"),
        (["--off", "everything"], "is no part of a model"),
        (["--swap", "0:1"], "--swap needs --from TEXT"),
        (["--from", "fed", "--swap", "0"], "is no place to swap at"),
        (["--from", "fed", "--swap", "2:0"], "There is no block 2"),
        (["--from", "fed", "--swap", "0:3"], "Record 0 has no position 3"),
    ],
)
def test_what_cannot_be_taken_apart_is_refused(
    letters: str, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    message = refused(capsys, "take-apart", "--model", letters, "abc", *arguments)
    assert sentence in message


def test_evaluate_tells_exact_and_estimate_apart(
    letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "abc\nfed\nbad cab".replace(" ", "") * 20  # 280 characters, 28 to be measured by
    identity = TextIdentity.of(text.encode(), "Letters")
    Path(letters, "text.json").write_text(json.dumps(identity.to_dict()))
    Path(letters, "text.txt").write_bytes(text.encode())
    table = shown(capsys, "evaluate", "--model", letters, "--windows", "7")
    assert "27 targets" in table
    assert "over 7 random windows, seed 0" in table
    found = json.loads(shown(capsys, "evaluate", "--model", letters, "--json"))
    assert found["exact"]["mean"] != found["estimate"]["mean"]
    assert set(found["estimate"]) == {"mean", "standard_error", "windows", "seed"}
    # By torch, window by window: four of six targets each, and one of the three left.
    ids = CharacterTokenizer("\nabcdef").encode(text[252:])
    model, total = load(Path(letters)).model, 0.0
    for start in range(0, 27, 6):
        window = torch.tensor([ids[start : min(start + 6, 27)]])
        logits = model(window, torch.ones_like(window, dtype=torch.bool)).logits[0]
        following = torch.tensor(ids[start + 1 : start + 1 + window.shape[1]])
        losses = torch.nn.functional.cross_entropy(logits, following, reduction="sum")
        total += losses.item()
    assert found["exact"]["mean"] == pytest.approx(total / 27, rel=1e-6)  # float32
    assert "learns from records" in refused(capsys, "evaluate")


def test_an_unknown_model_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("hamlet", str(tmp_path)):
        message = refused(capsys, "tokenize", "--model", name, "a")
        assert "is no model (mg-1, gpt2-mini, shakespeare, shakespeare-large)" in message
