"""Training batches: whole records, drawn with replacement by a generator of their own.

Every record is encoded and laid out once; a batch takes its rows and drops the slots
that are padding in all of them, which changes no loss and no gradient. The global random
state is neither read nor moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from minigpt.batch import Batch, batch_records
from minigpt.corpus import CorpusRecord
from minigpt.errors import MiniGPTError
from minigpt.tokens import TokenMap


def lay_out(
    records: Sequence[CorpusRecord], split: str, tokenizer: TokenMap, context_length: int
) -> Batch:
    """All records of a split in one batch of `context_length` slots.

    Raises:
        MiniGPTError: of the kind that `batch_records` raises; here the sentence begins with
            the split, the place and the ID of the record, since a corpus may be long.
    """
    try:
        return batch_records([record.text for record in records], tokenizer, context_length)
    except MiniGPTError as error:
        if error.record is None:
            raise
        name = f"{split}[{error.record}] ({records[error.record].id})"
        message = f"record {name}: {error.message}"
        raise type(error)(message, record=error.record, details=error.details) from error


class BatchSource:
    """An endless sequence of batches that depends on the records and the seed alone."""

    def __init__(self, laid_out: Batch, batch_records: int, seed: int) -> None:
        self._all = laid_out
        self._lengths = laid_out.valid.sum(dim=1)  # [R], R records of the split
        self._size = batch_records
        self._generator = torch.Generator().manual_seed(seed)

    @property
    def state(self) -> Tensor:
        """The generator's state, bytes [S]; a copy."""
        return self._generator.get_state()

    @state.setter
    def state(self, state: Tensor) -> None:
        self._generator.set_state(state)

    def draw(self) -> tuple[Tensor, Batch]:
        """The next records' places in the split [B], and their batch trimmed to the longest."""
        whole = self._all
        chosen = torch.randint(len(self._lengths), (self._size,), generator=self._generator)  # [B]
        longest = int(self._lengths[chosen].max())
        return (
            chosen,
            replace(
                whole,
                ids=whole.ids[chosen, :longest],  # [B, longest]
                valid=whole.valid[chosen, :longest],  # [B, longest]
                targets=whole.targets[chosen, :longest],  # [B, longest]
            ),
        )
