"""What the model is: configuration, counts, identities, and every parameter."""

from __future__ import annotations

import platform

import torch
from fastapi import FastAPI, Response

from minigpt.parameters import named_parameters, parameter_table
from minigpt.trace_json import to_json
from server.loaded_model import LoadedModel
from server.routes.documented import json_bytes, read_refusals
from server.schemas.replies import ModelReply, ParametersReply
from server.version import project_version


def add_model_routes(app: FastAPI, loaded: LoadedModel) -> None:
    """GET /api/model and GET /api/parameters."""
    described = to_json(_description(loaded))

    @app.get("/api/model", response_model=ModelReply, responses=read_refusals())
    async def model() -> Response:
        """Configuration, parameter table, identities of the files, versions."""
        return json_bytes(described)

    @app.get("/api/parameters", response_model=ParametersReply, responses=read_refusals())
    async def parameters() -> Response:
        """All parameters by name, shape and value."""
        listed = [
            {"name": name, "shape": list(tensor.shape), "values": tensor.numpy()}
            for name, tensor in named_parameters(loaded.model).items()
        ]
        return json_bytes(to_json({"parameters": listed}))


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
