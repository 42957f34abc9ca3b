"""What encoding a text gives, whichever tokenizer did it: IDs, their places, and merges.

It holds; it encodes nothing.
"""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """A token and the bytes of the UTF-8 text it covers: start to end, end excluded."""

    id: int
    start: int
    end: int


class MergeStep(NamedTuple):
    """One merge that fired; `at` holds the byte offset of the left part, each time."""

    rank: int
    left: int
    right: int
    id: int
    at: list[int]


class Encoding(NamedTuple):
    """Token IDs, their byte ranges, and the merges that led there, by rank.

    A tokenizer that does not merge, or keeps no account of it, has no steps.
    """

    ids: list[int]
    pieces: list[Piece]
    steps: list[MergeStep]
