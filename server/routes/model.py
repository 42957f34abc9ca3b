"""What the model is: configuration, counts, identities, and every parameter."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Response

from server.asked_model import AskedModel
from server.parameters_reply import MEDIA_TYPES, Form, parameters_reply
from server.routes.documented import also_as_file, json_bytes, read_refusals, step_refusals
from server.schemas.replies import ModelReply, ParametersReply
from server.work import SMALL_MODEL, Work


def add_model_routes(app: FastAPI, work: Work) -> None:
    """GET /api/model and GET /api/parameters."""

    @app.get("/api/model", response_model=ModelReply, responses=read_refusals())
    async def model(served: AskedModel) -> Response:
        """Configuration, parameter table, identities of the files, versions."""
        return json_bytes(served.described)

    @app.get(
        "/api/parameters",
        response_model=ParametersReply,
        responses=read_refusals() | step_refusals() | also_as_file(),
    )
    async def parameters(
        served: AskedModel,
        step: int | None = None,
        form: Form = "json",
        names: Annotated[str | None, Query(description="Some of them, commas between.")] = None,
    ) -> Response:
        """Parameters by name, shape and value, after `step` updates or as loaded."""
        model = served.states.model_at(step)
        content = await work.run(
            lambda: parameters_reply(model, step, form, names),
            small=served.loaded.parameter_count <= SMALL_MODEL,
        )
        return Response(content, media_type=MEDIA_TYPES[form])
