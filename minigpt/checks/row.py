"""One line of a verification: what was expected, what was found, and whether they agree.

It only compares; it knows nothing of models.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch

#: Two correct float64 paths through MG-1 differ by rounding alone, near 1e-15; a thousand times
#: that still lies far below the smallest figure that the chapter prints.
TOLERANCE = 1e-12
#: float32 paths through a trained model of six figures were up to 1.3e-5 apart, in logits near
#: 12; what a mistake changes must be looked for above that.
_NARROW_TOLERANCE = 5e-5


def tolerance_in(dtype: torch.dtype) -> float:
    """How far apart two right numbers may be in a model that computes in `dtype`.

    Above 1 it is meant in proportion to the number.
    """
    return TOLERANCE if dtype == torch.float64 else _NARROW_TOLERANCE


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One comparison. `difference` is the largest |Δ|, None where there is nothing to subtract."""

    check: str
    expected: str
    got: str
    difference: float | None
    passed: bool

    def to_dict(self) -> dict[str, Any]:
        """The row as plain JSON-ready values."""
        return asdict(self)


def same(check: str, expected: object, got: object) -> CheckRow:
    """Demand equality, no rounding allowed."""
    return CheckRow(check, str(expected), str(got), None, bool(expected == got))


def close(
    check: str,
    expected: float | Sequence[float],
    got: float | Sequence[float],
    tolerance: float = TOLERANCE,
) -> CheckRow:
    """Demand that numbers agree one by one; of a row, show the first and the last."""
    left = _numbers(expected)
    right = _numbers(got)
    if len(left) != len(right):
        return CheckRow(check, f"{len(left)} numbers", f"{len(right)} numbers", None, False)
    differences = [abs(a - b) for a, b in zip(left, right, strict=True)]
    # max() would pass over a NaN or stop at it, depending on where it stands.
    worst = math.nan if any(map(math.isnan, differences)) else max(differences, default=0.0)
    return CheckRow(check, _ends(left), _ends(right), worst, worst <= tolerance)


def failed(check: str, expected: str, error: Exception) -> CheckRow:
    """A check that could not be carried out counts as failed and says what stopped it."""
    return CheckRow(check, expected, f"{type(error).__name__}: {error}", None, False)


def _numbers(value: float | Sequence[float]) -> list[float]:
    return [float(value)] if isinstance(value, int | float) else [float(one) for one in value]


def _ends(numbers: Sequence[float]) -> str:
    if len(numbers) < 2:
        return " ".join(repr(number) for number in numbers)
    return f"{numbers[0]!r} … {numbers[-1]!r}"
