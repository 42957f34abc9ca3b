"""Arguments and folders that fit nothing: a line that says so, and never a wait or a traceback."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minigpt.cli.main import main
from minigpt.model_summary import summary_of
from minigpt.ordinary_file import OversizeError, read_ordinary_file
from minigpt.resources import data_dir
from minigpt.stream.text import sample_text
from tests.minigpt.tiny_text import tiny_text_folder

Refused = Callable[..., str]


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Runs a command that must fail with code 2, and gives the line that says why."""

    def run(*arguments: str) -> str:
        capsys.readouterr()
        try:
            code: object = main(arguments)
        except SystemExit as exit_:  # as argparse ends, after its usage
            code = exit_.code
        captured = capsys.readouterr()
        lines = captured.err.splitlines()
        assert (code, captured.out) == (2, "")
        assert len(lines) == 1 or lines[0].startswith("usage:")
        return lines[-1]

    return run


def mg1_folder(folder: Path, **changes: Any) -> Path:
    """MG-1's files, some fields of its config changed."""
    shutil.copytree(data_dir(), folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8")) | changes
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def ring(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("exchange", [pipe, device, ring, folder])
@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_what_is_no_file_is_not_waited_for(
    refused: Refused, tmp_path: Path, exchange: Callable[[Path], None], name: str
) -> None:
    data = mg1_folder(tmp_path / "data")
    exchange(data / name)
    assert f"{name} cannot be read: " in refused("trace", "a", "--data", str(data))


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("weights.safetensors", ["lens", "a"]),
        ("checkpoint.safetensors", ["train", "--resume"]),
        ("training.json", ["train", "--resume"]),
        ("text.json", ["evaluate"]),
        ("text.txt", ["evaluate"]),
    ],
)
def test_nor_is_any_other_file_of_a_run(
    refused: Refused, tmp_path: Path, name: str, command: list[str]
) -> None:
    data = tiny_text_folder(tmp_path / "data")
    pipe(data / name)
    option = "--out" if command[0] == "train" else "--data"
    assert f"{name} cannot be read: it is no " in refused(*command, option, str(data))


def test_a_list_of_models_waits_for_none_of_them(tmp_path: Path) -> None:
    data = tiny_text_folder(tmp_path / "data")
    for name in ("weights.safetensors", "checkpoint.safetensors", "curve.json", "sample.txt"):
        pipe(data / name)
    assert summary_of(data).trained_step is None
    assert sample_text(data) == ""


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_ordinary_file(tmp_path / "a", 5) == b"12345"
    with pytest.raises(OversizeError, match="5 bytes; at most 4 are read"):
        read_ordinary_file(tmp_path / "a", 4)
    with pytest.raises(FileNotFoundError):
        read_ordinary_file(tmp_path / "no\0name", 4)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"width": 2**40, "heads": 1}, "width must be at most 268,435,456."),
        ({"width": 10**400, "heads": 1}, "width must be at most"),
        ({"vocabulary_size": 10**12}, "vocabulary_size must be at most"),
        ({"context_length": 10**15}, "context_length must be at most 1,048,576."),
        ({"blocks": 10**9}, "blocks must be at most 1,000."),
        ({"width": 8192}, "A model of these sizes has 272,392,192 numbers; at most 268,435,456"),
        ({"name": 7}, "name must be a non-empty text, not 7."),
        ({"name": "\ud800"}, "name must be a non-empty text"),
    ],
)
def test_a_model_that_fits_no_memory_is_not_begun(
    refused: Refused, tmp_path: Path, changes: dict[str, Any], says: str
) -> None:
    data = mg1_folder(tmp_path / "data", **changes)
    assert says in refused("trace", "a", "--data", str(data))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evaluate", "--windows", "0"], "whole number from 1 to 1000000, not '0'"),
        (["evaluate", "--windows", "9" * 30], "whole number from 1 to 1000000"),
        (["evaluate", "--seed", str(2**63)], f"from 0 to {2**63 - 1}"),
        (["evaluate", "--seed", "-1"], "whole number from 0 to"),
        (["train", "--threads", "-1"], "whole number from 1 to 1024"),
        (["train", "--threads", str(2**70)], "whole number from 1 to 1024"),
        (["tokenizer", "train", "--corpus", "c.json", "--merges", "9" * 5000], "whole number from"),
        (["take-apart", "a", "--json"], "--json is for --each"),
    ],
)
def test_numbers_that_nothing_can_be_done_with(
    refused: Refused, arguments: list[str], says: str
) -> None:
    said = refused(*arguments)
    assert says in said
    assert len(said) < 200


def test_what_the_system_says_has_no_number(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = refused("train", "--steps", "1", "--out", str(tmp_path / "file" / "run"))
    assert said.endswith("file/run: Not a directory.")


def test_a_run_begun_for_a_text_is_not_gone_on_with_as_mg1(
    refused: Refused, tmp_path: Path
) -> None:
    """As a kill leaves it before the config, which is written last."""
    data = tiny_text_folder(tmp_path / "data")
    (data / "config.json").unlink()
    before = sorted(data.iterdir())
    assert "name that model again with --model" in refused("train", "--resume", "--out", str(data))
    assert sorted(data.iterdir()) == before


def test_first_weights_cannot_be_exchanged_later(
    refused: Refused, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tiny_text_folder(tmp_path / "source"), str(tmp_path / "out")
    begun = ["train", "--plain", "--steps", "1", "--model-seed", "3", "--out", out]
    assert main([*begun, "--data", str(source)]) == 0
    assert main([*begun, "--resume"]) == 0  # the same again is no other run
    other = ["train", "--steps", "1", "--model-seed", "4", "--out", out, "--resume"]
    assert "first weights of seed 3; --model-seed 4 needs another folder" in refused(*other)
