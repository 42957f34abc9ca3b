"""The chapter's figures for MG-1 as typed values, read from `expected.json`.

It holds what must come out; it computes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

from minigpt.errors import ConfigError
from minigpt.json_object import read_object


@dataclass(frozen=True, slots=True)
class ExpectedRecord:
    """Table 20.1: one record's text, input IDs and targets at its valid positions."""

    text: str
    ids: list[int]
    targets: list[int]


@dataclass(frozen=True, slots=True)
class ExpectedHead:
    """Table 20.5: what one head's query reads from the keys it can see."""

    scores: list[float]
    weights: list[float]
    mixture: list[float]


@dataclass(frozen=True, slots=True)
class ExpectedPosition:
    """Tables 20.4 and 20.5 and section 20.5: one position followed through the model."""

    record: int
    position: int
    mean: float
    variance: float
    rows: dict[str, list[float]]
    heads: list[ExpectedHead]
    target_id: int
    target_logit: float
    max_logit: float
    exp_sum: float
    target_probability: float
    target_loss: float  # nats


@dataclass(frozen=True, slots=True)
class Expected:
    """All of the chapter's figures. Losses are in nats."""

    records: list[ExpectedRecord]
    scored_events: int
    parameters: dict[str, int]
    shapes: dict[str, list[int]]
    position: ExpectedPosition
    losses: list[list[float]]
    mean_loss: float
    zero_logits_loss: float

    @property
    def texts(self) -> list[str]:
        """The texts of the records, in order."""
        return [record.text for record in self.records]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the figures.

        Raises:
            ConfigError: the file is missing, is not JSON, or lacks a figure.
        """
        names = ("about", *(field.name for field in fields(cls)))
        found = read_object(path, names, ConfigError)
        del found["about"]
        try:
            return cls._from(found)
        except (LookupError, TypeError) as error:
            raise ConfigError(f"{path.name}: {error}") from error

    @classmethod
    def _from(cls, found: dict[str, Any]) -> Self:
        found["records"] = [ExpectedRecord(**record) for record in found["records"]]
        position = found["position"]
        position["heads"] = [ExpectedHead(**head) for head in position["heads"]]
        found["position"] = ExpectedPosition(**position)
        return cls(**found)
