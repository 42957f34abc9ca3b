"""Stage 1 gone wrong: the inputs are right, and each is asked for the wrong thing.

A model trained on such targets learns something else, without any complaint.
"""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from minigpt.batch import IGNORED, Batch
from minigpt.faults.fault import BATCH, Fault, with_targets


def shift_again(batch: Batch) -> Batch:
    """The loss shifts what the batcher had shifted already: each slot must guess two ahead."""
    nothing = torch.full_like(batch.targets[:, :1], IGNORED)  # [B, 1]
    return replace(batch, targets=torch.cat([batch.targets[:, 1:], nothing], dim=1))  # [B, T]


def shift_nothing(batch: Batch) -> Batch:
    """Each slot must repeat its own input."""
    return replace(batch, targets=batch.ids.where(batch.valid, IGNORED))  # [B, T]


def drop_eos(batch: Batch) -> Batch:
    """The last real slot of a record has nothing to predict."""
    return replace(batch, targets=batch.targets.where(~_last(batch.valid), IGNORED))  # [B, T]


def _last(valid: Tensor) -> Tensor:
    """True at the last valid slot of each record: [B, T] from valid [B, T]."""
    followed = torch.zeros_like(valid)  # [B, T]
    followed[:, :-1] = valid[:, 1:]  # [B, T - 1]
    return valid & ~followed  # [B, T]


TARGET_FAULTS = (
    Fault("targets-shifted-twice", 1, "targets", BATCH, with_targets(shift_again)),
    Fault("targets-not-shifted", 1, "targets", BATCH, with_targets(shift_nothing)),
    Fault(
        "eos-dropped",
        1,
        "targets",
        BATCH,
        with_targets(drop_eos),
        needs=lambda config: config.data == "records",
        about="records that end in EOS",
    ),
)
