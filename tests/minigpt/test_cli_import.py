"""`minigpt import`: what it prints, what it writes, how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minigpt.cli.main import main
from minigpt.opened import load
from tests.minigpt.foreign_models import SIZES, first_mingpt_state, nanogpt_state
from tests.minigpt.importing import saved


def test_a_checkpoint_becomes_a_folder_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    content = {"model": nanogpt_state(), "model_args": SIZES.model_args}
    path = saved(tmp_path, content, "story.pt")
    assert main(["import", str(path), "--origins"]) == 0
    shown = capsys.readouterr().out
    assert "layout nanogpt" in shown
    assert "assumed  activation: gelu, because" in shown
    assert "split q|k|v: rows 0–11, transposed" in shown
    assert load(tmp_path / "models" / "story").config.heads == SIZES.heads
    assert main(["import", str(path)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_what_is_asked_for_is_said_and_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = saved(tmp_path, first_mingpt_state()), tmp_path / "mine"
    report = tmp_path / "report.json"
    assert main(["import", str(path), "--into", str(folder), "--report", str(report)]) == 2
    shown = capsys.readouterr()
    assert "needed   --heads" in shown.out
    assert "1, 2, 3, 4, 6, 12" in shown.out
    assert "heads" in shown.err
    assert not folder.exists()
    assert json.loads(report.read_text("utf-8"))["ready"] is False
    options = ["--into", str(folder), "--heads", "3", "--activation", "gelu_tanh", "--json"]
    assert main(["import", str(path), *options, "--name", "small"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["ready"] is True
    config = load(folder).config
    assert (config.name, config.heads, config.activation) == ("small", 3, "gelu_tanh")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--heads", "5"], "5 heads do not divide the width 12"),
        (["--activation", "silu"], "activation must be gelu or gelu_tanh"),
        (["--tokenizer", "mine"], "tokenizer must be file or ids"),
    ],
)
def test_a_wrong_answer_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    path = saved(tmp_path, first_mingpt_state())
    assert main(["import", str(path), "--into", str(tmp_path / "mine"), *options]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert not (tmp_path / "mine").exists()
