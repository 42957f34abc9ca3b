"""What may stand between the FFN's two matrices, by its name in the config.

Each is a function of one number, applied to all. Derivatives are written out in
`minigpt/training`; `minigpt/scalar.py` has the same formulas once more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from torch import Tensor
from torch.nn import functional

Activation = Callable[[Tensor], Tensor]


def relu(x: Tensor) -> Tensor:
    """max(0, x)."""
    return x.clamp(min=0)


def gelu(x: Tensor) -> Tensor:
    """x times the standard normal distribution function of x (Hendrycks and Gimpel 2016)."""
    return functional.gelu(x)


def gelu_tanh(x: Tensor) -> Tensor:
    """The same paper's approximation x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), GPT-2's."""
    return functional.gelu(x, approximate="tanh")


ACTIVATIONS: Final[dict[str, Activation]] = {"relu": relu, "gelu": gelu, "gelu_tanh": gelu_tanh}
