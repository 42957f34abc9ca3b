"""What a run on a stream of text is told: optimiser, schedule, windows, length, seed.

Frozen and checked; it trains nothing. A model's folder has the values that hold where nobody
says otherwise in its training.json.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from minigpt.training.settings import MOST_STEPS, Settings, is_finite, refused

_COUNTS: Final = {
    "batch_windows": (1, 4096),
    "warmup_steps": (0, MOST_STEPS),
    "decay_steps": (1, MOST_STEPS),
}
_POSITIVE: Final = ("learning_rate", "epsilon", "clip_norm")
_NOT_NEGATIVE: Final = ("min_learning_rate", "weight_decay")
#: What is multiplied into float32 numbers must stay one itself.
_LARGEST: Final = 1000
_BELOW_ONE: Final = ("beta1", "beta2")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamTrainingConfig(Settings):
    """AdamW (Loshchilov and Hutter 2019, algorithm 2) on random windows of one text.

    Raises:
        TrainingConfigError: from `__post_init__`, naming the field and its range.
    """

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

    def __post_init__(self) -> None:
        Settings.__post_init__(self)  # super() has no class to find in one with slots
        self.check_counts(_COUNTS)
        for field in _POSITIVE:
            if not (is_finite(value := getattr(self, field)) and 0 < value <= _LARGEST):
                raise refused(field, f"above 0 and at most {_LARGEST}", value)
        for field in _NOT_NEGATIVE:
            if not (is_finite(value := getattr(self, field)) and 0 <= value <= _LARGEST):
                raise refused(field, f"from 0 to {_LARGEST}", value)
        for field in _BELOW_ONE:
            if not (is_finite(value := getattr(self, field)) and 0 <= value < 1):
                raise refused(field, "from 0 to below 1", value)
        if self.min_learning_rate > self.learning_rate:
            allowed = f"at most the learning_rate {self.learning_rate!r}"
            raise refused("min_learning_rate", allowed, self.min_learning_rate)
