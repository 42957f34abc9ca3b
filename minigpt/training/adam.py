"""All of a model's parameters as one vector, and Adam on that vector.

One vector makes an update eight operations instead of eight for each parameter, and a
copy of everything three. It computes no gradient and decides nothing about when to stop.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from minigpt.model import MiniGPT
from minigpt.training.config import TrainingConfig


class FlatParameters:
    """A model's parameters, moved into one vector [P] that they stay views of."""

    def __init__(self, model: MiniGPT) -> None:
        named = dict(model.named_parameters())
        self.shapes = {name: parameter.shape for name, parameter in named.items()}
        self.vector = self.join({name: value.detach() for name, value in named.items()})  # [P]
        for name, view in self.split(self.vector).items():
            named[name].data = view  # its own shape, memory of the vector

    def join(self, tensors: Mapping[str, Tensor]) -> Tensor:
        """One tensor for each parameter as one new vector [P], in the model's order."""
        return torch.cat([tensors[name].reshape(-1) for name in self.shapes])  # [P]

    def split(self, vector: Tensor) -> dict[str, Tensor]:
        """Views of a vector [P], each with the name and shape of its parameter."""
        sizes = [shape.numel() for shape in self.shapes.values()]
        parts = zip(self.shapes.items(), torch.split(vector, sizes), strict=True)
        return {name: part.view(shape) for (name, shape), part in parts}


class Adam:
    """Kingma and Ba (2015), algorithm 1: both moments, and the number of updates so far."""

    def __init__(self, weights: Tensor, config: TrainingConfig) -> None:
        """Start at zero moments for `weights` [P], which `update` changes in place."""
        self.weights = weights
        self.config = config
        self.first = torch.zeros_like(weights)  # [P]
        self.second = torch.zeros_like(weights)  # [P]
        self.step = 0

    def update(self, gradient: Tensor) -> None:
        """One step against the gradient [P]."""
        config = self.config
        self.step += 1
        self.first.lerp_(gradient, 1 - config.beta1)  # [P]
        self.second.mul_(config.beta2).addcmul_(gradient, gradient, value=1 - config.beta2)  # [P]
        # Both moments start at zero; dividing by these takes that bias out again.
        unbias1 = 1 - config.beta1**self.step
        unbias2 = 1 - config.beta2**self.step
        root = self.second.sqrt().div_(math.sqrt(unbias2)).add_(config.epsilon)  # [P]
        self.weights.addcdiv_(self.first, root, value=-config.learning_rate / unbias1)  # [P]

    @property
    def is_finite(self) -> bool:
        """Whether all weights and moments are numbers; a large gradient's square may not be."""
        return all(bool(torch.isfinite(v).all()) for v in (self.weights, self.first, self.second))
