"""`minigpt generate` hands text on as it is (S5), and `minigpt probes` compares."""

from __future__ import annotations

import io
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.cli.main import main
from minigpt.opened import OpenedModel, load
from minigpt.resources import data_dir


def opened_to_say(wanted: bytes) -> OpenedModel:
    """A model that wants these bytes one after another, and then EOS."""
    opened = load()
    model = opened.model
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        model.final_norm.scale.fill_(1.0)
        generator = torch.Generator().manual_seed(1)
        rows = torch.randn(64, 16, generator=generator, dtype=torch.float64)
        model.position_embedding.copy_(rows)
        normed = model.final_norm(rows)  # what position t shows to the head
        for slot, token in enumerate([*wanted, 257]):
            model.output_matrix[:, token] += 10 * normed[slot] / len(wanted)
    return replace(opened, model=model)


@pytest.mark.parametrize(
    "text", ["\n", "\r", "\n\n", "a\r\nb", "data:", "\u2028", "🙂", "\x00", "“好”"]
)
def test_every_byte_arrives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    wanted = text.encode()
    monkeypatch.setattr("minigpt.opened.load", lambda folder: opened_to_say(wanted))
    # As a pipe takes it: bytes, no newline of which is translated.
    pipe = io.BytesIO()
    with monkeypatch.context() as piped:
        piped.setattr(sys, "stdout", io.TextIOWrapper(pipe, encoding="utf-8"))
        assert main(["generate", ""]) == 0
        sys.stdout.flush()
        assert pipe.getvalue() == wanted + b"\n"
    capsys.readouterr()
    assert main(["generate", "", "--json"]) == 0
    document: Any = json.loads(capsys.readouterr().out)
    assert document["text"] == text
    assert bytes.fromhex(document["hex"]) == wanted
    assert "".join(step["text"] for step in document["steps"]) == text
    assert (document["stop"], document["is_utf8"]) == ("eos", True)
    assert document["identities"] == load().identities


def test_probes_of_the_untrained_model_and_of_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["probes"]) == 0
    shown = capsys.readouterr().out
    assert "as saved" not in shown
    assert shown.count("✗") == 10
    folder = tmp_path / "mine"
    assert main(["train", "--steps", "100", "--out", str(folder), "--plain"]) == 0
    capsys.readouterr()
    assert main(["probes", "--checkpoint", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    (red,) = [line for line in lines if line.lstrip("│ ").startswith("seen") and "is red" in line]
    assert "'The key is red. Answer: '" in red
    assert "✓ 'red.'" in red
    (green,) = [line for line in lines if "'Find the green key. Answer: '" in line]
    assert "✗ 'Paris.'" in green


def test_probes_of_a_named_model_and_why_one_of_a_text_has_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["probes", "--model", "gpt2-mini"]) == 0
    assert "gpt2-mini: probes, greedily" in capsys.readouterr().out
    assert main(["probes", "--model", "shakespeare"]) == 2
    assert "shakespeare learns one text; probes are made" in capsys.readouterr().err


def test_a_checkpoint_without_weights_is_not_taken_for_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that was killed before its first save: its folder is there, its weights are not."""
    for name in ("config.json", "tokenizer.json", "corpus.json"):
        shutil.copy(data_dir() / name, tmp_path / name)
    assert main(["generate", "The key is", "--checkpoint", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"{tmp_path} has no weights yet" in captured.err
    assert main(["generate", "The key is", "--data", str(tmp_path)]) == 0
