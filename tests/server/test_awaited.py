"""Queued work whose client has gone is not begun; what was begun is finished, and errors stay."""

from __future__ import annotations

import threading

import anyio
import pytest
from anyio.from_thread import start_blocking_portal
from starlette.requests import Request
from starlette.types import Message

from server.awaited import is_asked_by
from server.errors import RefusedRequestError
from server.work import Work

# Fails a test that would otherwise hang; nothing waits for it when all is well.
PATIENCE_S = 30.0


class Asked:
    """A request whose client can go away."""

    def __init__(self) -> None:
        self.gone = anyio.Event()
        self.request = Request({"type": "http"}, self._receive)

    async def _receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}


async def _abandoned(*, patient: bool) -> tuple[list[str], str, bool]:
    """Of three requests in one queue the second is left while it waits: what was done of them."""
    work, done, asked = Work(), [], Asked()
    go_on, refusal = threading.Event(), ""

    def compute(name: str) -> None:
        assert go_on.wait(PATIENCE_S)
        done.append(name)

    async def ask(name: str, by: Asked) -> None:
        nonlocal refusal
        is_asked_by(by.request)
        try:
            await work.run(lambda: compute(name), small=False, patient=patient)
        except RefusedRequestError as error:
            refusal = error.code

    async with anyio.create_task_group() as group:
        for name in ("first", "left", "last"):
            group.start_soon(ask, name, asked if name == "left" else Asked())
            await anyio.wait_all_tasks_blocked()
        asked.gone.set()
        await anyio.wait_all_tasks_blocked()
        go_on.set()
    return done, refusal, work.idle.is_set()


@pytest.mark.parametrize("patient", [False, True])
def test_what_nobody_waits_for_is_not_begun(patient: bool) -> None:
    with start_blocking_portal() as portal:
        told = portal.call(lambda: _abandoned(patient=patient))
    assert told == (["first", "last"], "client_gone", True)


async def _left_at_work() -> list[str]:
    """The client goes once its work is under way."""
    asked, begun, go_on = Asked(), threading.Event(), threading.Event()
    done: list[str] = []

    def compute() -> None:
        begun.set()
        assert go_on.wait(PATIENCE_S)
        done.append("finished")

    async def ask() -> None:
        is_asked_by(asked.request)
        await Work().run(compute, small=False)

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        await anyio.to_thread.run_sync(begun.wait)
        asked.gone.set()
        await anyio.wait_all_tasks_blocked()
        go_on.set()
    return done


def test_what_was_begun_is_finished() -> None:
    with start_blocking_portal() as portal:
        assert portal.call(_left_at_work) == ["finished"]


def test_an_error_comes_out_as_it_is() -> None:
    async def failing() -> None:
        is_asked_by(Asked().request)
        with pytest.raises(ZeroDivisionError):
            await Work().run(lambda: 1 / 0, small=False)

    with start_blocking_portal() as portal:
        portal.call(failing)
