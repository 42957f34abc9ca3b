"""What the model is: configuration, counts, identities, and every parameter."""

from __future__ import annotations

from fastapi import FastAPI, Response

from minigpt.trace_json import to_json
from server.asked_model import AskedModel
from server.described_model import describe_parameters
from server.routes.documented import json_bytes, read_refusals, step_refusals
from server.schemas.replies import ModelReply, ParametersReply


def add_model_routes(app: FastAPI) -> None:
    """GET /api/model and GET /api/parameters."""

    @app.get("/api/model", response_model=ModelReply, responses=read_refusals())
    async def model(served: AskedModel) -> Response:
        """Configuration, parameter table, identities of the files, versions."""
        return json_bytes(served.described)

    @app.get(
        "/api/parameters",
        response_model=ParametersReply,
        responses=read_refusals() | step_refusals(),
    )
    async def parameters(served: AskedModel, step: int | None = None) -> Response:
        """All parameters by name, shape and value, after `step` updates or as loaded."""
        return json_bytes(to_json(describe_parameters(served.states.model_at(step), step)))
