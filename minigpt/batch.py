"""Records as aligned arrays: inputs, visibility, and targets shifted once.

Each record lies in its own row: BOS and its tokens are the inputs, its tokens
and EOS the targets, the rest is padding. A record that is being continued ends
open: what comes next is not known, so its last position has no target. Where a
tokenizer has no BOS and EOS, a record is a piece of one stream of text: its
tokens are the inputs, and its last target is what follows in the stream, if
that is given. Records are never cut or joined, and nothing here computes a loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed_copy

import numpy as np
import torch
from torch import Tensor

from minigpt.errors import (
    EmptyBatchError,
    RecordTooLongError,
    ShapeError,
    SlotError,
    TextError,
    TokenIdError,
)
from minigpt.record_rows import IGNORED as IGNORED  # whoever reads targets needs it
from minigpt.record_rows import row_of
from minigpt.tokens import TokenMap, special_ids, unknown_id


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Aligned arrays of B records in T slots; the tensors are not to be written to.

    Raises:
        ShapeError: the three do not have one shape [B,T], or the wrong types.
    """

    ids: Tensor  # [B,T] long, 0..V-1
    valid: Tensor  # [B,T] bool, true at real positions
    targets: Tensor  # [B,T] long, 0..V-1, or IGNORED where not scored
    vocabulary_size: int  # V

    def __post_init__(self) -> None:
        shapes = {tuple(part.shape) for part in (self.ids, self.valid, self.targets)}
        if len(shapes) != 1 or self.ids.dim() != 2:
            raise ShapeError(f"ids, valid and targets must share one shape [B,T], not {shapes}.")
        types = (self.ids.dtype, self.valid.dtype, self.targets.dtype)
        if types != (torch.long, torch.bool, torch.long):
            raise ShapeError(f"ids, valid and targets must be long, bool and long, not {types}.")

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many real positions each record has: its tokens and BOS."""
        return tuple(self.valid.sum(dim=1).tolist())  # [B]

    @property
    def scored_events(self) -> int:
        """How many targets count: the sum over all records of tokens + 1."""
        return int((self.targets != IGNORED).sum())  # [B,T] -> scalar


def batch_records(
    texts: Sequence[str], tokenizer: TokenMap, context_length: int, *, slots: int | None = None
) -> Batch:
    """Encode whole texts and lay them out in `context_length` slots, or in `slots`.

    Raises:
        EmptyBatchError: no text at all. (An empty text is a record: it scores EOS.)
        EmptyRecordError: a text is empty where nothing is put around it; names the record.
        TextError, TokenIdError: the tokenizer cannot encode a text; names the record.
        RecordTooLongError: a record needs more positions than the context has.
        ShapeError: `slots` is less than the longest record or more than the context.
    """
    return batch_ids(encode_records(texts, tokenizer), tokenizer, context_length, slots=slots)


def encode_records(texts: Sequence[str], tokenizer: TokenMap) -> list[list[int]]:
    """The token IDs of each text.

    Raises:
        TextError, TokenIdError: the tokenizer cannot encode a text; names the record.
    """
    sequences: list[list[int]] = []
    for record, text in enumerate(texts):
        try:
            sequences.append(tokenizer.encode(text))
        except (TextError, TokenIdError) as error:
            raise type(error)(error.message, record=record, details=error.details) from error
    return sequences


def batch_ids(
    sequences: Sequence[Sequence[int]],
    tokenizer: TokenMap,
    context_length: int,
    *,
    slots: int | None = None,
    continued: Sequence[Sequence[int] | None] = (),
    following: Sequence[int | None] = (),
) -> Batch:
    """As `batch_records`, from token IDs of text: BOS and EOS are put around them here.

    Args:
        sequences: each record's token IDs.
        tokenizer: says whether there are BOS and EOS, and what fills unused slots.
        context_length: the most slots.
        slots: how many there shall be; all of the context if left out.
        continued: for each record the IDs that were chosen after its text's own, which may be
            any of the vocabulary and none; such a record ends open. None, and nothing at all,
            for a record that ends.
        following: for each record the ID that comes after it in the stream, the last target;
            None, and nothing at all, where it is not known. Not where records end with EOS.

    Raises:
        EmptyBatchError, EmptyRecordError, RecordTooLongError, ShapeError: as `batch_records`.
        TokenIdError: an ID is special or outside the vocabulary, or follows a record that
            ends; names the record.
    """
    if not sequences:
        raise EmptyBatchError("A batch needs at least one record; an empty text is one.")
    row = row_of(tokenizer)
    rows: list[list[int]] = []
    for record, sequence in enumerate(sequences):
        more = continued[record] if continued else None
        then = following[record] if following else None
        made = row(record, sequence, more, then, tokenizer)
        _check_length(record, len(made) - 1, context_length, tokenizer)
        _check_text_ids(record, sequence, tokenizer)
        for token in [*(more or ()), *(() if then is None else (then,))]:
            check_token_id(record, token, tokenizer.vocabulary_size)
        rows.append(made)
    return _laid_out(rows, tokenizer, context_length if slots is None else slots, context_length)


def _laid_out(
    rows: Sequence[list[int]], tokenizer: TokenMap, width: int, context_length: int
) -> Batch:
    """Rows of inputs and the last target in `width` slots each."""
    longest = max(map(len, rows)) - 1
    if not longest <= width <= context_length:
        raise ShapeError(
            f"{width} slots do not fit: the longest record needs {longest}, "
            f"the context has {context_length}."
        )
    ids, valid, targets = [], [], []
    for whole in rows:
        positions = len(whole) - 1
        padding = width - positions
        ids.append(whole[:-1] + [tokenizer.pad_id] * padding)
        valid.append([True] * positions + [False] * padding)
        targets.append(whole[1:] + [IGNORED] * padding)
    return Batch(
        # numpy reads lists in less than half the time that torch takes.
        ids=torch.from_numpy(np.array(ids, dtype=np.int64)),  # [B,T]
        valid=torch.from_numpy(np.array(valid, dtype=np.bool_)),  # [B,T]
        targets=torch.from_numpy(np.array(targets, dtype=np.int64)),  # [B,T]
        vocabulary_size=tokenizer.vocabulary_size,
    )


def trim(batch: Batch) -> Batch:
    """The batch without the slots that are padding in every record."""
    longest = max(batch.lengths)
    return changed_copy(
        batch,
        ids=batch.ids[:, :longest],  # [B,T] -> [B,longest]
        valid=batch.valid[:, :longest],  # [B,T] -> [B,longest]
        targets=batch.targets[:, :longest],  # [B,T] -> [B,longest]
    )


def replace_ids(batch: Batch, record: int, replacements: Mapping[int, int]) -> Batch:
    """The batch with other input IDs in some slots of one record: `{slot: id}`.

    The target before a real slot is that slot's input, so it changes along with
    it. What is not scored stays unscored: a padding slot gets the ID alone.

    Raises:
        SlotError: the batch has no such record or slot.
        TokenIdError: an ID is outside the vocabulary.
    """
    records, slots = batch.ids.shape
    if not 0 <= record < records:
        raise SlotError(f"There is no record {record}; the batch has {records}.", record=record)
    ids, targets = batch.ids.clone(), batch.targets.clone()  # [B,T] each
    for slot, token in replacements.items():
        if not 0 <= slot < slots:
            raise SlotError(
                f"There is no slot {slot}; the record has slots 0 to {slots - 1}.",
                record=record,
                details={"position": slot, "slots": slots},
            )
        check_token_id(record, token, batch.vocabulary_size)
        ids[record, slot] = token  # scalar
        if slot and batch.valid[record, slot]:
            targets[record, slot - 1] = token  # scalar
    return changed_copy(batch, ids=ids, targets=targets)


def _check_length(record: int, positions: int, limit: int, tokenizer: TokenMap) -> None:
    if positions > limit:
        over = positions - limit
        needed = (
            f"{positions} positions"
            if tokenizer.bos_id is None
            else f"{positions} positions ({positions - 1} tokens and BOS)"
        )
        raise RecordTooLongError(
            f"The record at index {record} needs {needed}, and the context has {limit}. "
            f"Shorten it by {over} token{'s' if over > 1 else ''}; nothing is cut off for you.",
            record=record,
            details={"positions": positions, "limit": limit, "over": over},
        )


def _check_text_ids(record: int, sequence: Sequence[int], tokenizer: TokenMap) -> None:
    special = special_ids(tokenizer)
    if not sequence or (
        min(sequence) >= 0
        and max(sequence) < tokenizer.vocabulary_size
        and special.isdisjoint(sequence)
    ):
        return
    for token in sequence:
        check_token_id(record, token, tokenizer.vocabulary_size)
        if token in special:
            raise TokenIdError(
                f"{token} is a special ID; text has none, and BOS and EOS are added here.",
                record=record,
                details={"id": token},
            )


def check_token_id(record: int, token: int, vocabulary_size: int) -> None:
    """Refuse what no input can be; `record` is only named.

    Raises:
        TokenIdError: the ID is outside the vocabulary.
    """
    if not 0 <= token < vocabulary_size:
        refusal = unknown_id(token, vocabulary_size)
        raise TokenIdError(refusal.message, record=record, details=refusal.details)
