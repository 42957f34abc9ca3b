"""What the model reads: its corpus and its vocabulary."""

from __future__ import annotations

from fastapi import FastAPI, Response

from server.asked_model import AskedModel
from server.routes.documented import json_bytes, read_refusals
from server.schemas.replies import CorpusReply, VocabularyReply


def add_corpus_routes(app: FastAPI) -> None:
    """GET /api/corpus and GET /api/vocabulary."""

    @app.get("/api/corpus", response_model=CorpusReply, responses=read_refusals())
    async def read_corpus(served: AskedModel) -> Response:
        """The training and validation records."""
        return json_bytes(served.corpus)

    @app.get("/api/vocabulary", response_model=VocabularyReply, responses=read_refusals())
    async def read_vocabulary(served: AskedModel) -> Response:
        """Every ID: its kind, its bytes, how to show it, and the pair it merges."""
        return json_bytes(served.vocabulary)
