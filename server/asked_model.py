"""Which model a request is about: the one place where `?model=` becomes a model.

Routes that depend on one take an `AskedModel`; without the parameter it is the first.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request

from server.models import Models
from server.served_model import ServedModel


async def asked_model(
    request: Request,
    model: Annotated[
        str | None,
        Query(description="A name from /api/models; left out: the model this server opened."),
    ] = None,
) -> ServedModel:
    """The model of that name, loaded if it was not yet.

    Raises:
        RefusedRequestError: 404, there is none.
        MiniGPTError: its files are damaged.
    """
    models: Models = request.app.state.models
    return models.first if model is None else await models.named(model)


async def model_of(request: Request) -> ServedModel:
    """The same for a route that FastAPI's own handling would cost too much."""
    if not request.scope["query_string"]:  # nearly every request
        return await asked_model(request)
    return await asked_model(request, request.query_params.get("model"))


AskedModel = Annotated[ServedModel, Depends(asked_model)]
