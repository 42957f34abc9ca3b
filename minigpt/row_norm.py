"""Layer normalisation of each row over its own coordinates, step by step.

It looks at one position at a time: never across positions, never across records.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


class RowNorm(nn.Module):
    """(x - mean) / sqrt(variance + epsilon) * scale + offset, over the last axis.

    The variance divides by C, not C - 1, and epsilon stands inside the root
    (Ba, Kiros and Hinton 2016, section 3). `scale` and `offset` are [C].
    """

    def __init__(self, width: int, epsilon: float) -> None:
        """Scale one, offset zero."""
        super().__init__()
        self.epsilon = epsilon
        self.scale = nn.Parameter(torch.ones(width))  # [C]
        self.offset = nn.Parameter(torch.zeros(width))  # [C]

    def forward(self, x: Tensor) -> Tensor:
        """Normalise each row of x [..., C]; the result is [..., C]."""
        return self._normalise(x) * self.scale + self.offset  # [..., C]

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
