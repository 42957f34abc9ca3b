"""From token IDs back to text, by a table of the bytes that each ID stands for."""

from __future__ import annotations

from collections.abc import Sequence

from minigpt.detokenizer import Detokenizer


class PieceTable(Detokenizer):
    """What tokenizers with such a table share; how a text becomes IDs is each one's own."""

    __slots__ = ("_pieces",)

    _pieces: tuple[bytes, ...]

    @property
    def vocabulary_size(self) -> int:
        """V: how many IDs it has, counted from 0."""
        return len(self._pieces)

    def _known_piece(self, token: int) -> bytes:
        return self._pieces[token]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of the tokens; each maximal part of a broken character becomes U+FFFD.

        Raises:
            TokenIdError: an ID is outside the vocabulary.
        """
        return self.decode_bytes(ids).decode("utf-8", errors="replace")
