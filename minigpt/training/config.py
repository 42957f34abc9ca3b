"""What a run on records is told: optimiser, batches, length, seed.

Frozen and checked; it trains nothing. The values that hold where nobody says otherwise are
not in the code: a data folder has them in its training.json.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

from minigpt.resources import data_dir
from minigpt.training.settings import TRAINING, Settings, is_finite, refused

_COUNTS: Final = {"batch_records": (1, 4096)}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig(Settings):
    """Adam (Kingma and Ba 2015, algorithm 1) without weight decay, on whole records.

    Raises:
        TrainingConfigError: from `__post_init__`, naming the field and its range.
    """

    learning_rate: float
    beta1: float
    beta2: float
    epsilon: float
    batch_records: int  # whole records, drawn with replacement

    def __post_init__(self) -> None:
        Settings.__post_init__(self)  # super() has no class to find in one with slots
        self.check_counts(_COUNTS)
        for field in ("learning_rate", "epsilon"):
            if not (is_finite(value := getattr(self, field)) and value > 0):
                raise refused(field, "a finite number above 0", value)
        for field in ("beta1", "beta2"):
            if not (is_finite(value := getattr(self, field)) and 0 <= value < 1):
                raise refused(field, "from 0 to below 1", value)

    @classmethod
    def default(cls, folder: Path | None = None, **changes: float) -> Self:
        """What the training.json of a data folder says, but for `changes`.

        A folder without one has the settings of MG-1, which are also those without a folder.

        Raises:
            TrainingConfigError: the file is damaged, or a value out of range.
        """
        own = folder / TRAINING if folder else None
        given = cls.from_file(own if own and own.exists() else data_dir() / TRAINING)
        return replace(given, **changes)  # type: ignore[arg-type]  # __post_init__ checks every type
