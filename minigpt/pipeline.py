"""The whole way from texts to a loss as pieces that can be exchanged, one at a time.

The healthy pieces are the project's own; `minigpt/faults` puts a mistaken one in
the place of one of them. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from minigpt.batch import Batch, batch_ids, replace_ids
from minigpt.model import MiniGPT
from minigpt.tokens import TokenMap

#: batch: IDs to aligned inputs and targets; model: the forward pass; score: logits to a loss.
Piece = Literal["batch", "model", "score"]


class MakeBatch(Protocol):
    """Lays records out as a batch."""

    def __call__(
        self,
        sequences: Sequence[Sequence[int]],
        tokenizer: TokenMap,
        context_length: int,
        *,
        slots: int | None = None,
        continued: Sequence[Sequence[int] | None] = (),
        following: Sequence[int | None] = (),
        edits: Sequence[Mapping[int, int]] = (),
    ) -> Batch:
        """As `batch_ids`; then `edits[r]` puts other IDs into slots of record r."""
        ...


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A batcher, and a model that scores its own logits (`MiniGPT.score`)."""

    make_batch: MakeBatch
    model: MiniGPT


def make_batch(
    sequences: Sequence[Sequence[int]],
    tokenizer: TokenMap,
    context_length: int,
    *,
    slots: int | None = None,
    continued: Sequence[Sequence[int] | None] = (),
    following: Sequence[int | None] = (),
    edits: Sequence[Mapping[int, int]] = (),
) -> Batch:
    """The healthy batcher: `batch_ids`, then `replace_ids` for each record with edits.

    Raises:
        What `batch_ids` and `replace_ids` raise.
    """
    batch = batch_ids(
        sequences,
        tokenizer,
        context_length,
        slots=slots,
        continued=continued,
        following=following,
    )
    for record, replacements in enumerate(edits):
        if replacements:
            batch = replace_ids(batch, record, replacements)
    return batch


def healthy_pipeline(model: MiniGPT) -> Pipeline:
    """A model with the project's own batcher."""
    return Pipeline(make_batch, model)
