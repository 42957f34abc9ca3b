"""Cross-entropy of raw logits against target IDs, in nats.

Scored are the targets that are not the ignore mark, and nothing else decides:
the sum of their losses is divided by their number, never by the slots.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.batch import IGNORED
from minigpt.errors import ShapeError, TargetIdError


@dataclass(frozen=True, slots=True)
class Loss:
    """What scoring gave, in nats.

    losses: [...] per target, exactly 0 where ignored.
    mean: [] the sum of losses over `scored_events`; None if nothing was scored,
        since the mean of nothing is not a number.
    scored_events: how many targets were scored.
    """

    losses: Tensor
    mean: Tensor | None
    scored_events: int


def cross_entropy(logits: Tensor, targets: Tensor) -> Loss:
    """-ln softmax(logits)[target], by the shifted log-sum-exp.

    ln sum exp(z) = peak + ln sum exp(z - peak) cannot overflow, and takes no
    logarithm of a probability that has underflowed to zero.

    Args:
        logits: [..., V] raw scores; no softmax has been applied.
        targets: [...] long, each 0..V-1 or -100.

    Raises:
        ShapeError: the leading axes of logits are not those of targets.
        TargetIdError: a target is outside 0..V-1 and not -100.
    """
    if logits.shape[:-1] != targets.shape or logits.ndim == 0:
        raise ShapeError(
            f"targets {list(targets.shape)} must have the axes of "
            f"logits {list(logits.shape)} without the last."
        )
    flat_targets = targets.reshape(-1)  # [M], M all targets in a row
    scored = (flat_targets != IGNORED).nonzero()[:, 0]  # [N], places of the N scored
    chosen = flat_targets[scored]  # [N]
    _check_targets(chosen, targets, logits.shape[-1])
    rows = logits.reshape(-1, logits.shape[-1])[scored]  # [N, V]
    # No gradient belongs to the shift: the loss does not depend on it.
    peak = rows.detach().amax(dim=-1, keepdim=True)  # [N, 1]
    shifted = rows - peak  # [N, V]
    log_total = shifted.exp().sum(dim=-1).log()  # [N]
    chosen_shifted = shifted.gather(-1, chosen[:, None])[:, 0]  # [N]
    per_target = log_total - chosen_shifted  # [N]
    losses = per_target.new_zeros(flat_targets.shape).index_copy(0, scored, per_target)  # [M]
    events = chosen.shape[0]
    mean = per_target.sum() / events if events else None  # []
    return Loss(losses.view(targets.shape), mean, events)


def _check_targets(chosen: Tensor, targets: Tensor, vocabulary_size: int) -> None:
    """Refuse scored targets [N] outside the vocabulary; `targets` [...] gives the place."""
    if not chosen.numel():
        return
    smallest, largest = (int(bound) for bound in torch.aminmax(chosen))
    if smallest >= 0 and largest < vocabulary_size:
        return
    unknown = smallest if smallest < 0 else largest
    place = (targets == unknown).nonzero()[0].tolist()
    raise TargetIdError(
        f"target {unknown} is not in the vocabulary 0..{vocabulary_size - 1}; "
        f"only {IGNORED} marks a slot that is not scored.",
        record=place[0] if place else None,
        details={"target": unknown, "vocabulary_size": vocabulary_size, "place": place},
    )
