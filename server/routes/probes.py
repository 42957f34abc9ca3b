"""What the model makes of prompts that tell memory from understanding."""

from __future__ import annotations

from fastapi import FastAPI, Response

from server.asked_model import AskedModel
from server.routes.documented import json_bytes, read_refusals
from server.schemas.generation import ProbesReply
from server.work import Work


def add_probe_routes(app: FastAPI, work: Work) -> None:
    """GET /api/probes."""

    @app.get("/api/probes", response_model=ProbesReply, responses=read_refusals())
    async def probes(served: AskedModel) -> Response:
        """Each probe, and how the untrained, the selected and the final model continue it."""
        report = served.trainer.report()
        return json_bytes(
            await work.run(lambda: served.probes.reply(report), small=False, patient=True)
        )
