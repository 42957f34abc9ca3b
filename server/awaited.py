"""Work that waits in a queue is begun only while somebody still waits for its answer.

A page that is loaded again leaves its questions behind; what was begun is finished.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Final, TypeVar

from anyio import create_task_group
from starlette.requests import Request

from server.errors import RefusedRequestError

Answer = TypeVar("Answer")
#: The request whose body has been read whole, so that all it can still tell is that it was left.
_ASKING: Final[ContextVar[Request | None]] = ContextVar("asking", default=None)


def is_asked_by(request: Request) -> None:
    """Have all that is awaited from here on be for that request."""
    _ASKING.set(request)


async def while_awaited(work: Callable[[], Awaitable[Answer]]) -> Answer:
    """What `work` returns or raises, unless the client goes before it is begun.

    Raises:
        RefusedRequestError: it was not begun. Nobody is there to read this.
    """
    if (request := _ASKING.get()) is None:
        return await work()
    answers: list[Answer] = []
    errors: list[Exception] = []
    async with create_task_group() as tasks:

        async def leave_with_the_client() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass
            tasks.cancel_scope.cancel()

        tasks.start_soon(leave_with_the_client)
        try:
            answers.append(await work())
        except Exception as error:  # as it is, not in a group with others
            errors.append(error)
        tasks.cancel_scope.cancel()
    if errors:
        raise errors[0]
    if answers:
        return answers[0]
    raise RefusedRequestError(400, "client_gone", "Nobody waits for this answer any more.")
