"""What an activation is: a function of one number, applied to all, and its slope."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, slots=True)
class Activation:
    """One choice of `ModelConfig.activation`; called with a tensor, it acts on each number.

    Args:
        value: the function, on a tensor of any shape.
        slope: its derivative at each number, for the gradients that are written out.
    """

    value: Callable[[Tensor], Tensor]
    slope: Callable[[Tensor], Tensor]

    def __call__(self, x: Tensor) -> Tensor:
        """The function at each number of x, in x's shape."""
        return self.value(x)
