"""max(0, x)."""

from __future__ import annotations

from torch import Tensor

from minigpt.activations.activation import Activation


def relu(x: Tensor) -> Tensor:
    """What is above 0, and 0 for the rest."""
    return x.clamp(min=0)


def slope(x: Tensor) -> Tensor:
    """True where it lets through; at exactly 0, where it has no derivative, autograd takes 1."""
    return x >= 0


RELU = Activation(relu, slope)
