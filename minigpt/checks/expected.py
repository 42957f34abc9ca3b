"""The chapter's figures for MG-1 as typed values, read from `expected.json`.

It holds what must come out; it computes nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from minigpt.errors import ConfigError


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
        try:
            return cls._from(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise ConfigError(f"{path.name} cannot be read as expected figures: {error}") from error

    @classmethod
    def _from(cls, fields: dict[str, Any]) -> Self:
        fields = {name: value for name, value in fields.items() if name != "about"}
        fields["records"] = [ExpectedRecord(**record) for record in fields["records"]]
        position = dict(fields["position"])
        position["heads"] = [ExpectedHead(**head) for head in position["heads"]]
        fields["position"] = ExpectedPosition(**position)
        return cls(**fields)
