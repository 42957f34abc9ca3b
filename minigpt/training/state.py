"""Everything a run needs to go on exactly where it was, and the curve so far.

Plain tensors and numbers; how they reach a disk is `checkpoint.py`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Both losses after `step` updates, in nats over all targets of each split."""

    step: int
    train: float
    validation: float


@dataclass(frozen=True, slots=True, eq=False)
class TrainingState:
    """A run after `step` updates. P is the number of parameters; tensors are copies.

    weights, first, second: [P] parameters and both moments of Adam.
    generator: [S] bytes, what draws the next batch.
    curve: the evaluations so far; the first is at step 0.
    selected: [P] weights at the first minimum of validation loss; `selected_step` says when.
    """

    step: int
    weights: Tensor
    first: Tensor
    second: Tensor
    generator: Tensor
    curve: tuple[Evaluation, ...]
    selected: Tensor
    selected_step: int
