"""The derivative of each activation of `minigpt/activations.py`, under the same name."""

from __future__ import annotations

import math
from typing import Final

import torch
from torch import Tensor

from minigpt.activations import Activation


def relu_slope(x: Tensor) -> Tensor:
    """True where ReLU lets through; at exactly 0, where it has no derivative, autograd takes 1."""
    return x >= 0


def gelu_slope(x: Tensor) -> Tensor:
    """Of x Phi(x), Phi the normal distribution function: Phi(x) + x phi(x)."""
    below = torch.erf(x / math.sqrt(2)).add_(1).mul_(0.5)
    density = (x * x).mul_(-0.5).exp_().mul_(1 / math.sqrt(2 * math.pi))
    return below.add_(x * density)


def gelu_tanh_slope(x: Tensor) -> Tensor:
    """Of x/2 (1 + tanh u), u = sqrt(2/pi) (x + 0.044715 x^3)."""
    factor, cubic = math.sqrt(2 / math.pi), 0.044715
    tanh = (factor * (x + cubic * x**3)).tanh()
    inner = factor * (1 + 3 * cubic * x * x)  # du/dx
    return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * inner


SLOPES: Final[dict[str, Activation]] = {
    "relu": relu_slope,
    "gelu": gelu_slope,
    "gelu_tanh": gelu_tanh_slope,
}
