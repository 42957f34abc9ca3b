"""What following, keeping and saving a run need of it, whatever it learns from and however.

Declarations alone. A run over records is `loop.py`'s, one over a text `stream/run.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, Self

from torch import Tensor

from minigpt.model import MiniGPT
from minigpt.training.adam import FlatParameters
from minigpt.training.loop import Event
from minigpt.training.state import Evaluation, TrainingState


class Settings(Protocol):
    """What a run is told: frozen and checked."""

    @property
    def steps(self) -> int:
        """Updates in all."""
        ...

    @property
    def evaluate_every(self) -> int:
        """Updates between two evaluations."""
        ...

    @property
    def save_every(self) -> int:
        """Updates between two states that are kept."""
        ...

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> Self:
        """From plain values that name every field; TrainingConfigError says what is wrong."""
        ...

    def to_dict(self) -> dict[str, int | float]:
        """The fields as plain values."""
        ...

    def differences(self, other: Self, /) -> list[str]:
        """The settings that make the numbers of two runs differ."""
        ...


class Run(Protocol):
    """A model in training; between two events it stands still."""

    model: MiniGPT
    parameters: FlatParameters

    @property
    def config(self) -> Settings:
        """What it was told."""
        ...

    @property
    def step(self) -> int:
        """Updates made so far."""
        ...

    @property
    def curve(self) -> tuple[Evaluation, ...]:
        """The evaluations so far."""
        ...

    @property
    def selected(self) -> Tensor:
        """The weights [P] at the first minimum of validation loss so far."""
        ...

    @property
    def selected_step(self) -> int:
        """The step of that minimum."""
        ...

    @property
    def resumable(self) -> TrainingState:
        """The latest state to save."""
        ...

    @property
    def good(self) -> TrainingState:
        """The latest state whose next loss and gradient were seen to be finite."""
        ...

    @property
    def good_step(self) -> int:
        """The step of that state."""
        ...

    def state(self) -> TrainingState:
        """A copy of everything."""
        ...

    def restore(self, state: TrainingState) -> None:
        """Be where `state` was taken."""
        ...

    def again(self) -> Self:
        """Another run that was told the same, at its start."""
        ...

    def events(self) -> Iterator[Event]:
        """One event after another, to the end."""
        ...
