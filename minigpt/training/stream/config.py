"""What a run on a stream of text is told: optimiser, schedule, windows, length, seed.

Frozen and checked; it trains nothing. A model's folder has the values that hold where nobody
says otherwise in its training.json.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final, Self

from minigpt.errors import TrainingConfigError
from minigpt.json_object import read_object
from minigpt.training.config import TRAINING

_MOST_STEPS: Final = 10_000_000
_COUNTS: Final = {
    "steps": (0, _MOST_STEPS),
    "batch_windows": (1, 4096),
    "warmup_steps": (0, _MOST_STEPS),
    "decay_steps": (1, _MOST_STEPS),
    "evaluate_every": (1, _MOST_STEPS),
    "save_every": (1, _MOST_STEPS),
}
_POSITIVE: Final = ("learning_rate", "epsilon", "clip_norm")
_NOT_NEGATIVE: Final = ("min_learning_rate", "weight_decay")
#: What is multiplied into float32 numbers must stay one itself.
_LARGEST: Final = 1000
_BELOW_ONE: Final = ("beta1", "beta2")
#: Settings that change no number of a run, only how far it goes and what is kept of it.
_WITHOUT_EFFECT: Final = frozenset({"steps", "save_every"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTrainingConfig:
    """AdamW (Loshchilov and Hutter 2019, algorithm 2) on random windows of one text.

    Raises:
        TrainingConfigError: from `__post_init__`, naming the field and its range.
    """

    steps: int
    batch_windows: int  # of context_length targets each; of all processes together
    learning_rate: float  # at the end of the warm-up, where it is highest
    min_learning_rate: float  # from update `decay_steps` on
    warmup_steps: int  # updates in which the rate rises in a straight line
    decay_steps: int  # the update at which the cosine has come down; `steps` does not move it
    beta1: float
    beta2: float
    epsilon: float
    weight_decay: float  # of matrices and tables alone
    clip_norm: float  # the longest gradient an update follows
    seed: int  # of the windows and of dropout
    evaluate_every: int  # updates between two exact validation losses, and two files of a run
    save_every: int  # updates between two states that the page can go back to

    def __post_init__(self) -> None:
        for field, (least, most) in _COUNTS.items():
            value = getattr(self, field)
            if type(value) is not int or not least <= value <= most:
                raise _refused(field, f"a whole number from {least} to {most}", value)
        if type(self.seed) is not int or not 0 <= self.seed < 2**63:
            raise _refused("seed", "a whole number from 0 to 2^63-1", self.seed)
        for field in _POSITIVE:
            if not (_is_finite(value := getattr(self, field)) and 0 < value <= _LARGEST):
                raise _refused(field, f"above 0 and at most {_LARGEST}", value)
        for field in _NOT_NEGATIVE:
            if not (_is_finite(value := getattr(self, field)) and 0 <= value <= _LARGEST):
                raise _refused(field, f"from 0 to {_LARGEST}", value)
        for field in _BELOW_ONE:
            if not (_is_finite(value := getattr(self, field)) and 0 <= value < 1):
                raise _refused(field, "from 0 to below 1", value)
        if self.min_learning_rate > self.learning_rate:
            allowed = f"at most the learning_rate {self.learning_rate!r}"
            raise _refused("min_learning_rate", allowed, self.min_learning_rate)

    @classmethod
    def default(cls, folder: Path, **changes: float) -> Self:
        """What the training.json of a model's folder says, but for `changes`.

        Raises:
            TrainingConfigError: the file is missing or damaged, or a value out of range.
        """
        path = folder / TRAINING
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

    def differences(self, other: StreamTrainingConfig) -> list[str]:
        """The settings that make the numbers of two runs differ."""
        mine, theirs = self.to_dict(), other.to_dict()
        return [
            f"{name} {mine[name]!r} is not {theirs[name]!r}"
            for name in mine
            if name not in _WITHOUT_EFFECT and mine[name] != theirs[name]
        ]


def _is_finite(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]  # is one


def _refused(field: str, allowed: str, value: object) -> TrainingConfigError:
    return TrainingConfigError(
        f"{field} must be {allowed}, not {value!r}.", details={"field": field}
    )
