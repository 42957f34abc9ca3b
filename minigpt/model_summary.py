"""What a model's folder holds, told without making the model: sizes, count, how far trained.

It reads a config and, of the weights, the header alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from minigpt.config import ModelConfig
from minigpt.model import MiniGPT
from minigpt.opened import WEIGHTS

_LENGTH_BYTES: Final = 8
_LARGEST_HEADER: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """A model that has not been opened. trained_step: updates behind its weights; None: none."""

    config: ModelConfig
    parameters: int
    trained_step: int | None


def summary_of(folder: Path) -> ModelSummary:
    """The model in `folder`.

    Raises:
        ConfigError: its config.json is missing or describes no model.
    """
    config = ModelConfig.load(folder / "config.json")
    return ModelSummary(config, parameter_count(config), _trained_step(folder / WEIGHTS))


def parameter_count(config: ModelConfig) -> int:
    """How many numbers a model of this config learns; a tied matrix counts once."""
    return sum(parameter.numel() for parameter in MiniGPT(config).parameters())


def _trained_step(weights: Path) -> int | None:
    """What the header says; a damaged one is told when the model is opened, not here."""
    try:
        with weights.open("rb") as file:
            length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
            header = json.loads(file.read(min(length, _LARGEST_HEADER)))
        step = json.loads(header["__metadata__"]["minigpt"])["step"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return step if isinstance(step, int) else None
