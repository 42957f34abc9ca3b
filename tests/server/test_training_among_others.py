"""The server's training run among others: applications, requests, ends, sites."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal

from minigpt.training.events import Event, Updated
from minigpt.training.loop import TrainingRun
from server.app import create_app
from server.training.progress import ACTIVE
from tests.server.trained import LONG, PATIENCE_S, RED, Trained


def test_two_applications_share_nothing(trained: Trained, client_of: Callable[[Any], Any]) -> None:
    app = create_app()
    other = Trained(app, client_of(app))
    trained.finished(steps=10)
    assert other.report()["status"] == "idle"
    assert other.client.post("/api/trace", {**RED, "step": 10}).status_code == 404
    assert other.finished(steps=5)["run"] == 1
    assert trained.report()["saved"] == [0, 10]


@pytest.mark.parametrize("paused", [False, True])
def test_the_end_of_the_application_ends_its_run(
    trained: Trained, portal: BlockingPortal, paused: bool
) -> None:
    async def lifetime() -> None:
        async with trained.app.router.lifespan_context(trained.app):
            trained.app.state.trainer.start(LONG)
            if paused:
                trained.app.state.trainer.pause()

    portal.call(lifetime)
    assert trained.report()["status"] == "stopped"
    assert "training" not in [thread.name for thread in threading.enumerate()]


def test_the_run_gives_way_between_updates(trained: Trained) -> None:
    """While something is being computed, an update waits for its end, but not for ever."""
    idle = trained.app.state.trainer._work.idle
    waited: list[float | None] = []

    class Watched(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            return True

    trained.app.state.trainer._work.idle = Watched()
    assert trained.finished(steps=10)["status"] == "finished"
    assert len(waited) == 12  # after 10 updates and 2 evaluations
    assert all(timeout is not None and timeout < 0.05 for timeout in waited)
    assert idle.is_set()


def test_of_two_starts_at_once_one_is_refused(trained: Trained) -> None:
    together = threading.Barrier(2)

    def start() -> int:
        together.wait(PATIENCE_S)
        code: int = trained.command("start", LONG).status_code
        return code

    with ThreadPoolExecutor(2) as both:
        codes = [result.result() for result in (both.submit(start), both.submit(start))]
    assert sorted(codes) == [200, 409]
    assert trained.report()["run"] == 1


def test_traces_and_training_do_not_meet(trained: Trained) -> None:
    """Between two updates the model on show is one consistent set of weights, and no other."""
    plain = trained.finished(steps=80)
    untrained = trained.client.post("/api/trace", RED).json()
    at_20 = trained.client.post("/api/trace", {**RED, "step": 20}).json()
    trained.command("start", {"steps": 80})
    trained.until(lambda report: 20 in report["saved"])
    while trained.report()["status"] in ACTIVE:
        assert trained.client.post("/api/trace", RED).json() == untrained
        assert trained.client.post("/api/trace", {**RED, "step": 20}).json() == at_20
    report = trained.report()
    assert (report["losses"], report["curve"]) == (plain["losses"], plain["curve"])


def test_no_other_site_starts_a_run(
    trained: Trained, error_of: Callable[[Any], dict[str, Any]]
) -> None:
    path = "/api/training/start"
    foreign = {"origin": "https://evil.example", "content-type": "application/json"}
    refused = trained.client.request("POST", path, content=b"{}", headers=foreign)
    assert error_of(refused)["code"] == "cross_site_refused"
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        headers = {"content-type": kind} if kind else {}
        refused = trained.client.request("POST", path, content=b"{}", headers=headers)
        assert error_of(refused)["code"] == "content_type_unsupported"
    assert trained.client.get(path).status_code == 405
    assert trained.report()["status"] == "idle"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_of_our_own_ends_the_run_and_nothing_else(
    trained: Trained, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(run: TrainingRun) -> Iterator[Event]:
        yield Updated(1, 5.0)
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(TrainingRun, "events", broken)
        report = trained.finished()
    assert report["status"] == "failed"
    assert "an error of its own: MemoryError" in report["failure"]["what"]
    assert trained.client.post("/api/trace", RED).status_code == 200
    assert trained.finished(steps=3)["status"] == "finished"
