"""`minigpt train` on one text, as a person runs it: alone, killed for real, under torchrun."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from minigpt.cli.main import main
from minigpt.errors import TrainingConfigError
from minigpt.opened import load
from minigpt.training.run_folder import RunFolder
from minigpt.training.state import TrainingState
from minigpt.training.stream.material import stream_material_of
from minigpt.training.stream.processes import Processes
from tests.minigpt.tiny_text import tiny_text_folder

RUN = {
    *("checkpoint.safetensors", "config.json", "text.json", "text.txt"),
    *("tokenizer.json", "training.json", "weights.safetensors"),
}
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tiny_text_folder(tmp_path / "source", dropout=0.1)


def train(source: Path, out: Path, *more: str) -> list[str]:
    return ["train", "--data", str(source), "--out", str(out), "--plain", *more]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def saved(folder: Path) -> TrainingState:
    material = stream_material_of(folder)
    run = material.start(material.training)
    return RunFolder(folder).resume(material, material.training, run).state()


def test_a_run_writes_a_folder_that_can_be_opened(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine"
    assert main(train(source, out)) == 0
    shown = capsys.readouterr().out
    assert "bottles: 3,581 characters" in shown
    assert "step      4  train " in shown
    assert set(contents(out)) == RUN
    assert contents(out)["config.json"] == contents(source)["config.json"]
    opened = load(out, ("config", "tokenizer", "text"))
    assert opened.trained_step == 12
    assert opened.model.token_embedding.dtype == torch.float32
    assert main(["generate", "10 green", "--checkpoint", str(out), "--json"]) == 0
    capsys.readouterr()
    before = contents(out)
    assert main(train(source, out)) == 2
    assert "already holds" in capsys.readouterr().err
    assert contents(out) == before


def test_other_first_weights_are_another_config(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that weights still belong to exactly one config, and the untrained model is theirs."""
    out = tmp_path / "mine"
    assert main(train(source, out, "--model-seed", "9", "--steps", "0")) == 0
    assert stream_material_of(out).config.seed == 9
    assert load(out).trained_step == 0
    capsys.readouterr()


def test_killed_and_resumed_is_the_run_that_never_stopped(source: Path, tmp_path: Path) -> None:
    """SIGKILL while it saves after every update; dropout and windows go on where they were."""
    settings = ("--steps", "40", "--evaluate-every", "1")
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    command = [sys.executable, "-m", "minigpt"]
    assert main(train(source, whole, *settings)) == 0
    with subprocess.Popen(
        [*command, *train(source, killed, *settings)], env=ENVIRONMENT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        lines = [line for line, _ in zip(process.stdout, range(20), strict=False)]
        process.kill()
    assert len(lines) == 20
    assert process.returncode < 0
    assert contents(killed) != contents(whole)
    assert main(train(source, killed, *settings, "--resume")) == 0
    assert {name: content for name, content in contents(killed).items() if name in RUN} == contents(
        whole
    )


def by_two(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """The command under torchrun, as two processes."""
    torchrun = (*("-m", "torch.distributed.run"), *("--standalone", "--nproc-per-node", "2"))
    command = [sys.executable, *torchrun, "-m", "minigpt", *arguments]
    return subprocess.run(
        command, env=ENVIRONMENT, check=False, timeout=120, capture_output=True, text=True
    )


def test_two_processes_are_one_within_rounding(tmp_path: Path) -> None:
    """torchrun, gloo, one global batch: the same windows, halves of them differentiated apart.

    A mean of two means is rounded otherwise than one mean: 1e-16 in float64. The gradient of a
    key's bias is nothing but that rounding, and Adam divides it by epsilon, 1e-8. Hence 1e-8;
    a share counted twice, or a process with windows of its own, is off by 1e-2.
    """
    source = tiny_text_folder(tmp_path / "source", dtype="float64")
    one, two = tmp_path / "one", tmp_path / "two"
    assert main(train(source, one)) == 0
    told = by_two(train(source, two))
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("written to") == 1  # by the one that writes
    assert set(contents(two)) == RUN
    alone, shared = saved(one), saved(two)  # and one process can go on with what two began
    assert torch.equal(alone.generator, shared.generator)
    torch.testing.assert_close(shared.weights, alone.weights, rtol=0, atol=1e-8)
    for mine, theirs in zip(alone.curve, shared.curve, strict=True):
        assert theirs.validation == pytest.approx(mine.validation, abs=1e-10)
        assert theirs.train == pytest.approx(mine.train, abs=1e-10)


def test_a_folder_that_is_taken_is_refused_by_each_of_two_in_one_line(
    source: Path, tmp_path: Path
) -> None:
    out = tmp_path / "mine"
    assert main(train(source, out, "--steps", "0")) == 0
    before = contents(out)
    told = by_two(train(source, out))
    assert told.returncode != 0
    # torchrun adds an account of its own; of ours, there is the sentence alone.
    ours = [line for line in told.stderr.splitlines() if line.startswith("minigpt: ")]
    assert len(ours) >= 1
    assert all("already holds a model" in line for line in ours)
    assert "minigpt/cli" not in told.stderr
    assert "exitcode  : 2" in told.stderr
    assert contents(out) == before


def test_shares_are_even_or_refused() -> None:
    windows = torch.arange(12).view(6, 2)  # [B, T]
    shares = [Processes(number, 3).share(windows) for number in range(3)]
    assert torch.equal(torch.cat(shares), windows)
    with pytest.raises(TrainingConfigError, match="6 cannot be shared evenly by 4 processes"):
        Processes(0, 4).check_share(6)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--corpus", "notes.txt"), "--corpus is for a model that learns records"),
        (("--clip", "-1"), "clip_norm must be above 0"),
        (("--device", "cuda"), "PyTorch finds no GPU"),
    ],
)
def test_what_does_not_fit_is_one_line(
    more: tuple[str, ...],
    says: str,
    source: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert main(train(source, tmp_path / "mine", *more)) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("option", ["--warmup", "--threads", "--model-seed"])
def test_a_records_run_refuses_what_it_would_ignore(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", option, "3"]) == 2
    assert f"{option} is for a model that learns one text" in capsys.readouterr().err


def test_a_missing_text_is_named_before_anything_is_written(
    source: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (source / "text.txt").unlink()
    monkeypatch.setenv("MINIGPT_TEXTS", str(tmp_path / "none"))
    assert main(train(source, tmp_path / "mine")) == 2
    assert "The text bottles (3,581 characters) is not on this machine" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()
