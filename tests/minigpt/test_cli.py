"""The commands as a person or a script uses them: what they print, where, and their exit codes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from minigpt.cli.main import main
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer

RED = "The key is red. Answer: red."
BLUE = "The key is blue. Answer: blue."


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, its output piped."""
    root = str(Path(__file__).resolve().parents[2])
    return subprocess.run(
        [sys.executable, "-m", "minigpt", *arguments],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": root} | environment,
    )


def output(capsys: pytest.CaptureFixture[str], arguments: Sequence[str], code: int = 0) -> str:
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_trace_shows_each_position_and_the_mean(
    capsys: pytest.CaptureFixture[str], figures: dict[str, Any]
) -> None:
    shown = output(capsys, ["trace", RED, BLUE])
    line = next(line for line in shown.splitlines() if line.startswith("│        5 │"))
    cells = [cell.strip() for cell in line.strip("│").split("│")]
    assert cells[:5] == ["5", "277", "is␠", "270", "red"]
    # One rounding step of a float near 5.57 is 8.9e-16; sums may differ by a few.
    assert float(cells[5]) == pytest.approx(figures["losses"][0][5], abs=1e-12)
    assert cells[6].startswith("43 +  p 0.0042358")  # argmax of the figures' 291 logits
    mean = shown.splitlines()[-1].split()
    assert (mean[:2], mean[3:]) == (["mean", "loss"], ["nats", "over", "32", "targets"])
    assert float(mean[2]) == pytest.approx(figures["mean_loss"], abs=1e-12)


def test_trace_of_nothing_scores_one_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, ["trace", ""]).endswith(" nats over 1 target\n")


def test_trace_without_the_mask_changes_the_early_positions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    causal = output(capsys, ["trace", RED])
    assert output(capsys, ["trace", "--mask", "none", RED]) != causal


def test_trace_as_json_is_the_document_of_the_server(
    capsys: pytest.CaptureFixture[str], figures: dict[str, Any]
) -> None:
    document = json.loads(output(capsys, ["trace", "--json", RED, BLUE]))
    assert list(document) == ["model", "mask", "slots", "loss", "scored_events", "records"]
    assert (document["model"], document["mask"], document["slots"]) == ("mg-1", "causal", 17)
    assert document["scored_events"] == 32
    first, second = document["records"]
    assert (first["text"], first["valid_count"], second["valid_count"]) == (RED, 15, 17)
    assert first["ids"] == figures["batch"]["records"][0]["ids"]
    assert second["targets"] == figures["batch"]["records"][1]["targets"]
    assert first["losses"] == pytest.approx(figures["losses"][0], abs=1e-12)
    block = first["tensors"]["blocks"][0]
    scores = figures["record0_position5"]["heads"][0]["scores"]
    assert block["scores"][0][5][:6] == pytest.approx(scores, abs=1e-12)
    assert block["scores"][0][5][6:] == [None] * 9
    assert block["visible"][0][5] == [True] * 6 + [False] * 9


def test_padded_json_keeps_all_slots(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(output(capsys, ["trace", "--json", "--padded", RED]))
    record = document["records"][0]
    assert document["slots"] == len(record["ids"]) == len(record["tensors"]["logits"]) == 64
    assert record["losses"][15:] == [None] * 49
    assert record["targets"][15:] == [-100] * 49
    assert record["valid"] == [True] * 15 + [False] * 49


def test_markup_and_control_characters_in_a_text_are_shown_as_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = output(capsys, ["trace", "[red]:smile:\x1b[31m"])
    assert r"'[red]:smile:\x1b[31m'" in shown
    assert "\x1b" not in shown


def test_a_text_that_is_too_long_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    message = error(capsys, ["trace", RED, "x" * 100])
    assert message.startswith("minigpt: ")
    for figure in ("index 1", "101", "64"):
        assert figure in message


def test_half_a_character_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "record 1: " in error(capsys, ["trace", "fine", "\ud83d"])
    assert "U+D83D" in error(capsys, ["tokenize", "\ud83d"])


@pytest.mark.parametrize("command", [["tokenize"], ["trace", "fine"], ["generate"]])
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"\xff", "byte ff at its start"),
        (b"a\xe9\x92", "byte e9 after 'a'"),
    ],
)
def test_an_argument_that_is_not_utf8_is_called_that(
    capsys: pytest.CaptureFixture[str], command: list[str], sent: bytes, said: str
) -> None:
    # What Python makes of an argument's bytes where the locale is UTF-8.
    argument = sent.decode("utf-8", "surrogateescape")
    with pytest.raises(SystemExit, match="2"):
        main([*command, argument])
    message = capsys.readouterr().err
    assert f"not UTF-8: {said}" in message
    assert "surrogate" not in message


@pytest.mark.parametrize("arguments", [["tokenize", "a"], ["tokenize", "a", "--json"], ["verify"]])
def test_a_closed_output_is_one_clear_line(arguments: list[str]) -> None:
    """As in `minigpt tokenize a >&-`."""
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "minigpt", *arguments],
        stderr=subprocess.PIPE,
        check=False,
        text=True,
        env=os.environ | {"PYTHONPATH": root},
    )
    assert done.stderr == "minigpt: standard output is closed; there is nowhere to write to.\n"
    assert done.returncode == 2


def test_tokenize_shows_pieces_and_merges(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, ["tokenize", "is red é"]).splitlines()
    cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]
    assert ["0", "277", "is␠", "0–3", "69 73 20"] in cells
    assert ["1", "270", "red", "3–6", "72 65 64"] in cells
    assert ["3", "195", "⟨c3⟩", "7–8", "c3"] in cells
    assert ["11", "r + ed", "red (270)", "3"] in cells


