"""The loss of a model on a split of a text: the exact one, and beside it the usual estimate.

The two have types of their own, so that no one can take one for the other. Both run the model's
own forward pass, which every page and check shows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.errors import NothingScoredError
from minigpt.model import MiniGPT
from minigpt.stream.windows import WINDOWS, RandomWindows, consecutive_windows


@dataclass(frozen=True, slots=True)
class ExactLoss:
    """Nats per token, over every target of the split: one sum divided by one number.

    Of N tokens, N - 1 are targets. The split is cut into consecutive windows as long as the
    context; a last window that is shorter counts with as many targets as it has.
    """

    mean: float
    targets: int


@dataclass(frozen=True, slots=True)
class EstimatedLoss:
    """Nats per token, over windows drawn at random: what other projects report.

    It moves with the seed; `standard_error` says how far, from the spread of the windows' own
    means. Some targets count several times and most never.
    """

    mean: float
    standard_error: float
    windows: int
    seed: int


def exact_loss(model: MiniGPT, ids: Tensor, *, at_once: int = WINDOWS) -> ExactLoss:
    """The mean loss over all targets of ids [N], in windows of the model's context.

    Raises:
        NothingScoredError: fewer than two IDs; there is no target.
    """
    total, targets = 0.0, 0
    windows = consecutive_windows(ids, model.config.context_length, at_once=at_once)
    for inputs, following in windows:
        losses = _losses(model, inputs, following)  # [W, T]
        total += losses.sum(dtype=torch.float64).item()
        targets += losses.numel()
    if not targets:
        raise NothingScoredError(f"{len(ids)} tokens have no target to score.")
    return ExactLoss(total / targets, targets)


def estimated_loss(
    model: MiniGPT, ids: Tensor, *, windows: int, seed: int, at_once: int = WINDOWS
) -> EstimatedLoss:
    """The mean loss over random windows of ids [N].

    Raises:
        TextDamagedError: the IDs do not fill one window.
        NothingScoredError: no window was asked for.
    """
    if windows < 1:
        raise NothingScoredError("An estimate needs at least one window.")
    drawn = RandomWindows(ids, model.config.context_length, seed)
    means: list[float] = []
    while len(means) < windows:
        inputs, following = drawn.draw(min(at_once, windows - len(means)))  # [W, T] each
        losses = _losses(model, inputs, following)  # [W, T]
        means += losses.mean(dim=1, dtype=torch.float64).tolist()
    mean = math.fsum(means) / windows
    spread = math.fsum((each - mean) ** 2 for each in means)
    error = math.sqrt(spread / (windows - 1) / windows) if windows > 1 else math.inf
    return EstimatedLoss(mean, error, windows, seed)


@torch.inference_mode()
def _losses(model: MiniGPT, inputs: Tensor, following: Tensor) -> Tensor:
    """The loss [W, T] of each slot; all of them are real."""
    output = model(inputs, torch.ones_like(inputs, dtype=torch.bool), following)
    losses: Tensor | None = output.losses
    assert losses is not None  # targets were given
    return losses  # [W, T]
