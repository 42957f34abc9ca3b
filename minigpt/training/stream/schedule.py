"""How large the steps of a run are: up in a straight line, down along a cosine.

One function of one number; nothing remembers where a run is.
"""

from __future__ import annotations

import math

from minigpt.training.stream.config import StreamTrainingConfig


def learning_rate(config: StreamTrainingConfig, update: int) -> float:
    """The rate of update number `update`, which counts from 1.

    Through the warm-up it is `learning_rate` times update / warmup_steps; then half a cosine
    leads from there to `min_learning_rate` at `decay_steps`, where it stays
    (Loshchilov and Hutter 2017, eq. 5, with one period).
    """
    if update <= config.warmup_steps:
        return config.learning_rate * update / config.warmup_steps
    span = config.decay_steps - config.warmup_steps
    way = min(1.0, (update - config.warmup_steps) / span) if span > 0 else 1.0
    height = (1 + math.cos(math.pi * way)) / 2
    return config.min_learning_rate + (config.learning_rate - config.min_learning_rate) * height
