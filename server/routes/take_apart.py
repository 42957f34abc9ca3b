"""What each part of the model is worth on a record."""

from __future__ import annotations

from fastapi import FastAPI, Response

from minigpt.take_apart.ablations import ablations
from minigpt.trace import trace
from minigpt.trace_json import to_json
from server.asked_model import AskedModel
from server.errors import RefusedRequestError
from server.recent_traces import RecentTraces, TraceKey
from server.requested_batch import is_small, requested_batch
from server.routes.documented import json_bytes, step_refusals, write_refusals
from server.schemas.take_apart import AblationsReply, AblationsRequest
from server.served_model import ServedModel
from server.work import Work


def add_take_apart_routes(app: FastAPI, work: Work, recent: RecentTraces) -> None:
    """POST /api/ablations."""

    @app.post(
        "/api/ablations",
        response_model=AblationsReply,
        responses=step_refusals() | write_refusals(),
    )
    async def ablate(asked: AblationsRequest, served: AskedModel) -> Response:
        """A record's mean loss without each head, each FFN and each block, every part alone."""
        return json_bytes(await work.run(lambda: _reply(served, recent, asked), small=False))


def _reply(served: ServedModel, recent: RecentTraces, asked: AblationsRequest) -> bytes:
    if asked.record >= len(asked.records):
        raise RefusedRequestError(
            422, "record_unknown", f"There are records 0 to {len(asked.records) - 1}."
        )
    model, batch = served.states.model_at(asked.step), requested_batch(served.loaded, asked)
    if is_small(served.loaded, asked):
        traced = trace(model, batch, asked.mask)
    else:
        key = TraceKey.of(model, batch, asked.mask, None, None)
        traced = recent.trace(key, lambda: trace(model, batch, asked.mask))
    return to_json(ablations(model, traced, asked.record).document())
