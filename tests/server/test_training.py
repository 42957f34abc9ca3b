"""The server's training run: what it may be told, and what its states show."""

from __future__ import annotations

import gc
import json
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.cli.main import main
from minigpt.opened import load
from minigpt.parameters import named_parameters
from server.training.kept_states import MOST_STEPS
from tests.server.trained import LONG, RED, Trained


def test_before_the_first_run_there_is_nothing_but_the_defaults(trained: Trained) -> None:
    report = trained.report()
    assert report["defaults"]["steps"] == 600
    assert report["save_every"] == report["defaults"]["save_every"] == 10
    assert (report["status"], report["run"], report["config"]) == ("idle", None, None)
    assert (report["curve"], report["losses"], report["saved"]) == ([], [], [])


def test_the_pages_run_is_the_commands_run_bit_for_bit(trained: Trained, tmp_path: Path) -> None:
    report = trained.finished(steps=100, seed=7)
    folder = tmp_path / "run"
    assert main(["train", "--steps", "100", "--seed", "7", "--out", str(folder), "--plain"]) == 0
    theirs = named_parameters(load(folder).model)
    ours = trained.parameters(report["selected"])
    assert ours.keys() == theirs.keys()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert not torch.equal(ours["lm_head"], trained.parameters(None)["lm_head"])


def test_a_pause_changes_no_bit(trained: Trained) -> None:
    plain = trained.finished(steps=60, evaluate_every=20)
    last = trained.parameters(60)
    assert trained.command("start", {"steps": 60, "evaluate_every": 20}).status_code == 200
    # It may be over before the pause gets there.
    if trained.command("pause").status_code == 200 and trained.report()["status"] == "paused":
        assert trained.command("continue").status_code == 200
    again = trained.until(lambda report: report["status"] == "finished")
    assert (again["losses"], again["curve"]) == (plain["losses"], plain["curve"])
    assert all(torch.equal(last[name], value) for name, value in trained.parameters(60).items())


def test_a_run_of_our_corpus_learns_what_it_must(trained: Trained) -> None:
    report = trained.finished(steps=100)
    # By a loop outside of this project; its last digits depend on the processor.
    expected = {0: (5.667506776917232, 5.669947966589483), 50: (1.4563542098, 2.3334198464)}
    curve = {point["step"]: (point["train"], point["validation"]) for point in report["curve"]}
    assert list(curve) == [0, 50, 100]
    for step, losses in expected.items():
        assert curve[step] == pytest.approx(losses, abs=1e-9)
    assert (report["status"], report["step"], report["selected"]) == ("finished", 100, 100)
    assert report["saved"] == list(range(0, 101, 10))
    assert len(report["losses"]) == 100
    assert report["seconds"] > 0


def test_states_show_what_was_learned(trained: Trained) -> None:
    trained.finished(steps=100)
    losses = {}
    for step in (None, 0, 50, 100):
        reply = trained.client.post("/api/trace", {**RED, "step": step})
        assert reply.status_code == 200
        assert reply.json()["step"] == step
        losses[step] = reply.json()["loss"]
    assert losses[None] == losses[0]  # the model as loaded is the untrained one
    assert losses[100] < losses[50] < losses[0] / 2


def test_faults_and_files_know_the_step(trained: Trained) -> None:
    trained.finished(steps=20)
    healthy = trained.client.post("/api/trace", {**RED, "step": 20}).json()
    faulty = trained.client.post("/api/trace", {**RED, "step": 20, "fault": "mask-missing"}).json()
    assert (faulty["step"], faulty["fault"]) == (20, "mask-missing")
    assert faulty["loss"] != healthy["loss"]
    file = trained.client.post("/api/export/trace", {**RED, "step": 20, "format": "json"})
    assert "step-20" in file.headers["content-disposition"]
    assert file.json()["step"] == 20
    assert file.json()["records"] == healthy["records"]


def test_a_saved_page_holds_the_parameters_of_its_step(trained: Trained) -> None:
    trained.finished(steps=20)

    def held(query: str) -> Any:
        reply = trained.client.get(f"/api/export/page{query}")
        (found,) = re.findall(r'id="held-model">(.*?)</script>', reply.text)
        return json.loads(found)

    for step, query in ((None, ""), (20, "?step=20")):
        told = trained.client.get(f"/api/parameters{query}").json()
        assert held(query)["step"] == step
        assert held(query)["parameters"] == told["parameters"]
    assert held("") != held("?step=20")
    assert trained.client.get("/api/export/page?step=21").status_code == 404


@pytest.mark.parametrize("body", [RED, {**RED, "format": "npz"}])
def test_a_step_without_a_state_is_not_found(
    trained: Trained, body: dict[str, Any], error_of: Callable[[Any], dict[str, Any]]
) -> None:
    path = "/api/export/trace" if "format" in body else "/api/trace"
    refused = trained.client.post(path, {**body, "step": 0})
    assert refused.status_code == 404
    assert "nothing was trained here yet" in error_of(refused)["message"]
    trained.finished(steps=20)
    for step in (7, -1, 30):
        refused = trained.client.post(path, {**body, "step": step})
        error = error_of(refused)
        assert (refused.status_code, error["code"]) == (404, "step_unknown")
        assert f"after update {step}; 3 are saved, from 0 to 20" in error["message"]
        assert error["details"]["saved"] == [0, 10, 20]
    assert trained.client.get("/api/parameters?step=7").status_code == 404
    assert trained.client.get("/api/parameters?step=x").status_code == 422


