"""Which models there are to choose from."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response

from minigpt.trace_json import to_json
from server.listed_models import list_models
from server.models import Models
from server.routes.documented import json_bytes, plain_refusals
from server.schemas.models import ModelsReply
from server.work import Work


def add_models_routes(app: FastAPI, work: Work) -> None:
    """GET /api/models."""

    @app.get("/api/models", response_model=ModelsReply, responses=plain_refusals())
    async def models(request: Request) -> Response:
        """Every model by name, and what it is; the one that was opened first comes first."""
        known: Models = request.app.state.models
        # It may read many files, and count a large model's parameters.
        return json_bytes(await work.run(lambda: to_json(list_models(known)), small=False))
