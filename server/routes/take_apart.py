"""What each part of the model is worth on a record."""

from __future__ import annotations

from fastapi import FastAPI, Response

from minigpt.take_apart.ablations import ablations
from minigpt.trace import Trace, trace
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
        traced = await work.run(lambda: _traced(served, recent, asked), small=False)
        model = served.states.model_at(asked.step)
        return json_bytes(
            await work.run(
                lambda: to_json(ablations(model, traced, asked.record).document()),
                small=False,
                patient=True,
            )
        )


def _traced(served: ServedModel, recent: RecentTraces, asked: AblationsRequest) -> Trace:
    """The intact pass, taken from `recent` where it may be there."""
    if asked.record >= len(asked.records):
        raise RefusedRequestError(
            422, "record_unknown", f"There are records 0 to {len(asked.records) - 1}."
        )
    model, batch = served.states.model_at(asked.step), requested_batch(served.loaded, asked)
    if is_small(served.loaded, asked):
        return trace(model, batch, asked.mask)
    key = TraceKey.of(model, batch, asked.mask, None, None)
    return recent.trace(key, lambda: trace(model, batch, asked.mask))
