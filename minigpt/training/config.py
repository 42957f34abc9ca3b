"""What a training run is told: optimiser, batches, length, seed.

Frozen and checked; it trains nothing. The values that hold where nobody says otherwise are
not in the code: a data folder has them in its training.json.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final, Self

from minigpt.errors import TrainingConfigError
from minigpt.json_object import read_object
from minigpt.resources import data_dir

#: Where a data folder keeps its settings.
TRAINING: Final = "training.json"
_MOST_STEPS = 10_000_000
_COUNTS = {
    "steps": (0, _MOST_STEPS),
    "batch_records": (1, 4096),
    "evaluate_every": (1, _MOST_STEPS),
    "save_every": (1, _MOST_STEPS),
}
#: Settings that change no number of a run, only how far it goes and what is kept of it.
_WITHOUT_EFFECT: Final = frozenset({"steps", "save_every"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """Adam (Kingma and Ba 2015, algorithm 1) without weight decay, on whole records.

    Raises:
        TrainingConfigError: from `__post_init__`, naming the field and its range.
    """

    steps: int
    learning_rate: float
    beta1: float
    beta2: float
    epsilon: float
    batch_records: int  # whole records, drawn with replacement
    seed: int  # of the generator that draws them
    evaluate_every: int  # updates between two losses on both splits, and two files of a run
    save_every: int  # updates between two states that the page can go back to

    def __post_init__(self) -> None:
        for field, (least, most) in _COUNTS.items():
            value = getattr(self, field)
            if type(value) is not int or not least <= value <= most:
                raise _refused(field, f"a whole number from {least} to {most}", value)
        if type(self.seed) is not int or not 0 <= self.seed < 2**63:
            raise _refused("seed", "a whole number from 0 to 2^63-1", self.seed)
        for field in ("learning_rate", "epsilon"):
            value = getattr(self, field)
            if type(value) not in (int, float) or not (math.isfinite(value) and value > 0):
                raise _refused(field, "a finite number above 0", value)
        for field in ("beta1", "beta2"):
            value = getattr(self, field)
            if type(value) not in (int, float) or not 0 <= value < 1:
                raise _refused(field, "from 0 to below 1", value)

    @classmethod
    def default(cls, folder: Path | None = None, **changes: float) -> Self:
        """What the training.json of a data folder says, but for `changes`.

        A folder without one has the settings of MG-1, which are also those without a folder.

        Raises:
            TrainingConfigError: the file is damaged, or a value out of range.
        """
        own = folder / TRAINING if folder else None
        path = own if own and own.exists() else data_dir() / TRAINING
        values = read_object(path, [field.name for field in fields(cls)], TrainingConfigError)
        try:
            given = cls.from_dict(values)
        except TrainingConfigError as error:
            raise TrainingConfigError(f"{path.name}: {error.message}") from error
        return replace(given, **changes)  # type: ignore[arg-type]  # __post_init__ checks every type

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
        """The settings that make the numbers of two runs differ."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [
            f"{name} {mine[name]!r} is not {theirs[name]!r}"
            for name in mine
            if name not in _WITHOUT_EFFECT and mine[name] != theirs[name]
        ]


def _refused(field: str, allowed: str, value: object) -> TrainingConfigError:
    return TrainingConfigError(
        f"{field} must be {allowed}, not {value!r}.", details={"field": field}
    )
