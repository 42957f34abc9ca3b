"""`minigpt train` and `minigpt generate` as a person runs them, one of them killed for real."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.cli.main import main
from minigpt.corpus_file import corpus_json, read_corpus
from minigpt.errors import CorpusError
from minigpt.opened import load
from minigpt.resources import data_dir
from minigpt.training.run_folder import CHECKPOINT

FILES = (
    *(CHECKPOINT, "config.json", "corpus.json"),
    *("tokenizer.json", "training.json", "weights.safetensors"),
)


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(arguments) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.out + captured.err


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def train(folder: Path, *more: str) -> list[str]:
    return ["train", "--out", str(folder), "--plain", *more]


def test_a_run_writes_a_folder_that_can_be_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    shown = output(capsys, *train(folder, "--steps", "60", "--evaluate-every", "20"))
    assert "24 training and 8 validation records" in shown
    assert "32 merges; 291 vocabulary entries" in shown
    assert "step     20  train " in shown
    assert "selected   step " in shown
    assert set(contents(folder)) == set(FILES)
    assert (folder / "config.json").read_bytes() == (data_dir() / "config.json").read_bytes()
    trained, untrained = load(str(folder)), load()
    assert not torch.equal(
        trained.model.get_parameter("lm_bias"), untrained.model.get_parameter("lm_bias")
    )
    said = output(capsys, "generate", "The key", "--checkpoint", str(folder), "--json")
    document: Any = json.loads(said)
    assert document["stop"] in ("eos", "budget")
    assert len(document["steps"][0]["model"]) == 291
    # Nothing is begun over an existing run.
    before = contents(folder)
    assert "already holds" in output(capsys, *train(folder), code=2)
    assert contents(folder) == before


def test_killed_and_resumed_is_the_run_that_never_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SIGKILL at random moments: in the middle of updates, of writes, of starting up."""
    settings = ["--steps", "60", "--evaluate-every", "2"]  # a save is nearly always going on
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "minigpt"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    output(capsys, *train(whole, *settings))
    moments = random.Random(4)
    for _ in range(2):
        with subprocess.Popen(
            [*command, *train(killed, *settings, "--resume")],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout
            lines = moments.randint(1, 12)  # let it get as far as this many lines, then kill
            read = [line for line, _ in zip(process.stdout, range(lines), strict=False)]
            process.kill()
        assert len(read) == lines
        assert process.returncode < 0
    output(capsys, *train(killed, *settings, "--resume"))
    found = {name: content for name, content in contents(killed).items() if name in FILES}
    assert found == contents(whole)


def test_killed_between_its_two_files_it_still_ends_with_the_selected_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run is written first, then the weights; here the last of them never were."""
    folder = tmp_path / "mine"
    settings = ("--steps", "10", "--evaluate-every", "5")
    output(capsys, *train(folder, *settings))
    whole = contents(folder)
    before = tmp_path / "before"
    output(capsys, *train(before, "--steps", "5", "--evaluate-every", "5"))
    (folder / "weights.safetensors").write_bytes((before / "weights.safetensors").read_bytes())
    output(capsys, *train(folder, *settings, "--resume"))
    assert contents(folder) == whole


def test_more_steps_go_on_and_other_settings_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short, whole = tmp_path / "short", tmp_path / "whole"
    every = ("--evaluate-every", "5")
    output(capsys, *train(whole, "--steps", "20", *every))
    output(capsys, *train(short, "--steps", "7", *every))
    shown = output(capsys, *train(short, "--steps", "20", "--resume"))
    assert "resumed    after update 7" in shown
    assert contents(short) == contents(whole)
    assert "0.5 is not 0.01" in output(capsys, *train(short, "--resume", "--lr", "0.5"), code=2)
    assert "20 updates already" in output(capsys, *train(short, "--resume", "--steps", "3"), code=2)


def test_a_changed_file_is_refused_with_both_identities(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    output(capsys, *train(folder, "--steps", "1"))
    path = folder / "corpus.json"
    path.write_bytes(path.read_bytes().replace(b"Paris", b"Milan"))
    before = contents(folder)
    shown = output(capsys, *train(folder, "--resume"), code=2)
    assert "belongs to another corpus" in shown
    assert len([word for word in shown.split() if len(word.strip(",.")) == 64]) == 2
    assert contents(folder) == before


def test_a_run_that_bursts_keeps_what_was_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    shown = output(capsys, *train(folder, "--lr", "1e308"), code=1)
    assert "stopped: a weight or a moment after update 1 is not finite" in shown
    assert torch.equal(load(folder).model.output_matrix, load().model.output_matrix)


def test_lines_of_text_are_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, folder = tmp_path / "notes.txt", tmp_path / "mine"
    path.write_bytes("abab\n钥匙\n\nthird\r\nfourth one\nlast".encode())
    corpus = read_corpus(path)
    assert [(r.id, r.text) for r in corpus.train] == [
        ("line-1", "abab"),
        ("line-2", "钥匙"),
        ("line-4", "third\r"),
        ("line-6", "last"),
    ]
    assert [(r.id, r.text) for r in corpus.validation] == [("line-5", "fourth one")]
    shown = output(capsys, *train(folder, "--corpus", str(path), "--steps", "1"))
    assert "1 merges, then no pair of tokens came twice; 260 vocabulary entries" in shown
    assert load(folder).config.vocabulary_size == 260
    assert (folder / "corpus.json").read_bytes() == corpus_json(corpus)
    assert read_corpus(folder / "corpus.json") == corpus


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"one\ntwo \xff\n", "line 2 is not UTF-8; byte 4 of it is ff"),
        (b"one\ntwo\nthree\n", "no validation record"),
        (b"", "no training record"),
    ],
)
def test_a_bad_text_file_names_the_line(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=says):
        read_corpus(path)


def test_a_record_too_long_is_named_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = tmp_path / "notes.txt", tmp_path / "mine"
    letters = "".join(map(chr, range(32, 120)))
    path.write_text(f"a\nb\n{letters}\nd\n", encoding="utf-8")
    shown = output(capsys, *train(folder, "--corpus", str(path)), code=2)
    assert "train[2] (line-3)" in shown
    assert not folder.exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["train", "--resume"], "--resume needs --out"),
        (["train", "--steps", "-1"], "steps must be a whole number from 0"),
        (["generate", "a", "--temperature", "nan"], "temperature must be a number from 0 to 100"),
        (["generate", "a", "--top-p", "2"], "top_p must be a number from 0 to 1"),
        (["generate", "z" * 64], "65 positions"),
    ],
)
def test_wrong_input_is_one_line(
    arguments: Sequence[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says in output(capsys, *arguments, code=2)


def test_text_streams_and_the_reason_stands_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "The key", "--max-new-tokens", "0"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "The key\n"
    assert captured.err == "[0 new tokens; stopped: the budget of new tokens is used up]\n"
