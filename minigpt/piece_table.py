"""From token IDs back to text, by a table of the bytes that each ID stands for."""

from __future__ import annotations

from collections.abc import Sequence

from minigpt.tokens import unknown_id


class PieceTable:
    """What tokenizers with such a table share; how a text becomes IDs is each one's own."""

    __slots__ = ("_pieces",)

    _pieces: tuple[bytes, ...]

    @property
    def vocabulary_size(self) -> int:
        """V: how many IDs it has, counted from 0."""
        return len(self._pieces)

    def piece(self, token: int) -> bytes:
        """The bytes a token stands for; none for specials, or where an ID has no token.

        Raises:
            TokenIdError: the ID is outside the vocabulary.
        """
        if not 0 <= token < len(self._pieces):
            raise unknown_id(token, len(self._pieces))
        return self._pieces[token]

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        """The bytes the tokens stand for, one after another.

        Raises:
            TokenIdError: an ID is outside the vocabulary.
        """
        return b"".join(map(self.piece, ids))

    def decode(self, ids: Sequence[int]) -> str:
        """The text of the tokens; each maximal part of a broken character becomes U+FFFD.

        Raises:
            TokenIdError: an ID is outside the vocabulary.
        """
        return self.decode_bytes(ids).decode("utf-8", errors="replace")
