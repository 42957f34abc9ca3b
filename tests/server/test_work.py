"""Where computations run, and that nobody waits or differs for it (S4)."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import anyio
import httpx
import pytest
from anyio.from_thread import start_blocking_portal

from server.app import create_app
from server.loaded_model import LoadedModel
from server.requested_batch import is_small
from server.schemas.requests import TraceRequest
from server.settings import Settings
from server.trace_reply import TraceBytes
from server.work import Work

T = TypeVar("T")

# Fails a test that would otherwise hang; nothing waits for it when all is well.
PATIENCE_S = 30.0

LARGE = {"records": [{"text": "7" * 63}] * 8, "padded": True}


def in_own_loop(job: Callable[..., Awaitable[T]], *args: object) -> T:
    """Run `job` on an event loop in a thread of its own.

    This thread may hold one already: Playwright's, where the page's tests came before.
    """
    with start_blocking_portal() as portal:
        return portal.call(job, *args)


def test_small_work_runs_on_the_event_loop_and_large_work_beside_it() -> None:
    async def where(small: bool) -> bool:
        here = threading.get_ident()
        return await Work().run(lambda: threading.get_ident() == here, small=small)

    assert in_own_loop(where, True) is True
    assert in_own_loop(where, False) is False


@pytest.mark.parametrize("small", [True, False])
def test_others_are_told_while_something_is_computed(small: bool) -> None:
    async def told() -> list[bool]:
        work = Work()
        seen = [work.idle.is_set()]
        await work.run(lambda: seen.append(work.idle.is_set()), small=small)
        seen.append(work.idle.is_set())
        with pytest.raises(ZeroDivisionError):
            await work.run(lambda: 1 / 0, small=small)
        return [*seen, work.idle.is_set()]

    assert in_own_loop(told) == [True, False, True, True]


def test_no_keystroke_waits_for_patient_work() -> None:
    go_on = threading.Event()

    async def both() -> str:
        work = Work()
        async with anyio.create_task_group() as group:
            group.start_soon(
                lambda: work.run(lambda: go_on.wait(PATIENCE_S), small=False, patient=True)
            )
            await anyio.wait_all_tasks_blocked()
            with anyio.fail_after(PATIENCE_S):
                answer = await work.run(lambda: "typed", small=False)
            go_on.set()
        return answer

    assert in_own_loop(both) == "typed"


def test_large_work_runs_one_at_a_time() -> None:
    begun: list[int] = []
    go_on = threading.Event()

    def compute() -> None:
        begun.append(threading.get_ident())
        assert go_on.wait(PATIENCE_S)

    async def four() -> None:
        work = Work()
        async with anyio.create_task_group() as group:
            for _ in range(4):
                group.start_soon(lambda: work.run(compute, small=False))
            await anyio.wait_all_tasks_blocked()
            # All four are asked for and none has ended.
            at_once = len(begun)
            go_on.set()
        assert at_once <= 1
        assert len(begun) == 4

    in_own_loop(four)


def test_an_error_comes_back_from_the_worker() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    async def run() -> None:
        await Work().run(fail, small=False)

    with pytest.raises(ZeroDivisionError):
        in_own_loop(run)


def test_the_server_answers_while_a_large_trace_runs(monkeypatch: Any) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def held(*_: object) -> TraceBytes:
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return TraceBytes(b"{}")

    app = create_app()
    answers: list[str] = []

    async def ask() -> None:
        transport = httpx.ASGITransport(app)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
            anyio.create_task_group() as group,
        ):

            async def trace() -> None:
                answers.append((await client.post("/api/trace", json=LARGE)).text)

            group.start_soon(trace)
            assert await anyio.to_thread.run_sync(begun.wait, PATIENCE_S)
            # The worker is held, so every answer below comes past it.
            model = await client.get("/api/model")
            answers.append(model.json()["name"])
            tokens = await client.post("/api/tokenize", json={"text": "a"})
            answers.append(tokens.json()["ids"])
            go_on.set()

    monkeypatch.setattr("server.routes.trace.trace_reply", held)
    in_own_loop(ask)
    assert answers == ["mg-1", [97], "{}"]


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    return LoadedModel.load(Settings().data_dir)


@pytest.mark.parametrize(
    ("body", "small"),
    [
        ({"records": [{"text": "The key is red. Answer: red."}] * 2}, True),
        ({"records": [{"text": "The key is red. Answer: red."}] * 2, "slots": "context"}, True),
        ({"records": [{"text": ""}] * 8}, True),
        ({"records": [{"text": "7" * 63}]}, True),
        ({"records": [{"text": "7" * 63}] * 3}, False),
        ({"records": [{"text": ""}] * 3, "slots": "context"}, False),
        ({"records": [{"text": ""}] * 3, "padded": True}, False),
        ({"records": [{"text": "好" * 21}] * 3}, False),  # three bytes each, 64 positions
        ({"records": [{"text": "7" * 100_000}]}, False),
        ({"records": [{"text": "", "replace": [{"position": 0, "id": 1}] * 999}]}, False),
        ({"records": [{"text": "", "continued": [1] * 63}] * 2}, True),
        ({"records": [{"text": "", "continued": [1] * 63}] * 3}, False),
        ({"records": [{"text": "7" * 30, "continued": [1] * 40}] * 3}, False),
        ({"records": [{"text": "", "continued": [1] * 999}]}, False),
    ],
)
def test_what_counts_as_small(loaded: LoadedModel, body: Any, small: bool) -> None:
    assert is_small(loaded, TraceRequest.model_validate(body)) is small


@pytest.mark.parametrize(("passes", "small"), [(1, True), (2, True), (3, False)])
def test_what_takes_several_passes_counts_as_often(
    loaded: LoadedModel, passes: int, small: bool
) -> None:
    whole = {"records": [{"text": "7" * 63}]}
    assert is_small(loaded, TraceRequest.model_validate(whole), passes=passes) is small


def test_many_clients_at_once_get_what_one_alone_gets(server: Any) -> None:
    bodies: list[dict[str, Any]] = [
        {"records": [{"text": "The key is red. Answer: red."}, {"text": "7" * length}]}
        for length in range(6)
    ]
    bodies += [{**bodies[0], "padded": True}, LARGE]

    def ask(body: dict[str, Any]) -> bytes:
        response = httpx.post(f"{server.address}api/trace", json=body, timeout=PATIENCE_S)
        assert response.status_code == 200
        return response.content

    alone = [ask(body) for body in bodies]
    with ThreadPoolExecutor(16) as clients:
        together = list(clients.map(ask, bodies * 3))
    assert together == alone * 3


def test_an_over_long_text_is_counted_beside_the_event_loop(
    client: Any, error_of: Callable[[httpx.Response], dict[str, Any]]
) -> None:
    error = error_of(client.post("/api/trace", {"records": [{"text": "7" * 20_000}]}))
    assert error["details"] == {"positions": 20_001, "limit": 64, "over": 19_937}
