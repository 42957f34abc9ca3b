"""Gradients and one update over HTTP: what the model computed, what the run did, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch
from fastapi import FastAPI

from minigpt.axes import BLOCK_TENSORS
from minigpt.resources import data_dir
from minigpt.training.loop import TrainingRun
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.run_folder import Material, material_of
from server.errors import translate_errors
from server.json_body import StrictJSONRoute
from server.loaded_model import LoadedModel
from server.models import Models
from server.recent_traces import RecentTraces
from server.routes.gradients import add_gradient_routes
from server.routes.trace import add_trace_routes
from server.schemas.gradients import GradientsReply, RecordsUpdateReply
from server.work import Work

RECORDS = [{"text": "The key is red. Answer: red."}, {"text": "Hi"}]
STEPS = 12


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return LoadedModel.load(data_dir())


@pytest.fixture(scope="module")
def recorded(loaded: LoadedModel) -> RecordedRun[TrainingRun]:
    """A finished run of twelve updates with every third state kept."""
    material = loaded.material
    assert isinstance(material, Material)
    settings = replace(material.training, steps=STEPS, save_every=3)
    found = RecordedRun(material.start(settings))
    for _ in found.events():
        pass
    return found


@pytest.fixture(scope="module")
def trained(
    loaded: LoadedModel, recorded: RecordedRun[TrainingRun], client_of: Callable[[Any], Any]
) -> Any:
    """Speaks to the routes of a server whose run is `recorded`."""
    app, work = FastAPI(), Work()
    app.state.models = Models(loaded, work)
    translate_errors(app)
    app.router.route_class = StrictJSONRoute
    add_trace_routes(app, work, RecentTraces())
    add_gradient_routes(app, work)
    app.state.models.first.states.show(recorded)
    return client_of(app)


def reply(client: Any, body: dict[str, Any], parse: Callable[[bytes], Any]) -> Any:
    response = client.post("/api/gradients", body)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    parsed = parse(response.content)
    GradientsReply.model_validate(parsed)
    return parsed


def test_names_and_sizes_are_those_of_the_trace(client: Any, parse: Callable[[bytes], Any]) -> None:
    found = reply(client, {"records": RECORDS}, parse)
    traced = parse(client.post("/api/trace", {"records": RECORDS}).content)
    for name in ("model", "mask", "step", "slots", "loss", "scored_events"):
        assert found[name] == traced[name], name
    for ours, theirs in zip(found["records"], traced["records"], strict=True):
        assert ours["valid_count"] == theirs["valid_count"]
        assert ours["losses"] == [1 / 18] * ours["valid_count"]
        for block in theirs["tensors"]["blocks"]:
            del block["visible"]
        assert sizes(ours["tensors"]) == sizes(theirs["tensors"])
        for mine, traced_block in zip(
            ours["tensors"]["blocks"], theirs["tensors"]["blocks"], strict=True
        ):
            assert list(mine) == [name for name in BLOCK_TENSORS if name != "visible"]
            assert nulls(mine["scores"]) == nulls(traced_block["scores"])
    parameters = parse(client.get("/api/parameters").content)["parameters"]
    assert [(row["name"], row["shape"]) for row in found["parameters"]] == [
        (row["name"], row["shape"]) for row in parameters
    ]
    assert [sizes(row["values"]) for row in found["parameters"]] == [
        sizes(row["values"]) for row in parameters
    ]


def sizes(value: Any) -> Any:
    """The same nesting with the numbers left out."""
    if isinstance(value, dict):
        return {name: sizes(inner) for name, inner in value.items()}
    return [len(value), sizes(value[0])] if isinstance(value, list) else None


def nulls(value: Any) -> Any:
    return [nulls(inner) for inner in value] if isinstance(value, list) else value is None


def test_the_gradient_of_logits_by_hand(client: Any, parse: Callable[[bytes], Any]) -> None:
    """Softmax minus one-hot, over all 18 targets."""
    found = reply(client, {"records": RECORDS}, parse)
    traced = parse(client.post("/api/trace", {"records": RECORDS}).content)
    logits = torch.tensor(traced["records"][1]["tensors"]["logits"], dtype=torch.float64)
    expected = logits.softmax(dim=-1)
    for position, target in enumerate(traced["records"][1]["targets"]):
        expected[position, target] -= 1
    gradient = torch.tensor(found["records"][1]["tensors"]["logits"], dtype=torch.float64)
    torch.testing.assert_close(gradient, expected / 18, rtol=1e-12, atol=1e-17)


def test_mask_slots_edits_and_open_ends_count(client: Any, parse: Callable[[bytes], Any]) -> None:
    plain = reply(client, {"records": RECORDS}, parse)
    unmasked = reply(client, {"records": RECORDS, "mask": "none"}, parse)
    assert (unmasked["mask"], nulls(unmasked["records"][0]["tensors"]["blocks"][0]["scores"])) == (
        "none",
        [[[False] * 15] * 15] * 2,
    )
    context = reply(client, {"records": RECORDS, "slots": "context"}, parse)
    assert (context["slots"], sizes(context["records"])) == (64, sizes(plain["records"]))
    edited = [{**RECORDS[0], "replace": [{"position": 5, "id": 300 - 30}]}, RECORDS[1]]
    assert reply(client, {"records": edited}, parse)["loss"] != plain["loss"]
    opened = [RECORDS[0], {"text": "H", "continued": [105]}]
    found = reply(client, {"records": opened}, parse)
    assert found["scored_events"] == 17
    assert found["records"][1]["losses"] == [1 / 17, 1 / 17, None]
    assert set(found["records"][1]["tensors"]["logits"][2]) == {0}


def test_after_some_updates_it_is_that_model(
    trained: Any, recorded: RecordedRun[TrainingRun], parse: Callable[[bytes], Any]
) -> None:
    losses = []
    for step in (None, 0, 9, STEPS):
        found = reply(trained, {"records": RECORDS, "step": step}, parse)
        traced = parse(trained.post("/api/trace", {"records": RECORDS, "step": step}).content)
        assert (found["step"], found["loss"]) == (step, traced["loss"])
        losses.append(found["loss"])
    assert losses[0] == losses[1] > losses[2] > losses[3]
    model = recorded.model_at(9)
    assert all(parameter.grad is None for parameter in model.parameters())


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"records": RECORDS, "step": 7}, 404, "step_unknown"),
        ({"records": [{"text": "", "continued": []}]}, 422, "nothing_scored"),
        ({"records": [{"text": "x" * 100}]}, 422, "record_too_long"),
        ({"records": []}, 422, "request_invalid"),
        ({"records": RECORDS, "fault": None}, 422, "request_invalid"),
        ({"records": RECORDS, "mask": "some"}, 422, "request_invalid"),
    ],
)
def test_what_cannot_be_differentiated_is_refused(
    body: dict[str, Any],
    status: int,
    code: str,
    client: Any,
    error_of: Callable[[Any], dict[str, Any]],
) -> None:
    response = client.post("/api/gradients", body)
    assert (response.status_code, error_of(response)["code"]) == (status, code)


def test_one_update_is_what_the_run_did(
    trained: Any,
    loaded: LoadedModel,
    recorded: RecordedRun[TrainingRun],
    parse: Callable[[bytes], Any],
) -> None:
    asked = {"step": 9, "parameter": "blocks.0.wv", "index": [3, 14]}
    response = trained.post("/api/update", asked)
    assert response.status_code == 200, response.text
    found = parse(response.content)
    RecordsUpdateReply.model_validate(found)
    assert list(found) == list(RecordsUpdateReply.model_fields)
    assert {name: found[name] for name in asked} == asked
    split = recorded.run.parameters.split
    assert found["value"] == split(recorded.state_at(9).weights)["blocks.0.wv"][3, 14].item()
    # Every third state is kept, but nothing keeps us from going there in between.
    between = recorded.run_at(9)
    next(between.events())
    after = split(between.state().weights)["blocks.0.wv"][3, 14].item()
    assert (found["next"], found["new_value"]) == (10, after)
    texts = {record.id: record.text for record in material_of(data_dir()).corpus.train}
    assert len(found["records"]) == 8
    assert all(texts[record["id"]] == record["text"] for record in found["records"])


@pytest.mark.parametrize(
    ("changes", "status", "code", "says"),
    [
        ({"step": STEPS}, 422, "update_unknown", "No update was made after step 12"),
        ({"step": 4}, 404, "step_unknown", "5 are saved, from 0 to 12"),
        ({"step": None}, 422, "request_invalid", "step must be a whole number"),
        ({"parameter": "blocks.7.wq"}, 422, "parameter_unknown", "blocks.0.wq"),
        ({"index": [291]}, 422, "parameter_index_unknown", "0 to 290"),
        ({"index": [-1]}, 422, "parameter_index_unknown", "0 to 290"),
        ({"index": [0, 0]}, 422, "parameter_index_unknown", "[291]"),
        ({"index": ["0"]}, 422, "request_invalid", "index[0] must be a whole number"),
    ],
)
def test_an_update_that_was_not_made_is_refused(
    changes: dict[str, Any],
    status: int,
    code: str,
    says: str,
    trained: Any,
    error_of: Callable[[Any], dict[str, Any]],
) -> None:
    body = {"step": 0, "parameter": "lm_bias", "index": [0]} | changes
    response = trained.post("/api/update", body)
    error = error_of(response)
    assert (response.status_code, error["code"]) == (status, code)
    assert says in error["message"]
    assert "blocks.7.wq" not in json.dumps(error)  # nothing that was sent comes back


def test_without_a_run_there_is_no_update(
    client: Any, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    body = {"step": 0, "parameter": "lm_bias", "index": [0]}
    error = error_of(client.post("/api/update", body))
    assert error["code"] == "step_unknown"
    assert "nothing was trained here yet" in error["message"]
