"""The vocabulary as a list to read: what each ID is, and how to write it down.

It names tokens; it encodes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minigpt.tokenizer import SPECIALS, Tokenizer

Kind = Literal["byte", "special", "merge"]


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """One ID. `bytes` is empty for specials; rank, left and right belong to merges."""

    id: int
    kind: Kind
    bytes: bytes
    name: str
    rank: int | None = None
    left: int | None = None
    right: int | None = None


def vocabulary(tokenizer: Tokenizer) -> list[VocabularyEntry]:
    """All entries, by ID."""
    special_names = {token: name for name, token in SPECIALS.items()}
    merges = {merge.id: merge for merge in tokenizer.merges}
    entries: list[VocabularyEntry] = []
    for token in range(tokenizer.vocabulary_size):
        piece = tokenizer.piece(token)
        if token in special_names:
            entries.append(VocabularyEntry(token, "special", piece, special_names[token]))
        elif merge := merges.get(token):
            name = visible(piece)
            pair = (merge.left, merge.right)
            entries.append(VocabularyEntry(token, "merge", piece, name, merge.rank, *pair))
        else:
            entries.append(VocabularyEntry(token, "byte", piece, visible(piece)))
    return entries


def visible(piece: bytes) -> str:
    """Printable ASCII as itself, a space as ␠, any other byte as its hex: ⟨0a⟩.

    The signs are outside ASCII, so typed text can never look like them: a typed
    ␠ is three bytes, each of them shown as hex.
    """
    return "".join(map(_visible_byte, piece))


def _visible_byte(value: int) -> str:
    if value == ord(" "):
        return "␠"
    return chr(value) if ord("!") <= value <= ord("~") else f"⟨{value:02x}⟩"
