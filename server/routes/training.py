"""The server's training run: how far it is, what it is to do, and its events as they come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from anyio import to_thread
from fastapi import FastAPI, Header, Response
from fastapi.responses import StreamingResponse

from minigpt.trace_json import to_json
from server.asked_model import AskedModel
from server.routes.documented import (
    json_bytes,
    read_refusals,
    run_refusals,
    write_refusals,
)
from server.schemas.training import NoSettings, StartRequest, TrainingEvent, TrainingReply
from server.training.progress import Document
from server.training.stream import events


class _EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


def add_training_routes(app: FastAPI) -> None:
    """GET /api/training and its events; POST start, pause, continue and stop."""
    refusals = run_refusals() | write_refusals()

    @app.get("/api/training", response_model=TrainingReply, responses=read_refusals())
    async def training(served: AskedModel) -> Response:
        """All that is known of the current run."""
        return json_bytes(to_json(served.trainer.report()))

    @app.post("/api/training/start", response_model=TrainingReply, responses=refusals)
    async def start(asked: StartRequest, served: AskedModel) -> Response:
        """Begin a run; its states take the place of those of the one before."""
        settings = asked.model_dump(exclude_none=True)
        return await _told(lambda: served.trainer.start(settings))

    @app.post("/api/training/pause", response_model=TrainingReply, responses=refusals)
    async def pause(asked: NoSettings, served: AskedModel) -> Response:
        """Have the run stand still."""
        return await _told(served.trainer.pause)

    @app.post("/api/training/continue", response_model=TrainingReply, responses=refusals)
    async def resume(asked: NoSettings, served: AskedModel) -> Response:
        """Have a paused run go on."""
        return await _told(served.trainer.resume)

    @app.post("/api/training/stop", response_model=TrainingReply, responses=refusals)
    async def stop(asked: NoSettings, served: AskedModel) -> Response:
        """End the run; its states stay."""
        return await _told(served.trainer.stop)

    @app.get(
        "/api/training/events",
        response_class=_EventStream,
        response_model=TrainingEvent,
        responses=read_refusals(),
    )
    async def listen(
        served: AskedModel, last_event_id: Annotated[str | None, Header()] = None
    ) -> Response:
        """What becomes of the run, as server-sent events, from Last-Event-ID on."""
        return _EventStream(events(served.trainer, last_event_id))


async def _told(command: Callable[[], Document]) -> Response:
    # It waits for the update under way, and must not keep the event loop waiting with it.
    return json_bytes(to_json(await to_thread.run_sync(command)))
