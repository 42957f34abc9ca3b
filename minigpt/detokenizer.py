"""From token IDs back to bytes: one piece for each ID of a vocabulary, joined."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from minigpt.tokens import unknown_id


class Detokenizer(ABC):
    """What all tokenizers share; where the piece of an ID comes from is each one's own."""

    __slots__ = ()

    @property
    @abstractmethod
    def vocabulary_size(self) -> int:
        """V: how many IDs it has, counted from 0."""

    @abstractmethod
    def _known_piece(self, token: int) -> bytes:
        """The bytes of an ID that is in the vocabulary."""

    def piece(self, token: int) -> bytes:
        """The bytes a token stands for; none for specials, or where an ID has no token.

        Raises:
            TokenIdError: the ID is outside the vocabulary.
        """
        if not 0 <= token < self.vocabulary_size:
            raise unknown_id(token, self.vocabulary_size)
        return self._known_piece(token)

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The bytes the tokens stand for, one after another.

        Raises:
            TokenIdError: an ID is outside the vocabulary.
        """
        return b"".join(map(self.piece, ids))
