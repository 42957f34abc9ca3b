"""What the model reads: its corpus and its vocabulary."""

from __future__ import annotations

from fastapi import FastAPI, Response

from minigpt.trace_json import to_json
from server.described_model import describe_corpus, describe_vocabulary
from server.loaded_model import LoadedModel
from server.routes.documented import json_bytes, read_refusals
from server.schemas.replies import CorpusReply, VocabularyReply


def add_corpus_routes(app: FastAPI, loaded: LoadedModel) -> None:
    """GET /api/corpus and GET /api/vocabulary."""
    records = to_json(describe_corpus(loaded))
    entries = to_json(describe_vocabulary(loaded))

    @app.get("/api/corpus", response_model=CorpusReply, responses=read_refusals())
    async def read_corpus() -> Response:
        """The training and validation records."""
        return json_bytes(records)

    @app.get("/api/vocabulary", response_model=VocabularyReply, responses=read_refusals())
    async def read_vocabulary() -> Response:
        """Every ID: its kind, its bytes, how to show it, and the pair it merges."""
        return json_bytes(entries)
