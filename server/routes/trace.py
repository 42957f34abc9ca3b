"""The complete trace of a batch of records."""

from __future__ import annotations

from fastapi import FastAPI, Response

from server.asked_model import AskedModel
from server.recent_traces import RecentTraces
from server.requested_batch import is_small
from server.routes.documented import also_as_file, step_refusals, write_refusals
from server.schemas.requests import TraceRequest
from server.schemas.trace import TraceReply
from server.trace_reply import trace_reply
from server.work import Work


def add_trace_routes(app: FastAPI, work: Work, recent: RecentTraces) -> None:
    """POST /api/trace."""

    @app.post(
        "/api/trace",
        response_model=TraceReply,
        responses=step_refusals() | write_refusals() | also_as_file(),
    )
    async def trace(asked: TraceRequest, served: AskedModel) -> Response:
        """One forward pass of all records, with every number it computed."""
        # What may be held is looked up in one thread.
        small = asked.is_plain and is_small(served.loaded, asked)
        reply = await work.run(
            lambda: trace_reply(served.loaded, served.states, recent, asked), small=small
        )
        return Response(reply.content, media_type=reply.media_type)
