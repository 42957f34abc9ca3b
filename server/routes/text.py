"""The text that a model learns from: pieces of it by place, and places by words."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Response

from server.asked_model import AskedModel
from server.routes.documented import json_bytes, named_refusals
from server.schemas.text import MOST_TOKENS, AnySplit, FoundReply, TextReply
from server.work import Work

_MOST: int = 2**53
_SPLIT = Query(description="sample: a page of the text that is there without the text.")


def add_text_routes(app: FastAPI, work: Work) -> None:
    """GET /api/text and GET /api/text/find."""
    refusals = named_refusals("A field cannot be used, or the text is shorter or another.")

    @app.get("/api/text", response_model=TextReply, responses=refusals)
    async def text(
        served: AskedModel,
        split: Annotated[AnySplit, _SPLIT] = "train",
        start: Annotated[int, Query(alias="from", ge=0, le=_MOST)] = 0,
        length: Annotated[int, Query(ge=1, le=MOST_TOKENS)] = MOST_TOKENS,
    ) -> Response:
        """Consecutive tokens of a split, and the one after them."""
        return json_bytes(
            await work.run(lambda: served.text.piece(split, start, length), small=False)
        )

    @app.get("/api/text/find", response_model=FoundReply, responses=refusals)
    async def find(
        served: AskedModel,
        query: Annotated[str, Query(min_length=1, max_length=200)],
        split: Annotated[AnySplit, _SPLIT] = "train",
        after: Annotated[int, Query(ge=-1, le=_MOST)] = -1,
    ) -> Response:
        """The next place at which these very words begin."""
        return json_bytes(
            await work.run(lambda: served.text.find(split, query, after), small=False)
        )
