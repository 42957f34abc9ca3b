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
        mean = x.mean(dim=-1, keepdim=True)  # [..., 1]
        centred = x - mean  # [..., C]
        variance = (centred * centred).mean(dim=-1, keepdim=True)  # [..., 1]
        normalised = centred / (variance + self.epsilon).sqrt()  # [..., C]
        return normalised * self.scale + self.offset  # [..., C]
