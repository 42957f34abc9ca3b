"""The bug lab: which mistakes there are, and which checks notice each."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Path, Response

from minigpt.bug_matrix import CHECK_NAMES, HEALTHY
from minigpt.faults import FAULTS, faults_of
from minigpt.trace_json import to_json
from server.asked_model import AskedModel
from server.routes.documented import json_bytes, named_refusals, read_refusals
from server.schemas.replies import FaultsReply, VerdictsReply
from server.work import Work

_NAMES = {"enum": [HEALTHY, *FAULTS]}


def add_fault_routes(app: FastAPI, work: Work) -> None:
    """GET /api/faults and GET /api/faults/{name}/verdicts."""

    @app.get("/api/faults", response_model=FaultsReply, responses=read_refusals())
    async def faults(served: AskedModel) -> Response:
        """Names and places of those the model can have; in words they are the page's."""
        possible = faults_of(served.loaded.config).values()
        listed = [{"name": f.name, "stage": f.stage, "first": f.first} for f in possible]
        return json_bytes(to_json({"faults": listed, "checks": CHECK_NAMES}))

    @app.get(
        "/api/faults/{name}/verdicts",
        response_model=VerdictsReply,
        responses=named_refusals(
            "There is no fault of this name, or the model cannot have it; the message says more."
        ),
    )
    async def verdicts(
        name: Annotated[str, Path(json_schema_extra=_NAMES)], served: AskedModel
    ) -> Response:
        """What every check says, with its evidence; "none" asks them about the healthy model."""
        replies = served.verdicts
        small = replies.is_known(name)
        return json_bytes(await work.run(lambda: replies.reply(name), small=small, patient=True))
