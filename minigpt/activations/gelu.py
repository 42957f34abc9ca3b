"""x Phi(x), Phi the normal distribution function: GELU itself (Hendrycks and Gimpel 2016)."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from minigpt.activations.activation import Activation


def gelu(x: Tensor) -> Tensor:
    """By the error function, exactly."""
    return functional.gelu(x)


def slope(x: Tensor) -> Tensor:
    """Phi(x) + x phi(x), phi the density."""
    below = torch.erf(x / math.sqrt(2)).add_(1).mul_(0.5)
    density = (x * x).mul_(-0.5).exp_().mul_(1 / math.sqrt(2 * math.pi))
    return below.add_(x * density)


GELU = Activation(gelu, slope)
