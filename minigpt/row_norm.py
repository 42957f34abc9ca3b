"""Layer normalisation of each row over its own coordinates, step by step.

It looks at one position at a time: never across positions, never across records.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from minigpt.affine import shifted


class RowNorm(nn.Module):
    """(x - mean) / sqrt(variance + epsilon) * scale + offset, over the last axis.

    The variance divides by C, not C - 1, and epsilon stands inside the root
    (Ba, Kiros and Hinton 2016, section 3). `scale` and `offset` are [C];
    a model without biases has no offset, and nothing is added.
    """

    offset: nn.Parameter | None

    def __init__(self, width: int, epsilon: float, *, offset: bool = True) -> None:
        """Scale one, offset zero, or none at all."""
        super().__init__()
        self.epsilon = epsilon
        self.scale = nn.Parameter(torch.ones(width))  # [C]
        self.register_parameter("offset", nn.Parameter(torch.zeros(width)) if offset else None)

    def forward(self, x: Tensor) -> Tensor:
        """Normalise each row of x [..., C]; the result is [..., C]."""
        return shifted(self._normalise(x) * self.scale, self.offset)  # [..., C]

    def _normalise(self, x: Tensor) -> Tensor:
        """Mean 0 and variance (almost) 1 along the last axis: [..., C]."""
        mean = x.mean(dim=-1, keepdim=True)  # [..., 1]
        centred = x - mean  # [..., C]
        return centred / self._root(self._variance(centred))  # [..., C]

    def _variance(self, centred: Tensor) -> Tensor:
        """The mean square [..., 1] of deviations [..., C]."""
        return (centred * centred).mean(dim=-1, keepdim=True)  # [..., 1]

    def _root(self, variance: Tensor) -> Tensor:
        """What the deviations are divided by, [..., 1]."""
        return (variance + self.epsilon).sqrt()  # [..., 1]
