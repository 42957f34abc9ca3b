"""A text continued by the model on show."""

from __future__ import annotations

from fastapi import FastAPI, Response

from server.asked_model import AskedModel
from server.generation_reply import generation_reply
from server.routes.documented import json_bytes, step_refusals, write_refusals
from server.schemas.generation import GenerateReply, GenerateRequest
from server.work import Work


def add_generate_routes(app: FastAPI, work: Work) -> None:
    """POST /api/generate."""

    @app.post(
        "/api/generate",
        response_model=GenerateReply,
        responses=step_refusals() | write_refusals(),
    )
    async def generate(asked: GenerateRequest, served: AskedModel) -> Response:
        """A whole continuation: for each new token what the model said, and how it was chosen."""
        # Up to one forward pass for each slot of the context: too long for the event loop.
        return json_bytes(
            await work.run(
                lambda: generation_reply(served.loaded, served.states, asked),
                small=False,
                patient=True,
            )
        )
