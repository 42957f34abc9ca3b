"""What a model is, before it has any numbers: sizes, epsilon, precision, seed.

A `ModelConfig` is frozen and complete; nothing else in the project decides a
size. It does not know where its file lies and builds no tensors.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from minigpt.errors import ConfigError
from minigpt.json_object import read_object

_SIZES = ("vocabulary_size", "context_length", "width", "heads", "ffn_width", "blocks")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """One small GPT of this family. Letters are the project's axis names.

    Raises:
        ConfigError: from `__post_init__`, naming the field and what it allows.
    """

    name: str
    vocabulary_size: int  # V
    context_length: int  # the largest T
    width: int  # C
    heads: int  # H; the width of one head is d = C / H
    ffn_width: int  # F
    blocks: int
    activation: str
    norm_epsilon: float
    dropout: float
    dtype: str
    device: str
    seed: int
    init_std: float

    @property
    def head_width(self) -> int:
        """d, the width of one head: C / H."""
        return self.width // self.heads

    def __post_init__(self) -> None:
        for field in _SIZES:
            value = getattr(self, field)
            if type(value) is not int or value < 1:
                raise ConfigError(f"{field} must be a whole number of at least 1, not {value!r}.")
        if self.width % self.heads:
            raise ConfigError(
                f"width {self.width} does not split evenly into {self.heads} heads; "
                "choose a width that is a multiple of heads."
            )
        for field in ("norm_epsilon", "init_std"):
            value = getattr(self, field)
            if type(value) not in (int, float) or not (math.isfinite(value) and value > 0):
                raise ConfigError(f"{field} must be a positive finite number, not {value!r}.")
        if type(self.seed) is not int or not 0 <= self.seed < 2**63:
            raise ConfigError(f"seed must be a whole number from 0 to 2^63-1, not {self.seed!r}.")
        # What the chapter freezes and this version computes; nothing is silently ignored.
        frozen = {"activation": "relu", "dropout": 0, "dtype": "float64", "device": "cpu"}
        for field, only in frozen.items():
            found = getattr(self, field)
            if found != only:
                raise ConfigError(
                    f"{field} {found!r} is not supported; this version computes {only!r}."
                )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a config file.

        Raises:
            ConfigError: the file is not JSON, or a field is missing, unknown, repeated or wrong.
        """
        fields = read_object(path, cls.__dataclass_fields__, ConfigError)
        return cls(**fields)  # type: ignore[arg-type]  # __post_init__ checks every field

    def to_dict(self) -> dict[str, object]:
        """The fields as plain JSON-ready values, in declaration order."""
        return asdict(self)
