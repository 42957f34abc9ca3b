"""AdamW on a model's parameters as one vector, with the gradients as another.

A handful of operations on whole vectors, on any device. It computes no gradient; how large
an update is, the schedule says.
"""

from __future__ import annotations

import math

import torch
from torch import nn

from minigpt.training.adam import FlatParameters
from minigpt.training.stream.config import StreamTrainingConfig


def decays(shape: torch.Size) -> bool:
    """Whether a parameter of this shape does: matrices and tables, and no row of numbers."""
    return len(shape) > 1


class AdamW:
    """Loshchilov and Hutter (2019), algorithm 2: Adam, and a decay that no moment sees.

    Matrices and tables decay; biases, scales and offsets, which have one axis, do not.
    """

    def __init__(
        self, model: nn.Module, parameters: FlatParameters, config: StreamTrainingConfig
    ) -> None:
        """Start at zero moments. From now on the model's gradients are views of `gradient`."""
        self.config = config
        self.weights = parameters.vector  # [P]
        self.first = torch.zeros_like(self.weights)  # [P]
        self.second = torch.zeros_like(self.weights)  # [P]
        self.gradient = torch.zeros_like(self.weights)  # [P]
        self.step = 0
        named = dict(model.named_parameters())
        for name, view in parameters.split(self.gradient).items():
            named[name].grad = view  # its parameter's shape
        parts = parameters.split(self.weights)  # views of the weights
        self._decaying = [part for part in parts.values() if decays(part.shape)]

    @property
    def norm(self) -> float:
        """How long the gradient is, over all parameters."""
        return float(torch.linalg.vector_norm(self.gradient))

    def clip(self) -> float:
        """Shorten the gradient to `clip_norm` where it is longer; how long it was."""
        norm = self.norm
        if norm > self.config.clip_norm:
            self.gradient.mul_(self.config.clip_norm / norm)  # [P]
        return norm

    def update(self, rate: float) -> None:
        """One step of that rate against `gradient`."""
        config = self.config
        self.step += 1
        torch._foreach_mul_(self._decaying, 1 - rate * config.weight_decay)
        self.first.lerp_(self.gradient, 1 - config.beta1)  # [P]
        self.second.mul_(config.beta2)  # [P]
        self.second.addcmul_(self.gradient, self.gradient, value=1 - config.beta2)  # [P]
        # Both moments start at zero; dividing by these takes that bias out again.
        unbias1 = 1 - config.beta1**self.step
        unbias2 = 1 - config.beta2**self.step
        root = self.second.sqrt().div_(math.sqrt(unbias2)).add_(config.epsilon)  # [P]
        self.weights.addcdiv_(self.first, root.mul_(unbias1), value=-rate)  # [P]

    @property
    def is_finite(self) -> bool:
        """Whether all weights and moments are numbers; a sum of numbers that are not is none."""
        return all(math.isfinite(float(v.sum())) for v in (self.weights, self.first, self.second))
