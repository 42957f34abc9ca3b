"""x/2 (1 + tanh u), u = sqrt(2/pi) (x + 0.044715 x^3): GELU's approximation, and GPT-2's GELU."""

from __future__ import annotations

import math

from torch import Tensor
from torch.nn import functional

from minigpt.activations.activation import Activation


def gelu_tanh(x: Tensor) -> Tensor:
    """Up to 4.7e-4 away from GELU itself."""
    return functional.gelu(x, approximate="tanh")


def slope(x: Tensor) -> Tensor:
    """(1 + tanh u) / 2 + x/2 (1 - tanh^2 u) du/dx."""
    factor, cubic = math.sqrt(2 / math.pi), 0.044715
    tanh = (factor * (x + cubic * x**3)).tanh()
    inner = factor * (1 + 3 * cubic * x * x)  # du/dx
    return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * inner


GELU_TANH = Activation(gelu_tanh, slope)
