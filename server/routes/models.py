"""Which models there are to choose from."""

from __future__ import annotations

from fastapi import FastAPI, Response

from minigpt.trace_json import to_json
from server.listed_models import list_models
from server.models import Models
from server.routes.documented import (
    conflict_refusals,
    json_bytes,
    plain_refusals,
    write_refusals,
)
from server.schemas.models import CheckpointRequest, ImportReply, ModelsReply, OpenedReply
from server.work import Work


def add_models_routes(app: FastAPI, work: Work) -> None:
    """GET /api/models; POST /api/models/read and /api/models/open."""
    refusals = write_refusals() | conflict_refusals()

    def known() -> Models:
        models: Models = app.state.models
        return models

    @app.get("/api/models", response_model=ModelsReply, responses=plain_refusals())
    async def models() -> Response:
        """Every model by name, and what it is; the one that was opened first comes first."""
        # It may read many files, and count a large model's parameters.
        return json_bytes(await work.run(lambda: to_json(list_models(known())), small=False))

    @app.post("/api/models/read", response_model=ImportReply, responses=refusals)
    async def read(asked: CheckpointRequest) -> Response:
        """What opening a checkpoint would do with each tensor, and what it still has to ask."""
        imports = known().imports
        report = await work.run(
            lambda: imports.read(asked.file, asked.answers), small=False, patient=True
        )
        return json_bytes(to_json(report.to_dict()))

    @app.post("/api/models/open", response_model=OpenedReply, responses=refusals)
    async def open_checkpoint(asked: CheckpointRequest) -> Response:
        """A checkpoint as one more model, in memory; refused whole where anything is wrong."""
        models = known()
        name = await work.run(
            lambda: models.open(asked.file, asked.answers), small=False, patient=True
        )
        return json_bytes(to_json({"name": name}))
