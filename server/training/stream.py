"""A trainer's events as server-sent events (HTML Living Standard, 9.2), for one listener.

Every event has an ID. Who brings the last one back gets exactly the events after it; who
brings none, or one that is not known here, begins with a snapshot of everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Final

from minigpt.trace_json import to_json
from server.training.trainer import Trainer

#: A comment so often, for whatever sits between and closes silent connections.
HEARTBEAT_S: Final = 15.0
_HEARTBEAT: Final = b": the run may stand still, this connection does not\n\n"
#: How soon a browser asks again after a lost connection.
_RETRY: Final = b"retry: 1000\n\n"


async def events(
    trainer: Trainer, last_id: str | None, heartbeat_s: float = HEARTBEAT_S
) -> AsyncGenerator[bytes, None]:
    """Event after event until the trainer is closed or the listener is gone."""
    log = trainer.log
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(news.set)

    with log.listening(wake):
        yield _RETRY
        at = log.number_of(last_id)
        while True:
            news.clear()
            missed = None if at is None else log.after(at)
            if missed is None:
                document, at = trainer.snapshot()
                yield _event(log.id_of(at), "snapshot", to_json(document))
                continue
            for number, name, data in missed:
                at = number
                yield _event(log.id_of(number), name, data)
            if log.closed:
                return
            if not missed and not await _came(news, heartbeat_s):
                yield _HEARTBEAT


async def _came(news: asyncio.Event, patience_s: float) -> bool:
    try:
        await asyncio.wait_for(news.wait(), patience_s)
    except TimeoutError:
        return False
    return True


def _event(identity: str, name: str, data: bytes) -> bytes:
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (identity.encode(), name.encode(), data)
