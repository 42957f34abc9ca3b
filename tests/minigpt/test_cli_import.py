"""`minigpt import`: what it prints, what it writes, how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

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


def test_names_in_a_file_do_nothing_to_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such a name clears a screen and sets its title; half of a surrogate pair has no UTF-8."""
    name = "\x1b[2J\x1b]0;pwn\x07\ud800x"
    whole = {"model": nanogpt_state(), "model_args": SIZES.model_args}
    files = {
        "odd\x1b[31m.pt": whole | {name: 1},
        "tensor.pt": {"model": nanogpt_state() | {name: torch.ones(2)}},
        "setting.pt": whole | {"model_args": SIZES.model_args | {name: 1}},
    }
    for file, content in files.items():
        options = ["--heads", "3", "--report", str(tmp_path / "report.json"), "--origins"]
        path, into = saved(tmp_path, content, file), str(tmp_path / f"from {file}")
        assert main(["import", str(path), *options, "--into", into, "--name", "plain"]) in (0, 2)
        shown = capsys.readouterr()
        for text in (shown.out.replace(into, ""), shown.err):
            assert "\x1b" not in text
            assert "\x07" not in text
            text.encode("utf-8")
        assert r"\x1b[2J\x1b]0;pwn\x07\ud800x" in shown.out + shown.err


def test_shards_are_refused_with_the_way_to_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "shards"
    folder.mkdir()
    (folder / "model.safetensors.index.json").write_text("{}", "utf-8")
    assert main(["import", str(folder)]) == 2
    error = capsys.readouterr().err
    assert "several files, which are not read" in error
    assert 'from_pretrained("shards").save_pretrained("one"' in error
