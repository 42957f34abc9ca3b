"""The server's run of a model that learns one text: told, kept within memory, refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.training.stream.material import stream_material_of
from server.app import create_app
from server.settings import Settings
from server.training import states_budget
from tests.minigpt.tiny_text import tiny_text_folder
from tests.server.trained import Trained

RECORD = {"records": [{"text": "10 green bot"}]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tiny_text_folder(tmp_path / "text", dropout=0.1)


@pytest.fixture
def learning(one_thread: None, folder: Path, client_of: Callable[[Any], Any]) -> Iterator[Trained]:
    """A server that was started with the folder."""
    app = create_app(Settings(data_dir=folder))
    yield Trained(app, client_of(app))
    app.state.trainer.close()


def test_the_pages_run_is_the_commands_run_bit_for_bit(learning: Trained, folder: Path) -> None:
    report = learning.report()
    material = stream_material_of(folder)
    assert report["defaults"] == material.training.to_dict()
    report = learning.finished(clip_norm=0.5)
    run = material.start(replace(material.training, clip_norm=0.5))
    losses = [getattr(event, "loss", None) for event in run.events()]
    assert report["losses"] == [loss for loss in losses if loss is not None]
    assert [point["validation"] for point in report["curve"]] == [
        evaluation.validation for evaluation in run.curve
    ]
    assert report["saved"] == [0, 4, 8, 12]
    ours = learning.parameters(12)
    for name, value in run.model.named_parameters():
        assert torch.equal(ours[name], value.detach().double())


def test_a_step_of_it_is_traced_and_its_update_is_not_spelled_out(learning: Trained) -> None:
    learning.finished()
    before, after = (
        learning.client.post("/api/trace", RECORD | {"step": step}).json()["loss"]
        for step in (0, 12)
    )
    assert after < before
    asked = {"step": 4, "parameter": "lm_bias", "index": [3]}
    reply = learning.client.post("/api/update", asked)
    assert reply.status_code in (404, 422)
    assert "models that learn from records" in reply.json()["error"]["message"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"batch_records": 4}, "batch_records is no setting of a run of this model"),
        ({"weight_decay": -1.0}, "weight_decay must be from 0 to 1000"),
    ],
)
def test_what_its_run_cannot_be_told_is_named(
    settings: dict[str, Any], says: str, learning: Trained
) -> None:
    reply = learning.command("start", settings)
    assert reply.status_code == 422
    assert says in reply.json()["error"]["message"]


def test_a_missing_text_is_told_and_nothing_else_stops(
    learning: Trained, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "text.txt").unlink()
    monkeypatch.setenv("MINIGPT_TEXTS", str(tmp_path / "none"))
    reply = learning.command("start")
    assert reply.json()["error"]["code"] == "text_missing"
    assert learning.client.post("/api/trace", RECORD).status_code == 200
    assert learning.report()["status"] == "idle"


def test_given_intervals_whose_states_would_not_fit_are_refused_also_those_only_selected(
    learning: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room for ten states: each fourth is due; evaluated at each third, others may come to be."""
    numbers = sum(value.numel() for value in learning.parameters(None).values())
    monkeypatch.setattr(states_budget, "MOST_BYTES", 10 * 3 * 4 * numbers)
    for every, most in ((4, 36), (8, 36), (3, 18)):
        reply = learning.command("start", {"steps": 1000, "evaluate_every": every, "save_every": 4})
        assert reply.json()["error"]["details"]["most"] == most
