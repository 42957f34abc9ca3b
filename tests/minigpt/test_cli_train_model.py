"""`minigpt train --resume` beside `--model` or `--data`: the run's own model, or a refusal."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from minigpt.cli.main import main
from minigpt.resources import data_dir
from tests.minigpt.tiny_text import TEXT, tiny_text_folder

Resumed = Callable[..., str]


@pytest.fixture
def begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Resumed]:
    """Begins a run; what that returns goes on with it and says what it was told, or nothing."""
    out = tmp_path / "run"

    def begin(*options: str) -> Resumed:
        command = ("train", "--plain", "--steps", "0", "--out", str(out))
        assert main([*command, *options]) == 0

        def resume(*more: str) -> str:
            capsys.readouterr()
            before = {path.name: path.read_bytes() for path in out.iterdir()}
            code = main([*command, "--resume", *more])
            assert {path.name: path.read_bytes() for path in out.iterdir()} == before
            said = capsys.readouterr().err
            assert code == (2 if said else 0)
            return said

        return resume

    return begin


def refusal(option: str, name: object, run: Path) -> str:
    return (
        f"minigpt: The run in {run} did not begin with the model of {option} {name}; leave out "
        f"{option} to go on with it, or name another folder with --out to train that model.\n"
    )


def test_a_run_on_records_goes_on_with_no_other_model(
    begun: Callable[..., Resumed], tmp_path: Path
) -> None:
    resume = begun()
    run, same, other = tmp_path / "run", tmp_path / "same", tmp_path / "other"
    for folder in (same, other):
        shutil.copytree(data_dir(), folder)
    corpus = (other / "corpus.json").read_text(encoding="utf-8")
    (other / "corpus.json").write_text(corpus.replace("Paris", "Milan"), encoding="utf-8")
    for name in ("shakespeare", "gpt2-mini"):
        assert resume("--model", name) == refusal("--model", name, run)
    assert resume("--data", str(other)) == refusal("--data", other, run)
    assert "'unheard' is no model" in resume("--model", "unheard")
    for named in ("mg-1", str(same), str(run)):
        assert resume("--model", named) == ""


def test_a_run_on_a_corpus_of_its_own_goes_on_with_the_model_it_was_made_from(
    begun: Callable[..., Resumed], tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one\ntwo\nthree\nfour\n", encoding="utf-8")
    resume = begun("--corpus", str(notes), "--model", "mg-1")
    assert resume("--model", "mg-1", "--corpus", str(notes)) == ""
    assert resume("--model", "mg-1") == ""
    assert "did not begin with" in resume("--model", "gpt2-mini")


def test_a_run_on_a_text_goes_on_with_no_other_model_and_no_other_text(
    begun: Callable[..., Resumed], tmp_path: Path
) -> None:
    run, source = tmp_path / "run", tiny_text_folder(tmp_path / "source")
    text = tiny_text_folder(tmp_path / "text", text=TEXT[::-1])  # the same characters
    model = tiny_text_folder(tmp_path / "model", dropout=0.1)
    resume = begun("--data", str(source), "--model-seed", "3")
    for other in (text, model):
        assert resume("--data", str(other)) == refusal("--data", other, run)
    assert resume("--model", "mg-1") == refusal("--model", "mg-1", run)
    for options in ((), ("--model-seed", "3")):
        assert resume("--data", str(source), *options) == ""


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ((), ["updates in all (600)", "records or windows in a batch (8)", "cosine ends at\n"]),
        (("--model", "shakespeare"), ["in all (3000)", "ends at (0.0003)", "in a batch (32)"]),
        (("--model", "gpt2-mini"), ["updates in all (600)", "Adam's learning rate (0.001)"]),
    ],
)
def test_help_has_the_settings_of_the_model_that_is_named(
    model: tuple[str, ...], says: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["train", *model, "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert [words for words in says if words not in shown] == []


def test_help_for_a_model_that_is_not_there_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["train", "--model", "nope", "--help"])
    assert left.value.code == 2
    assert "'nope' is no model" in capsys.readouterr().err
