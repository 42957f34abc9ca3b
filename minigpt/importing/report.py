"""What an import says of itself: origins, conventions with their reasons, open questions.

Plain data with one JSON form; it reads no file and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Final, NamedTuple

from minigpt.config import ModelConfig
from minigpt.readable import writable

Value = int | float | str | bool
#: A report's fields that say where a model's parameters come from.
KEPT: Final = ("file", "origins")
OriginsTold = dict[str, object]


class Assumed(NamedTuple):
    """A convention that was followed, and why; `choices` where a person may say otherwise."""

    what: str
    value: Value
    reason: str
    choices: Sequence[Value] | None = None


class Needed(NamedTuple):
    """What the file cannot tell and nobody has said yet."""

    what: str
    reason: str
    choices: Sequence[Value]


class Origin(NamedTuple):
    """Where one parameter of the model comes from; `shape` is the parameter's."""

    parameter: str
    source: str
    shape: tuple[int, ...]
    transform: str


class Ignored(NamedTuple):
    """Something in the file or beside it that is no part of the model, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class Statements:
    """The sentences of a report while a checkpoint is being read."""

    found: list[str] = field(default_factory=list)
    assumed: list[Assumed] = field(default_factory=list)
    needed: list[Needed] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)

    def readable(self) -> Statements:
        """The same with every name out of the file readable."""
        return Statements(*(writable(getattr(self, each.name)) for each in fields(self)))


@dataclass(frozen=True, slots=True)
class ImportReport:
    """All of it. `config` is None until every question has its answer."""

    file: str
    layout: str
    bytes: int
    tensors: int
    config: ModelConfig | None
    statements: Statements
    origins: tuple[Origin, ...]

    @property
    def ready(self) -> bool:
        """Whether the model can be opened: nothing is left to ask."""
        return self.config is not None

    def origins_told(self) -> OriginsTold:
        """Of the report, what is kept with the model: {"file": …, "origins": […]}."""
        told = self.to_dict()
        return {name: told[name] for name in KEPT}

    def to_dict(self) -> dict[str, object]:
        """The report as JSON-ready values, the same in a reply, in a file and on a terminal."""
        said = self.statements
        return {
            "file": self.file,
            "layout": self.layout,
            "bytes": self.bytes,
            "tensors": self.tensors,
            "config": self.config.to_dict() if self.config else None,
            "found": [{"text": text} for text in said.found],
            "assumed": [assumed._asdict() for assumed in said.assumed],
            "needed": [needed._asdict() for needed in said.needed],
            "origins": [
                {
                    "parameter": origin.parameter,
                    "from": origin.source,
                    "shape": list(origin.shape),
                    "transform": origin.transform,
                }
                for origin in self.origins
            ],
            "ignored": [ignored._asdict() for ignored in said.ignored],
            "ready": self.ready,
        }
