"""What a model's folder holds, told without opening the model: sizes, count, how far trained.

It reads small files and, of large ones, the header alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from minigpt.config import ModelConfig
from minigpt.errors import TextDamagedError, TextIdentityError, TextMissingError
from minigpt.model import MiniGPT
from minigpt.opened import WEIGHTS
from minigpt.ordinary_file import LARGEST_FILE, ordinary_size, read_ordinary_file
from minigpt.stream.text import IDENTITY_FILE, load_text

_LENGTH_BYTES: Final = 8
_LARGEST_HEADER: Final = 1 << 24
#: Where a model that comes along says how it was trained, several times over.
_CURVE: Final = "curve.json"
_CHECKPOINT: Final = "checkpoint.safetensors"


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """A model that need not have been opened.

    trained_step: updates behind its weights; None: untrained. validation: the loss of the
    validation split there, in nats; None: no file says. missing: what is not here of what the
    model learns from, and how to get it.
    """

    config: ModelConfig
    parameters: int
    trained_step: int | None
    validation: float | None = None
    missing: str | None = None


def summary_of(folder: Path) -> ModelSummary:
    """The model in `folder`. A damaged file is told when the model is opened, not here.

    Raises:
        ConfigError: its config.json is missing or describes no model.
    """
    config = ModelConfig.load(folder / "config.json")
    step = _told(_header(folder / WEIGHTS), "step")
    trained = step if isinstance(step, int) else None
    validation = None if trained is None else _validation(folder, trained)
    return ModelSummary(config, parameter_count(config), trained, validation, _missing(folder))


def parameter_count(config: ModelConfig) -> int:
    """How many numbers a model of this config learns; a tied matrix counts once."""
    return sum(parameter.numel() for parameter in MiniGPT(config).parameters())


def _missing(folder: Path) -> str | None:
    if not (folder / IDENTITY_FILE).is_file():
        return None
    try:
        load_text(folder)
    except (TextMissingError, TextDamagedError, TextIdentityError) as error:
        return error.message
    return None


def _validation(folder: Path, step: int) -> float | None:
    """The loss at `step`, from the run that lies beside the weights, or from the curve."""
    for evaluation in _told(_header(folder / _CHECKPOINT), "curve") or ():
        if _told(evaluation, "step") == step:
            return _number(_told(evaluation, "validation"))
    seed = _told(_json(folder / "training.json"), "seed")
    for run in _told(_json(folder / _CURVE), "runs") or ():
        selected = _told(run, "selected")
        if _told(run, "seed") == seed and _told(selected, "step") == step:
            return _number(_told(selected, "exact_validation"))
    return None


def _header(path: Path) -> object:
    """What a file of tensors says of itself; None where it cannot be read."""
    try:
        ordinary_size(path, LARGEST_FILE)
        with path.open("rb") as file:
            length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
            header = json.loads(file.read(min(length, _LARGEST_HEADER)))
        return json.loads(header["__metadata__"]["minigpt"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _json(path: Path) -> object:
    try:
        return json.loads(read_ordinary_file(path))
    except (OSError, ValueError, RecursionError):
        return None


def _told(document: object, name: str) -> Any:  # noqa: ANN401  # any JSON
    return document.get(name) if isinstance(document, dict) else None


def _number(value: object) -> float | None:
    return value if isinstance(value, float) else None
