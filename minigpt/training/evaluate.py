"""The loss of a model on all records of a split: one sum divided by one number.

Never a mean of means: a short record must not count as much as a long one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import torch

from minigpt.batch import Batch, trim
from minigpt.model import MiniGPT

#: So many records at once: enough to be quick, few enough for any corpus to fit in memory.
_RECORDS = 64


@torch.no_grad()
def split_loss(model: MiniGPT, laid_out: Batch) -> float:
    """The mean loss in nats over every scored target of the batch.

    The forward pass is the model's own, which every page and check shows.
    """
    total, events = 0.0, 0
    for part in _parts(laid_out):
        output = model(part.ids, part.valid, part.targets)
        total += output.losses.sum().item()  # [B, T] -> scalar
        events += output.scored_events
    return total / events


def _parts(laid_out: Batch) -> Iterator[Batch]:
    for start in range(0, laid_out.ids.shape[0], _RECORDS):
        rows = slice(start, start + _RECORDS)
        yield trim(
            replace(
                laid_out,
                ids=laid_out.ids[rows],  # [B, T]
                valid=laid_out.valid[rows],  # [B, T]
                targets=laid_out.targets[rows],  # [B, T]
            )
        )
