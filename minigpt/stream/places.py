"""A split of a text as tokens: a piece of it by its place, and the next place of some words.

Places count tokens, so that a piece is as long as the positions it fills. It reads no file.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from minigpt.tokens import TokenMap


@dataclass(frozen=True, slots=True)
class Piece:
    """Tokens from a place on: their text, their IDs, and the ID that comes after (None: none)."""

    start: int
    text: str
    ids: list[int]
    next: int | None


class Places:
    """One split, encoded once."""

    def __init__(self, text: str, tokens: TokenMap) -> None:
        """Raises TextError, TokenIdError: the tokenizer cannot encode the text."""
        self._text = text
        self._tokens = tokens
        self._ids = tokens.encode(text)

    @property
    def total(self) -> int:
        """How many tokens there are."""
        return len(self._ids)

    def piece(self, start: int, length: int) -> Piece:
        """Up to `length` tokens from `start`, which may be any place from 0 to the end."""
        end = min(start + length, self.total)
        ids = self._ids[start:end]
        following = self._ids[end] if end < self.total else None
        return Piece(start, self._tokens.decode(ids), ids, following)

    def find(self, query: str, after: int) -> int | None:
        """The first token after place `after` in which `query` begins; None: there is none."""
        first = after + 1
        if first >= self.total:
            return None
        found = self._text.find(query, max(self._characters[max(first, 0)], 0))
        return None if found < 0 else bisect_right(self._characters, found) - 1

    @cached_property
    def _characters(self) -> list[int]:
        """At which character each token begins."""
        if self.total == len(self._text):
            return list(range(self.total))
        pieces = self._tokens.encode_steps(self._text).pieces
        places = self._character_of_byte()
        return [places[start] for _, start, _ in pieces]

    def _character_of_byte(self) -> list[int]:
        """For each byte of the text, the character that it belongs to."""
        places: list[int] = []
        for index, character in enumerate(self._text):
            places.extend([index] * len(character.encode("utf-8")))
        return places
