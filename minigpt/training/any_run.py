"""A model in training, whatever it learns from: when it evaluates, what it selects, where it ends.

Whoever iterates decides what to show and what to save; between two events the run stands still.
How an update is made, and how a split is scored, is `loop.py`'s for records and `stream/run.py`'s
for one text.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Protocol, Self

from torch import Tensor

from minigpt.model import MiniGPT
from minigpt.training.adam import FlatParameters
from minigpt.training.events import Evaluated, Event, NotFinite, Updated
from minigpt.training.settings import Settings
from minigpt.training.state import Evaluation, TrainingState


class Optimiser(Protocol):
    """Weights and both moments, [P] each, that an update changes in place; updates so far."""

    weights: Tensor
    first: Tensor
    second: Tensor
    step: int


class Draws(Protocol):
    """What draws the next batch; `state` [S] is all that the draws depend on."""

    state: Tensor


class Run(ABC):
    """One model in training. The model's parameters change in place, update by update."""

    #: What draws and what updates; a subclass makes both and then calls `_begin`.
    _draws: Draws
    _optimiser: Optimiser

    def __init__(self, model: MiniGPT, parameters: FlatParameters) -> None:
        """`parameters` are the model's."""
        self.model = model
        self.parameters = parameters
        self._curve: list[Evaluation] = []
        self._selected = parameters.vector.to("cpu", copy=True)  # [P]
        self._selected_step = 0
        self._failed = False

    def _begin(self) -> None:
        self._resumable = self.state()

    @property
    @abstractmethod
    def config(self) -> Settings:
        """What it was told."""

    @property
    @abstractmethod
    def good(self) -> TrainingState:
        """The latest state whose next loss and gradient were seen to be finite; read only."""

    @property
    @abstractmethod
    def good_step(self) -> int:
        """The step of that state."""

    @abstractmethod
    def again(self) -> Self:
        """Another run that was told the same, at its start."""

    @abstractmethod
    def _updated(self) -> Updated | NotFinite:
        """One update, or what of it was not finite."""

    @abstractmethod
    def _split_losses(self) -> tuple[float, float]:
        """The losses of both splits in nats: training, validation."""

    @abstractmethod
    def _keep_good(self, state: TrainingState) -> None:
        """Have `good` be this state."""

    @property
    def resumable(self) -> TrainingState:
        """The latest state to save: after an evaluation, at the latest `evaluate_every` old.

        A last evaluation that only the end of the run called for is not in it, so that a
        run which is told later to go on further has the curve of one that never stopped.
        """
        return self._resumable

    @property
    def selected(self) -> Tensor:
        """The weights [P] at the first minimum of validation loss so far."""
        return self._selected

    @property
    def selected_step(self) -> int:
        """The step of that minimum."""
        return self._selected_step

    @property
    def step(self) -> int:
        """Updates made so far."""
        return self._optimiser.step

    @property
    def curve(self) -> tuple[Evaluation, ...]:
        """The evaluations so far."""
        return tuple(self._curve)

    def state(self) -> TrainingState:
        """A copy of everything; `restore` of it makes the run go on from here, bit for bit."""
        return self._state_of(self.step, self._vectors, self._draws.state)

    def restore(self, state: TrainingState) -> None:
        """Be where `state` was taken; its tensors are copied."""
        self._optimiser.step = state.step
        saved = (state.weights, state.first, state.second)
        for vector, value in zip(self._vectors, saved, strict=True):
            vector.copy_(value)  # [P]
        self._draws.state = state.generator
        self._curve = list(state.curve)
        self._selected = state.selected.clone()
        self._selected_step = state.selected_step
        self._resumable = state
        self._keep_good(state)

    def events(self) -> Iterator[Event]:
        """Run to `config.steps`, or to the first number that is not finite.

        Step 0 and every `evaluate_every`-th are evaluated, and the last. After `NotFinite`
        the run is back at its last good state: the one before the update that spoilt it.
        """
        if not self._curve or (self._is_last and self._curve[-1].step != self.step):
            yield self._evaluated()
        while self.step < self.config.steps and not self._failed:
            yield self._updated()
            if not self._failed and (self._is_regular or self._is_last):
                yield self._evaluated()

    @property
    def _is_regular(self) -> bool:
        return self.step % self.config.evaluate_every == 0

    @property
    def _is_last(self) -> bool:
        return self.step == self.config.steps

    @property
    def _vectors(self) -> tuple[Tensor, Tensor, Tensor]:
        optimiser = self._optimiser
        return optimiser.weights, optimiser.first, optimiser.second  # [P] each

    def _evaluated(self) -> Evaluated | NotFinite:
        train, validation = self._split_losses()
        for name, loss in (("training", train), ("validation", validation)):
            if not math.isfinite(loss):
                return self._back(self.step, f"the {name} loss after update {self.step} is {loss}")
        if not self._is_regular:
            self._resumable = self.state()
        best = min((past.validation for past in self._curve), default=math.inf)
        self._curve.append(Evaluation(self.step, train, validation))
        if selected := validation < best:
            self._selected = self._optimiser.weights.to("cpu", copy=True)  # [P]
            self._selected_step = self.step
        if self._is_regular:
            self._resumable = self.state()
        return Evaluated(self._curve[-1], selected)

    def _state_of(self, step: int, vectors: tuple[Tensor, ...], generator: Tensor) -> TrainingState:
        weights, first, second = (vector.to("cpu", copy=True) for vector in vectors)  # [P] each
        return TrainingState(
            step=step,
            weights=weights,
            first=first,
            second=second,
            generator=generator,
            curve=self.curve,
            selected=self._selected,
            selected_step=self._selected_step,
        )

    def _back(self, step: int, what: str) -> NotFinite:
        """The end of the run, which is then back where all was finite."""
        self._failed = True
        self.restore(self.good)
        return NotFinite(step, what, self.step)
