"""What the model reads: its corpus and its vocabulary."""

from __future__ import annotations

from fastapi import APIRouter, Response

from minigpt.trace_json import to_json
from minigpt.vocabulary import vocabulary
from server.loaded_model import LoadedModel
from server.routes.documented import api_router, json_bytes, read_refusals
from server.schemas.replies import CorpusReply, VocabularyReply


def corpus_router(loaded: LoadedModel) -> APIRouter:
    """GET /api/corpus and GET /api/vocabulary."""
    router = api_router()
    corpus = loaded.corpus
    records = to_json(
        {"version": corpus.version, "train": corpus.train, "validation": corpus.validation}
    )
    entries = to_json({"entries": _entries(loaded)})

    @router.get("/corpus", response_model=CorpusReply, responses=read_refusals())
    async def read_corpus() -> Response:
        """The training and validation records."""
        return json_bytes(records)

    @router.get("/vocabulary", response_model=VocabularyReply, responses=read_refusals())
    async def read_vocabulary() -> Response:
        """Every ID: its kind, its bytes, how to show it, and the pair it merges."""
        return json_bytes(entries)

    return router


def _entries(loaded: LoadedModel) -> list[dict[str, object]]:
    return [
        {
            "id": entry.id,
            "kind": entry.kind,
            "hex": entry.bytes.hex(),
            "name": entry.name,
            "rank": entry.rank,
            "left": entry.left,
            "right": entry.right,
        }
        for entry in vocabulary(loaded.tokenizer)
    ]