def test_tokenize_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(output(capsys, ["tokenize", "--json", "red"]))
    assert document["ids"] == [270]
    assert document["pieces"] == [{"id": 270, "start": 0, "end": 3}]
    # e + d is merge 4, r + ed merge 11 of the figures' list.
    assert document["steps"] == [
        {"rank": 4, "left": 101, "right": 100, "id": 263, "at": [1]},
        {"rank": 11, "left": 114, "right": 263, "id": 270, "at": [0]},
    ]


def test_training_writes_the_shipped_tokenizer_byte_for_byte(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made = tmp_path / "tokenizer.json"
    corpus = str(data_dir() / "corpus.json")
    shown = output(capsys, ["tokenizer", "train", "--corpus", corpus, "--output", str(made)])
    assert made.read_bytes() == (data_dir() / "tokenizer.json").read_bytes()
    assert "Pa + r" in shown  # the last of the 32


def test_training_can_stop_earlier(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = tmp_path / "small.json"
    corpus = str(data_dir() / "corpus.json")
    main(["tokenizer", "train", "--corpus", corpus, "--merges", "3", "--output", str(made)])
    assert "3 merges" in capsys.readouterr().out
    assert Tokenizer.load(made).vocabulary_size == 262


@pytest.mark.parametrize("file", ["absent.json", "."])
def test_a_corpus_that_cannot_be_read_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: str
) -> None:
    assert error(capsys, ["tokenizer", "train", "--corpus", str(tmp_path / file)])


def test_an_output_that_cannot_be_written_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    corpus, absent = str(data_dir() / "corpus.json"), str(tmp_path / "no" / "t.json")
    assert main(["tokenizer", "train", "--corpus", corpus, "--output", absent]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_verify_prints_its_table_and_succeeds(capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, ["verify"])
    for heading in ("check", "expected", "got", "|Δ|", "verdict"):
        assert heading in shown
    assert "236.07843517556194" in shown
    assert "FAIL" not in shown
    assert shown.splitlines()[-1].endswith("checks pass")


@pytest.fixture
def other_epsilon(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(data_dir(), folder)
    path = folder / "config.json"
    path.write_text(path.read_text(encoding="utf-8").replace("1e-05", "1e-06"), encoding="utf-8")
    return folder


def test_verify_fails_and_names_the_row(
    capsys: pytest.CaptureFixture[str], other_epsilon: Path
) -> None:
    shown = output(capsys, ["verify", "--data", str(other_epsilon)], code=1)
    assert "failed: norm1\n" in shown
    assert "failed: block_input\n" not in shown
    line = next(line for line in shown.splitlines() if line.startswith("│ norm1 "))
    assert line.rstrip(" │").endswith("FAIL")


def test_verify_as_json(capsys: pytest.CaptureFixture[str], other_epsilon: Path) -> None:
    document = json.loads(output(capsys, ["verify", "--json"]))
    assert document["failed"] == 0
    assert document["passed"] == len(document["rows"])
    arguments = ["verify", "--json", "--data", str(other_epsilon)]
    document = json.loads(output(capsys, arguments, code=1))
    failed = {row["check"] for row in document["rows"] if not row["passed"]}
    assert len(failed) == document["failed"]
    assert {"norm1", "mean loss"} <= failed


def test_a_full_disk_is_told_with_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "red.json"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")  # as write has it: without the file

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main(["trace", "--out", str(place), "red"]) == 2
    assert capsys.readouterr().err == f"minigpt: {place}: No space left on device.\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--help"], ["trace", "tokenize", "verify", "tokenizer", "start here"]),
        (["trace", "--help"], ["-ln p(target)", "n + 1 positions", "examples"]),
        (["tokenize", "--help"], ["UTF-8 bytes", "by rank"]),
        (["tokenizer", "train", "--help"], ["the smallest IDs", "training record"]),
        (["verify", "--help"], ["13,875", "exit code"]),
    ],
)
def test_help_teaches(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 0
    shown = capsys.readouterr().out
    assert [word for word in words if word not in shown] == []


@pytest.mark.parametrize(
    "arguments",
    [[], ["unknown"], ["trace"], ["trace", "--mask", "some", "x"], ["tokenizer"]],
)
def test_wrong_usage_is_said_on_stderr(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize("merges", ["-1", "1.5", "many"])
def test_a_wrong_number_of_merges_is_explained(
    capsys: pytest.CaptureFixture[str], merges: str
) -> None:
    with pytest.raises(SystemExit):
        main(["tokenizer", "train", "--corpus", "x", f"--merges={merges}"])
    assert "must be a whole number from 0 to 1000000" in capsys.readouterr().err


def test_an_old_windows_pipe_gets_escapes_instead_of_a_crash() -> None:
    done = process("tokenize", "a b", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert b"\\u2420" in done.stdout
    assert done.stderr == b""


def test_json_is_utf8_whatever_the_pipe() -> None:
    done = process("trace", "--json", "钥匙", PYTHONIOENCODING="cp1252")
    assert json.loads(done.stdout.decode("utf-8"))["records"][0]["text"] == "钥匙"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """As in `minigpt trace ... | head -0`: the pipe is closed before anything is written."""
    read, write = os.pipe()
    os.close(read)
    root = str(Path(__file__).resolve().parents[2])
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "minigpt", "tokenize", "red"],
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
            env=os.environ | {"PYTHONPATH": root},
        )
    assert (done.returncode, done.stderr) == (1, b"")


def test_help_needs_no_torch() -> None:
    """Loading torch takes seconds; a question about the commands must not wait for it."""
    code = (
        "import sys, minigpt.cli.main as m\n"
        "try: m.main(['--help'])\n"
        "finally: assert 'torch' not in sys.modules"
    )
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": root},
    )
    assert (done.returncode, done.stderr) == (0, b"")