def test_one_run_at_a_time_paused_continued_and_stopped(
    trained: Trained, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    def refused(name: str) -> str:
        reply = trained.command(name)
        assert reply.status_code == 409
        code: str = error_of(reply)["code"]
        return code

    assert [refused(name) for name in ("pause", "continue", "stop")] == [
        *("run_not_running", "run_not_paused", "run_not_running")
    ]
    assert trained.command("start", LONG).json()["run"] == 1
    assert refused("start") == "run_active"
    assert refused("continue") == "run_not_paused"
    trained.until(lambda report: report["step"] > 30)
    # Requests are answered meanwhile.
    assert trained.client.post("/api/trace", {**RED, "step": 20}).status_code == 200
    paused = trained.command("pause").json()
    assert paused["status"] == "paused"
    assert trained.report() == paused  # it stands still
    assert paused["step"] in paused["saved"]
    assert trained.client.post("/api/trace", {**RED, "step": paused["step"]}).status_code == 200
    assert (refused("start"), refused("pause")) == ("run_active", "run_not_running")
    assert trained.command("continue").json()["status"] == "running"
    trained.until(lambda report: report["step"] > paused["step"])
    stopped = trained.command("stop").json()
    assert stopped["status"] == "stopped"
    assert trained.report() == stopped
    assert stopped["step"] in stopped["saved"]
    assert stopped["step"] < LONG["steps"]
    assert [refused(name) for name in ("pause", "continue", "stop")] == [
        *("run_not_running", "run_not_paused", "run_not_running")
    ]


def test_a_paused_run_can_be_stopped(trained: Trained) -> None:
    trained.command("start", LONG)
    assert trained.command("pause").json()["status"] == "paused"
    assert trained.command("stop").json()["status"] == "stopped"


def test_the_next_run_takes_the_place_of_the_last(trained: Trained) -> None:
    first = trained.finished(steps=30)
    second = trained.finished(steps=10, seed=5)
    assert (first["run"], second["run"]) == (1, 2)
    assert second["saved"] == [0, 10]
    assert second["config"]["seed"] == 5
    assert second["losses"] != first["losses"][:10]
    assert trained.client.post("/api/trace", {**RED, "step": 30}).status_code == 404


def test_the_states_of_the_run_before_go_at_once(trained: Trained) -> None:
    trained.finished(steps=30)
    trained.client.post("/api/trace", {**RED, "step": 30})
    states = trained.app.state.trainer._states
    gone = weakref.ref(states.recorded)
    gc.disable()  # megabytes must not wait for a collection
    try:
        trained.finished(steps=10)
    finally:
        gc.enable()
    assert states.recorded is not gone()
    assert gone() is None


def test_a_run_that_bursts_says_where_and_keeps_what_was_good(trained: Trained) -> None:
    report = trained.finished(learning_rate=1e300)
    assert report["status"] == "failed"
    failure = report["failure"]
    assert (failure["step"], failure["kept"], report["step"]) == (2, 0, 0)
    assert "the loss of update 2 (training records " in failure["what"]
    assert failure["kept"] in report["saved"]
    assert trained.client.post("/api/trace", {**RED, "step": 0}).json()["loss"] > 0
    assert trained.finished(steps=3)["status"] == "finished"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"steps": -1}, "a whole number from 0 to"),
        ({"learning_rate": 0}, "above 0"),
        ({"beta1": 1}, "from 0 to below 1"),
        ({"seed": 2**63}, "from 0 to 2^63-1"),
        ({"batch_records": 5000}, "from 1 to 4096"),
        # A state of MG-1 is 333,000 bytes: more than 1,612 of them would fill the memory.
        ({"steps": MOST_STEPS, "save_every": 10}, "from 0 to 16110 here"),
        # Each evaluation may select a state, besides those that are due.
        ({"steps": MOST_STEPS, "evaluate_every": 50}, "from 0 to 80550 here"),
        ({"steps": MOST_STEPS, "save_every": 999, "evaluate_every": 50}, "fit the 512 MiB"),
        (
            {"steps": MOST_STEPS + 1, "save_every": 1000, "evaluate_every": 1000},
            f"from 0 to {MOST_STEPS} here",
        ),
    ],
)
def test_settings_out_of_range_are_refused_with_their_range(
    trained: Trained,
    settings: dict[str, Any],
    says: str,
    error_of: Callable[[Any], dict[str, Any]],
) -> None:
    refused = trained.command("start", settings)
    error = error_of(refused)
    assert (refused.status_code, error["code"]) == (422, "training_config_invalid")
    assert error["details"]["field"] == next(iter(settings))
    assert error["message"].startswith(f"{next(iter(settings))} must be")
    assert says in error["message"]
    assert trained.report()["status"] == "idle"


@pytest.mark.parametrize("body", [{"steps": "9"}, {"steps": 1.5}, {"momentum": 1}, {"seed": True}])
def test_settings_are_not_guessed_at(
    trained: Trained, body: dict[str, Any], error_of: Callable[[Any], dict[str, Any]]
) -> None:
    refused = trained.command("start", body)
    assert refused.status_code == 422
    assert error_of(refused)["details"]["fields"] == list(body)
