"""`minigpt faults`: the matrix to read, one fault in numbers, and everything as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from minigpt.checks.lab import CHECKS
from minigpt.cli.main import main
from minigpt.config import ModelConfig
from minigpt.faults import faults_of
from minigpt.resources import data_dir

OF_MG1 = faults_of(ModelConfig.load(data_dir() / "config.json"))


def output(capsys: pytest.CaptureFixture[str], arguments: Sequence[str], code: int = 0) -> str:
    assert main(["faults", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_matrix_has_a_row_per_fault_and_counts_per_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = output(capsys, [])
    lines = shown.splitlines()
    rows = {line.split("│")[2].strip(): line for line in lines if line.count("│") > 12}
    assert [name for name in rows if name in OF_MG1] == list(OF_MG1)
    absent = [line for line in lines if line.startswith("not applicable: ")]
    assert len(absent) == 4
    assert "not applicable: head-not-tied, only in a model with a tied head" in absent
    ahead = [cell.strip() for cell in rows["mask-one-ahead"].split("│")[3:-1]]
    assert ahead == ["○", "○", "", "", "●", "○", "○", "○", "●", "●", "", "", "○"]
    counts = dict(line.split()[1:3] for line in lines[-len(CHECKS) :])
    assert list(counts) == list(CHECKS)
    assert (counts["shapes"], counts["full-scalar"], counts["shift-and-eos"]) == ("0", "25", "3")


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        ("targets-not-shifted", "record 0, position 0: target 256, must be 84"),
        ("eos-dropped", "targets: 30, must be 32"),
        ("mask-excludes-self", "record 0, head 0, query 0: 0.0, must be 1"),
        ("mask-missing", "positions move, position "),
        ("embeddings-tied", "lm_head: 291, must be 4947"),
        ("masked-rows-nan", "query 15: nan, must be 0"),
        ("padding-in-mean", "divisor: 128, must be 32"),
        ("padding-in-mean", "0 of 32 losses are off; mean 1.41774971637728"),
        ("padding-in-mean", "mean loss by slots: 5.337411 at 17"),
        ("output-projection-dropped", "1 of 18 not reached: blocks.0.wo"),
        ("gelu-for-relu", "first blocks[0].ffn_relu[0,"),
        ("float32", "looks only at: batch"),
        ("none", "26,691 numbers within 1e-12"),
        ("none", "32 targets are the texts' own"),
        ("none", "identical bits in 60 tries"),
        ("none", "all 18 parameters reached"),
    ],
)
def test_one_fault_is_told_in_numbers(
    capsys: pytest.CaptureFixture[str], fault: str, line: str
) -> None:
    assert line in output(capsys, ["--fault", fault])


def test_json_holds_every_verdict_with_its_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(output(capsys, ["--json"]), parse_constant=pytest.fail)
    assert document["checks"] == list(CHECKS)
    assert [fault["name"] for fault in document["faults"]] == list(OF_MG1)
    first = document["faults"][0]
    assert (first["stage"], first["first"]) == (1, "targets")
    for fault in document["faults"]:
        assert [verdict["check"] for verdict in fault["verdicts"]] == list(CHECKS)
        assert all(verdict["evidence"]["kind"] for verdict in fault["verdicts"])


def test_json_of_one_fault(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(output(capsys, ["--json", "--fault", "none"]))
    (healthy,) = document["faults"]
    assert healthy["name"] == "none"
    assert {verdict["status"] for verdict in healthy["verdicts"]} == {"silent"}


def test_another_model_is_named_as_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    fault = "head-not-tied"  # MG-1's head is not
    assert f"Fault: {fault}" in output(capsys, ["--model", "gpt2-mini", "--fault", fault])


def test_an_unknown_fault_is_one_line_with_the_known_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["faults", "--fault", "nope"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "mask-one-ahead" in captured.err


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["faults", "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for word in ("caught", "silent", "--fault mask-one-ahead", "how to read the matrix"):
        assert word in shown
