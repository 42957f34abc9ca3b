"""Prompts that begin like a training record as text, but not as tokens.

"Answer:" ends in ID 58, and in the records the colon and the space after it are one token,
259. What follows 58 there was never learned: a prompt that stops inside a token leads the
model to a place where no record goes. This finds that, and says where the two part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from minigpt.corpus import CorpusRecord
from minigpt.encoding import Piece
from minigpt.tokens import TokenMap


@dataclass(frozen=True, slots=True)
class Misalignment:
    """Where a prompt's tokens leave those of a record that its text is a prefix of.

    record: the first such record.
    slot: of the first token that differs; BOS is in slot 0.
    prompt: the prompt's tokens from there to its end.
    training: the record's from there to where the prompt ends, and past it if a token does.
        Byte offsets of both count from the beginning of the text that they share.
    """

    record: CorpusRecord
    slot: int
    prompt: tuple[Piece, ...]
    training: tuple[Piece, ...]


def misalignment(
    prompt: str, records: Iterable[CorpusRecord], tokenizer: TokenMap
) -> Misalignment | None:
    """How `prompt` parts from the first of `records` whose text it begins.

    None if it begins none, or if its tokens begin those of one of them: then the model has
    learned what follows.

    Raises:
        TextError: a text has no UTF-8 encoding.
    """
    ids = tokenizer.encode(prompt)
    found: Misalignment | None = None
    for record in records:
        if not record.text.startswith(prompt):
            continue
        if tokenizer.encode(record.text)[: len(ids)] == ids:
            return None
        found = found or _parting(prompt, record, tokenizer)
    return found


def _parting(prompt: str, record: CorpusRecord, tokenizer: TokenMap) -> Misalignment:
    """Where the two part; they must."""
    ours, theirs = (tokenizer.encode_steps(text).pieces for text in (prompt, record.text))
    same = 0
    while ours[same].id == theirs[same].id:
        same += 1
    end = ours[-1].end
    return Misalignment(
        record,
        same + 1,
        tuple(ours[same:]),
        tuple(piece for piece in theirs[same:] if piece.start < end),
    )
