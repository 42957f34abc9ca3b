"""`minigpt gradients` as a person or a script uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minigpt.axes import INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.cli.main import main

RED = "The key is red. Answer: red."


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["gradients", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def cells(shown: str, name: str) -> list[list[str]]:
    """The rows of either table that begin with `name`."""
    rows = [[cell.strip() for cell in line.strip("│").split("│")] for line in shown.splitlines()]
    return [row[1:] for row in rows if row[0] == name]


def test_each_tensor_and_each_parameter_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, RED)
    ((shape, norm, largest, place),) = cells(shown, "lm_bias")
    document = json.loads(output(capsys, "--json", RED))
    (bias,) = [row["values"] for row in document["parameters"] if row["name"] == "lm_bias"]
    worst = max(range(291), key=lambda token: abs(bias[token]))
    assert (shape, place) == ("[291]", f"[{worst}]")
    assert largest == f"{bias[worst]:.6e}"
    assert norm == f"{sum(value * value for value in bias) ** 0.5:.6e}"
    # Under one name: the tensor of the trace and the table that its rows are of.
    assert [row[0] for row in cells(shown, "token_embedding")] == ["[1, 15, 16]", "[291, 16]"]
    assert [row[0] for row in cells(shown, "blocks.0.scores")] == ["[1, 2, 15, 15]"]
    assert cells(shown, "blocks.0.visible") == []
    assert shown.splitlines()[-1].startswith("L is the mean loss 5.6")
    assert shown.splitlines()[-1].endswith(" over 15 targets")


def test_a_place_is_an_index_of_each_axis(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, RED)
    ((_, _, largest, place),) = cells(shown, "logits")
    record = json.loads(output(capsys, "--json", RED))["records"][0]
    _, position, token = json.loads(place)
    found = record["tensors"]["logits"][position][token]
    assert f"{found:.6e}" == largest
    assert abs(found) == max(abs(x) for row in record["tensors"]["logits"] for x in row)


def test_as_json_it_is_the_document_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "--json", RED, "Hi")
    assert shown == output(capsys, "--json", RED, "Hi")
    document = json.loads(shown)
    assert list(document) == [
        *("model", "mask", "step", "slots"),
        *("loss", "scored_events", "records", "parameters"),
    ]
    assert (document["mask"], document["step"], document["slots"]) == ("causal", None, 15)
    assert [record["valid_count"] for record in document["records"]] == [15, 3]
    assert document["records"][1]["losses"] == [1 / 18] * 3
    tensors = document["records"][1]["tensors"]
    assert list(tensors) == [*INPUT_TENSORS, "blocks", *OUTPUT_TENSORS]


def test_the_mask_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--mask", "none", RED) != output(capsys, RED)


def test_of_a_trained_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "mine")
    assert main(["train", "--out", folder, "--plain", "--steps", "30"]) == 0
    capsys.readouterr()
    untrained = json.loads(output(capsys, "--json", RED))
    trained = json.loads(output(capsys, "--json", "--data", folder, RED))
    assert trained["loss"] < untrained["loss"] - 1


def test_a_text_that_is_too_long_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gradients", "x" * 100]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "101 positions" in captured.err


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["gradients", "--help"])
    shown = capsys.readouterr().out
    assert "softmax minus one-hot" in shown
    assert "minigpt gradients --json" in shown
