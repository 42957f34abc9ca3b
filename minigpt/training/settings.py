"""What the settings of every run have in common, whatever it learns from: length, reading, change.

The others, and their ranges, are `config.py`'s for records and `stream/config.py`'s for one text.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final, Self

from minigpt.errors import TrainingConfigError
from minigpt.json_object import read_object

#: Where a model's folder keeps its settings.
TRAINING: Final = "training.json"
MOST_STEPS: Final = 10_000_000
_COUNTS: Final = {
    "steps": (0, MOST_STEPS),
    "evaluate_every": (1, MOST_STEPS),
    "save_every": (1, MOST_STEPS),
}
#: Settings that change no number of a run, only how far it goes and what is kept of it.
_WITHOUT_EFFECT: Final = frozenset({"steps", "save_every"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a run is told; all that following, keeping and saving one need to know of it.

    Raises:
        TrainingConfigError: from `__post_init__`, naming the field and its range.
    """

    steps: int  # updates in all
    seed: int  # of whatever is drawn
    evaluate_every: int  # updates between two losses on both splits, and two files of a run
    save_every: int  # updates between two states that the page can go back to

    def __post_init__(self) -> None:
        self.check_counts(_COUNTS)
        if type(self.seed) is not int or not 0 <= self.seed < 2**63:
            raise refused("seed", "a whole number from 0 to 2^63-1", self.seed)

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """What a training.json says.

        Raises:
            TrainingConfigError: the file is missing or damaged, or a value out of range.
        """
        values = read_object(path, [field.name for field in fields(cls)], TrainingConfigError)
        try:
            return cls.from_dict(values)
        except TrainingConfigError as error:
            raise TrainingConfigError(f"{path.name}: {error.message}") from error

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

    def differences(self, other: Self) -> list[str]:
        """The settings that make the numbers of two runs differ."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [
            f"{name} {mine[name]!r} is not {theirs[name]!r}"
            for name in mine
            if name not in _WITHOUT_EFFECT and mine[name] != theirs[name]
        ]

    def check_counts(self, ranges: Mapping[str, tuple[int, int]]) -> None:
        """Refuse a field that is no whole number within its range."""
        for field, (least, most) in ranges.items():
            value = getattr(self, field)
            if type(value) is not int or not least <= value <= most:
                raise refused(field, f"a whole number from {least} to {most}", value)


def is_finite(value: object) -> bool:
    """Whether it is a number at all, and a finite one; True and False are none."""
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]  # is one


def refused(field: str, allowed: str, value: object) -> TrainingConfigError:
    """The refusal of a value, with what would do."""
    return TrainingConfigError(
        f"{field} must be {allowed}, not {value!r}.", details={"field": field}
    )
