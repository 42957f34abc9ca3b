"""A text taken apart: its tokens and the merges that led there."""

from __future__ import annotations

from fastapi import FastAPI, Response

from minigpt.encoding_json import encoding_document
from minigpt.trace_json import to_json
from server.asked_model import AskedModel
from server.loaded_model import LoadedModel
from server.routes.documented import json_bytes, write_refusals
from server.schemas.replies import TokenizeReply
from server.schemas.requests import TokenizeRequest
from server.work import SMALL_TEXT, Work


def add_tokenize_routes(app: FastAPI, work: Work) -> None:
    """POST /api/tokenize."""

    @app.post("/api/tokenize", response_model=TokenizeReply, responses=write_refusals())
    async def tokenize(asked: TokenizeRequest, served: AskedModel) -> Response:
        """IDs, pieces with byte offsets, and merge steps of one text."""
        small = len(asked.text) <= SMALL_TEXT
        return json_bytes(await work.run(lambda: _reply(served.loaded, asked.text), small=small))


def _reply(loaded: LoadedModel, text: str) -> bytes:
    return to_json(encoding_document(loaded.tokenizer.encode_steps(text)))
