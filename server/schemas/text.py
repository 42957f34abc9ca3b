"""Pieces of the text that a model of a stream learns from."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from server.schemas.strict import Strict

AnySplit = Literal["train", "validation", "sample"]
#: Tokens of one piece.
MOST_TOKENS: Final = 4096


class TextReply(Strict):
    """Consecutive tokens of a split."""

    split: AnySplit
    start: Annotated[int, Field(alias="from", description="Place of the first token.")]
    total: Annotated[int, Field(description="Tokens of the split.")]
    text: str
    ids: list[int]
    next: Annotated[int | None, Field(description="The ID that comes after; null: the end.")]


class FoundReply(Strict):
    """Where some words begin."""

    start: Annotated[int, Field(alias="from", description="Place of a token.")]
