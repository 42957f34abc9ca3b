"""The vocabulary as a list to read: what each ID is, and how to write it down.

It names tokens; it encodes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from minigpt.tokenizer import SPECIALS, Tokenizer
from minigpt.tokens import TokenMap, special_ids

Kind = Literal["byte", "special", "merge", "character", "id", "piece"]


#: What an ID of each kind of tokenizer is; of any other it is a piece of text.
_KINDS: Final[Mapping[str, Kind]] = {"characters": "character", "ids": "id"}
_SIGNS: Final = {" ": "␠", "\n": "⏎", "\t": "⇥"}
#: Outside ASCII, so that MG-1's names never use them but as signs; typed, they are spelled out.
_RESERVED: Final = frozenset("␠⏎⇥⟨⟩")


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


def vocabulary(tokens: TokenMap) -> list[VocabularyEntry]:
    """All entries, by ID."""
    if isinstance(tokens, Tokenizer):
        return _byte_pairs(tokens)
    kind, special = _KINDS.get(tokens.kind, "piece"), special_ids(tokens)
    entries: list[VocabularyEntry] = []
    for token in range(tokens.vocabulary_size):
        piece = tokens.piece(token)
        if token in special:
            entries.append(VocabularyEntry(token, "special", piece, _special_name(tokens, token)))
        else:
            entries.append(VocabularyEntry(token, kind, piece, visible_text(piece)))
    return entries


def _byte_pairs(tokenizer: Tokenizer) -> list[VocabularyEntry]:
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


def _special_name(tokens: TokenMap, token: int) -> str:
    """BOS, EOS or PAD; one ID may be more than one of them."""
    roles = {"BOS": tokens.bos_id, "EOS": tokens.eos_id, "PAD": tokens.pad_id}
    return " ".join(role for role, held in roles.items() if held == token)


def visible_text(piece: bytes) -> str:
    """A piece of text as a name: é as é, a space as ␠, a new line as ⏎, a tab as ⇥.

    What does not show is spelled out, a character by its code point, ⟨U+00A0⟩, a byte that
    belongs to no character as in `visible`. So are the signs themselves where they are text.
    """
    try:
        return "".join(map(_visible_character, piece.decode("utf-8")))
    except UnicodeDecodeError:
        return visible(piece)


def _visible_character(character: str) -> str:
    if sign := _SIGNS.get(character):
        return sign
    if character.isprintable() and character not in _RESERVED:
        return character
    return f"⟨U+{ord(character):04X}⟩"


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
