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
from server.schemas.gradients import TextUpdateReply
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


def test_a_step_of_it_is_traced(learning: Trained) -> None:
    learning.finished()
    before, after = (
        learning.client.post("/api/trace", RECORD | {"step": step}).json()["loss"]
        for step in (0, 12)
    )
    assert after < before


def test_one_update_of_it_is_what_the_run_did(learning: Trained, folder: Path) -> None:
    """Moments and all, with dropout, by another run of the same material."""
    learning.finished()
    asked = {"step": 4, "parameter": "blocks.0.w1", "index": [3, 30]}
    reply = learning.client.post("/api/update", asked)
    assert reply.status_code == 200, reply.text
    found = reply.json()
    TextUpdateReply.model_validate(found)
    assert list(found) == list(TextUpdateReply.model_fields)
    assert {name: found[name] for name in asked} == asked
    material = stream_material_of(folder)
    run = material.start(material.training)
    states = {}
    for _ in run.events():
        states[run.step] = run.state()
    for step, names in [
        (4, ("value", "first", "second")),
        (5, ("new_value", "first_after", "second_after")),
    ]:
        vectors = (states[step].weights, states[step].first, states[step].second)  # [P] each
        for name, vector in zip(names, vectors, strict=True):
            assert found[name] == run.parameters.split(vector)["blocks.0.w1"][3, 30].item()
    assert (found["next"], found["length"], len(found["windows"])) == (5, 16, 4)
    for window in found["windows"]:
        place = {"split": "train", "from": window["start"], "length": 16}
        assert learning.client.get("/api/text", params=place).json()["text"] == window["text"]


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"step": 12}, 422, "update_unknown"),
        ({"step": 3}, 404, "step_unknown"),
        ({"step": 2**60}, 404, "step_unknown"),
        ({"parameter": "blocks.7.wq"}, 422, "parameter_unknown"),
        ({"index": [-1]}, 422, "parameter_index_unknown"),
        ({"index": [2**60]}, 422, "parameter_index_unknown"),
        ({"index": [0, 0]}, 422, "parameter_index_unknown"),
    ],
)
def test_an_update_that_was_not_made_is_refused(
    changes: dict[str, Any], status: int, code: str, learning: Trained
) -> None:
    body = {"step": 4, "parameter": "lm_bias", "index": [3]} | changes
    assert learning.client.post("/api/update", body).json()["error"]["code"] == "step_unknown"
    learning.finished()
    reply = learning.client.post("/api/update", body)
    assert (reply.status_code, reply.json()["error"]["code"]) == (status, code)


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
