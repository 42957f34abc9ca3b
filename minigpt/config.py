"""What a model is, before it has any numbers: sizes, epsilon, precision, seed.

A `ModelConfig` is frozen and complete; nothing else in the project decides a
size. It does not know where its file lies and builds no tensors.
"""

from __future__ import annotations

import math
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Final, Self

from minigpt.errors import ConfigError
from minigpt.json_object import read_object

_SIZES: Final = ("vocabulary_size", "context_length", "width", "heads", "ffn_width", "blocks")
_SWITCHES: Final = (
    "attention_bias",
    "ffn_bias",
    "norm_bias",
    "head_bias",
    "tied_head",
    "residual_init",
)
#: Numbers that a model may learn: in float32 they fill the largest file of weights.
MOST_NUMBERS: Final = 1 << 28
#: Blocks are built one after another, and every record is laid out in the whole context.
_MOST: Final = {"blocks": 1000, "context_length": 1 << 20}
#: What can be chosen, by field; `minigpt/activations.py` has the functions of the first.
_CHOICES: Final = {
    "activation": ("relu", "gelu", "gelu_tanh"),
    "dtype": ("float64", "float32"),
    "device": ("cpu",),
    "tokenizer": ("byte-bpe", "characters", "ids", "library"),
    "data": ("records", "stream"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConfig:
    """One small GPT of this family. Letters are the project's axis names.

    The fields with a default came after MG-1's file was frozen; the defaults are MG-1.

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
    attention_bias: bool = False  # in the projections to q, k, v and after the heads
    ffn_bias: bool = True
    norm_bias: bool = True  # an offset in every norm
    head_bias: bool = True
    tied_head: bool = False  # the output matrix is the token table, transposed
    residual_init: bool = False  # wo and w2 drawn with init_std / sqrt(2 * blocks), as GPT-2's
    tokenizer: str = "byte-bpe"
    data: str = "records"  # or one stream of text, without BOS and EOS

    @property
    def head_width(self) -> int:
        """d, the width of one head: C / H."""
        return self.width // self.heads

    def __post_init__(self) -> None:
        if not (isinstance(self.name, str) and self.name and _is_unicode(self.name)):
            raise ConfigError(f"name must be a non-empty text, not {self.name!r:.80}.")
        for field in _SIZES:
            value = getattr(self, field)
            if type(value) is not int or value < 1:
                raise ConfigError(f"{field} must be a whole number of at least 1, not {value!r}.")
        self._check_room()
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
        self._check_options()

    def _check_room(self) -> None:
        """Refuse what no memory could hold, before anything is made of it."""
        for field in _SIZES:  # a number of hundreds of digits would make no sentence
            if getattr(self, field) > (most := _MOST.get(field, MOST_NUMBERS)):
                raise ConfigError(f"{field} must be at most {most:,}.")
        tables = (self.vocabulary_size + self.context_length) * self.width
        matrices = self.blocks * (4 * self.width + 2 * self.ffn_width) * self.width
        if (numbers := tables + matrices) > MOST_NUMBERS:
            raise ConfigError(
                f"A model of these sizes has {numbers:,} numbers; at most {MOST_NUMBERS:,} are "
                "made here. Choose a smaller width, ffn_width, vocabulary or context, or fewer "
                "blocks."
            )

    def _check_options(self) -> None:
        if type(self.dropout) not in (int, float) or not 0 <= self.dropout < 1:
            raise ConfigError(f"dropout must be from 0 to below 1, not {self.dropout!r}.")
        for field in _SWITCHES:
            if type(getattr(self, field)) is not bool:
                raise ConfigError(f"{field} must be true or false, not {getattr(self, field)!r}.")
        for field, choices in _CHOICES.items():
            if (found := getattr(self, field)) not in choices:
                raise ConfigError(
                    f"{field} {found!r} is not supported; it can be {' or '.join(choices)}."
                )

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a config file; a field that has a default may be absent.

        Raises:
            ConfigError: the file is not JSON, or a field is missing, unknown, repeated or wrong.
        """
        required = [field.name for field in fields(cls) if field.default is MISSING]
        values = read_object(path, required, ConfigError, optional=cls.__dataclass_fields__)
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every field

    def to_dict(self) -> dict[str, object]:
        """All fields as plain JSON-ready values, in declaration order, defaults included."""
        return asdict(self)


def _is_unicode(text: str) -> bool:
    """Whether it has no half of a surrogate pair, which no file and no reply can hold."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)
