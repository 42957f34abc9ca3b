"""What the model is: configuration, counts, identities, and every parameter."""

from __future__ import annotations

import platform

import torch
from fastapi import APIRouter, Response

from minigpt.parameters import named_parameters, parameter_table
from minigpt.trace_json import to_json
from server.loaded_model import LoadedModel
from server.routes.documented import api_router, json_bytes, read_refusals
from server.schemas.replies import ModelReply, ParametersReply
from server.version import project_version


def model_router(loaded: LoadedModel) -> APIRouter:
    """GET /api/model and GET /api/parameters."""
    router = api_router()
    described = to_json(_description(loaded))

    @router.get("/model", response_model=ModelReply, responses=read_refusals())
    async def model() -> Response:
        """Configuration, parameter table, identities of the files, versions."""
        return json_bytes(described)

    @router.get("/parameters", response_model=ParametersReply, responses=read_refusals())
    async def parameters() -> Response:
        """All parameters by name, shape and value."""
        listed = [
            {"name": name, "shape": list(tensor.shape), "values": tensor.numpy()}
            for name, tensor in named_parameters(loaded.model).items()
        ]
        return json_bytes(to_json({"parameters": listed}))

    return router


def _description(loaded: LoadedModel) -> dict[str, object]:
    *components, total = parameter_table(loaded.model)
    return {
        "name": loaded.config.name,
        "config": loaded.config.to_dict(),
        "parameters": {"components": components, "total": total.count},
        "identities": loaded.identities,
        "versions": {
            "minigpt": project_version(),
            "python": platform.python_version(),
            "torch": str(torch.__version__),
        },
    }
