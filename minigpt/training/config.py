"""What a training run is told: optimiser, batches, length, seed.

Frozen and checked; it trains nothing and names no file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Self

from minigpt.errors import TrainingConfigError

_MOST_STEPS = 10_000_000
_COUNTS = {
    "steps": (0, _MOST_STEPS),
    "batch_records": (1, 4096),
    "evaluate_every": (1, _MOST_STEPS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """Adam (Kingma and Ba 2015, algorithm 1) without weight decay, on whole records.

    Raises:
        TrainingConfigError: from `__post_init__`, naming the field and its range.
    """

    steps: int = 600
    learning_rate: float = 0.01
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    batch_records: int = 8  # whole records, drawn with replacement
    seed: int = 101  # of the generator that draws them
    evaluate_every: int = 50  # updates between two losses on both splits, and two saved states

    def __post_init__(self) -> None:
        for field, (least, most) in _COUNTS.items():
            value = getattr(self, field)
            if type(value) is not int or not least <= value <= most:
                raise TrainingConfigError(
                    f"{field} must be a whole number from {least} to {most}, not {value!r}."
                )
        if type(self.seed) is not int or not 0 <= self.seed < 2**63:
            raise TrainingConfigError(
                f"seed must be a whole number from 0 to 2^63-1, not {self.seed!r}."
            )
        for field in ("learning_rate", "epsilon"):
            value = getattr(self, field)
            if type(value) not in (int, float) or not (math.isfinite(value) and value > 0):
                raise TrainingConfigError(
                    f"{field} must be a finite number above 0, not {value!r}."
                )
        for field in ("beta1", "beta2"):
            value = getattr(self, field)
            if type(value) not in (int, float) or not 0 <= value < 1:
                raise TrainingConfigError(f"{field} must be from 0 to below 1, not {value!r}.")

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Self:
        """From plain values that name every field and nothing else.

        Raises:
            TrainingConfigError: a field is missing, unknown or out of range.
        """
        known = {field.name for field in fields(cls)}
        if wrong := sorted(known ^ set(values)):
            raise TrainingConfigError(f"missing or unknown settings: {', '.join(wrong)}.")
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every type

    def to_dict(self) -> dict[str, int | float]:
        """The fields as plain JSON-ready values, in declaration order."""
        return asdict(self)

    def differences(self, other: TrainingConfig) -> list[str]:
        """The settings in which two runs differ; their lengths do not count."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [
            f"{name} {mine[name]!r} is not {theirs[name]!r}"
            for name in mine
            if name != "steps" and mine[name] != theirs[name]
        ]
