"""What happens in a run, whatever it learns from: an update, an evaluation, or its end."""

from __future__ import annotations

from dataclasses import dataclass

from minigpt.training.state import Evaluation


@dataclass(frozen=True, slots=True)
class Updated:
    """Update number `step` was made; `loss` is that of its batch before the update."""

    step: int
    loss: float


@dataclass(frozen=True, slots=True)
class Evaluated:
    """Both splits were scored; `selected` if no earlier validation loss was as low."""

    evaluation: Evaluation
    selected: bool


@dataclass(frozen=True, slots=True)
class NotFinite:
    """The run ended: `what` is no finite number at `step`. `kept` is the last good step."""

    step: int
    what: str
    kept: int


Event = Updated | Evaluated | NotFinite
