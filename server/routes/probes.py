"""What the model makes of prompts that tell memory from understanding."""

from __future__ import annotations

from fastapi import FastAPI, Response

from server.loaded_model import LoadedModel
from server.probes_reply import ProbeReplies
from server.routes.documented import json_bytes, read_refusals
from server.schemas.generation import ProbesReply
from server.states import States
from server.training.trainer import Trainer
from server.work import Work


def add_probe_routes(
    app: FastAPI, loaded: LoadedModel, states: States, trainer: Trainer, work: Work
) -> None:
    """GET /api/probes."""
    replies = ProbeReplies(loaded, states)

    @app.get("/api/probes", response_model=ProbesReply, responses=read_refusals())
    async def probes() -> Response:
        """Each probe, and how the untrained, the selected and the final model continue it."""
        report = trainer.report()
        return json_bytes(await work.run(lambda: replies.reply(report), small=False))
