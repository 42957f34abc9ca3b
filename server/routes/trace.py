"""The complete trace of a batch of records."""

from __future__ import annotations

from fastapi import FastAPI, Response

from server.loaded_model import LoadedModel
from server.routes.documented import json_bytes, write_refusals
from server.schemas.requests import TraceRequest
from server.schemas.trace import TraceReply
from server.trace_reply import is_small, trace_reply
from server.work import Work


def add_trace_routes(app: FastAPI, loaded: LoadedModel, work: Work) -> None:
    """POST /api/trace."""

    @app.post("/api/trace", response_model=TraceReply, responses=write_refusals())
    async def trace(asked: TraceRequest) -> Response:
        """One forward pass of all records, with every number it computed."""
        small = is_small(loaded, asked)
        return json_bytes(await work.run(lambda: trace_reply(loaded, asked), small=small))
