"""The run: draw, differentiate, update, evaluate; one event after another.

Whoever iterates decides what to show and what to save; between two events the run
stands still. It writes no file, prints nothing and sets no thread count: the numbers
of one machine are the same bit for bit as long as that count is the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.batch import Batch
from minigpt.errors import TrainingConfigError
from minigpt.model import MiniGPT, create_model
from minigpt.training.adam import Adam, FlatParameters
from minigpt.training.batches import BatchSource
from minigpt.training.config import TrainingConfig
from minigpt.training.evaluate import split_loss
from minigpt.training.gradients import loss_and_gradients
from minigpt.training.state import Evaluation, TrainingState


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


class TrainingRun:
    """One model in training. The model's parameters change in place, update by update."""

    def __init__(
        self, model: MiniGPT, config: TrainingConfig, train: Batch, validation: Batch
    ) -> None:
        """`train` and `validation` are whole splits, from `lay_out`.

        Raises:
            TrainingConfigError: the model has dropout, which the written-out gradients have not.
        """
        if model.config.dropout:
            raise TrainingConfigError(
                f"Training on records is without dropout, and {model.config.name!r} has "
                f"{model.config.dropout}; set it to 0 in its config."
            )
        self.model = model
        self.config = config
        self.parameters = FlatParameters(model)
        self._adam = Adam(self.parameters.vector, config)
        self._source = BatchSource(train, config.batch_records, config.seed)
        self.train_split, self.validation_split = train, validation
        self._curve: list[Evaluation] = []
        self._selected = self.parameters.vector.clone()  # [P]
        self._selected_step = 0
        self._failed = False
        self._good = self._resumable = self.state()

    @property
    def resumable(self) -> TrainingState:
        """The latest state to save: after an evaluation, at the latest `evaluate_every` old.

        A last evaluation that only the end of the run called for is not in it, so that a
        run which is told later to go on further has the curve of one that never stopped.
        """
        return self._resumable

    @property
    def good(self) -> TrainingState:
        """The latest state whose next loss and gradient were seen to be finite."""
        return self._good

    @property
    def good_step(self) -> int:
        """The step of that state."""
        return self._good.step

    @property
    def selected(self) -> Tensor:
        """The weights [P] at the first minimum of validation loss so far."""
        return self._selected

    @property
    def step(self) -> int:
        """Updates made so far."""
        return self._adam.step

    @property
    def curve(self) -> tuple[Evaluation, ...]:
        """The evaluations so far."""
        return tuple(self._curve)

    @property
    def selected_step(self) -> int:
        """The step of the first minimum of validation loss so far."""
        return self._selected_step

    def state(self) -> TrainingState:
        """A copy of everything; `restore` of it makes the run go on from here, bit for bit."""
        adam = self._adam
        return TrainingState(
            step=adam.step,
            weights=adam.weights.clone(),
            first=adam.first.clone(),
            second=adam.second.clone(),
            generator=self._source.state,
            curve=self.curve,
            selected=self._selected,
            selected_step=self._selected_step,
        )

    def restore(self, state: TrainingState) -> None:
        """Be where `state` was taken; its tensors are copied."""
        adam = self._adam
        adam.step = state.step
        adam.weights.copy_(state.weights)
        adam.first.copy_(state.first)
        adam.second.copy_(state.second)
        self._source.state = state.generator
        self._curve = list(state.curve)
        self._selected = state.selected.clone()
        self._selected_step = state.selected_step
        self._good = self._resumable = state

    def again(self) -> TrainingRun:
        """Another run that was told the same, at its start."""
        model = create_model(self.model.config)
        return TrainingRun(model, self.config, self.train_split, self.validation_split)

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

    def _updated(self) -> Updated | NotFinite:
        before = self.state()
        chosen, batch = self._source.draw()
        mean, named = loss_and_gradients(self.model, batch)
        loss, gradient = mean.item(), self.parameters.join(named)  # [P]
        number = self.step + 1
        if not math.isfinite(loss):
            return self._back(number, f"the loss of update {number} ({_records(chosen)}) is {loss}")
        if not bool(torch.isfinite(gradient).all()):
            return self._back(
                number, f"a gradient of update {number} ({_records(chosen)}) is not finite"
            )
        self._good = before  # its loss and its gradient have just been seen to be finite
        self._adam.update(gradient)
        if not self._adam.is_finite:
            return self._back(number, f"a weight or a moment after update {number} is not finite")
        return Updated(self.step, loss)

    def _evaluated(self) -> Evaluated | NotFinite:
        train, validation = (
            split_loss(self.model, split) for split in (self.train_split, self.validation_split)
        )
        for name, loss in (("training", train), ("validation", validation)):
            if not math.isfinite(loss):
                return self._back(self.step, f"the {name} loss after update {self.step} is {loss}")
        if not self._is_regular:
            self._resumable = self.state()
        best = min((past.validation for past in self._curve), default=math.inf)
        self._curve.append(Evaluation(self.step, train, validation))
        if selected := validation < best:
            self._selected, self._selected_step = self._adam.weights.clone(), self.step
        if self._is_regular:
            self._resumable = self.state()
        return Evaluated(self._curve[-1], selected)

    def _back(self, step: int, what: str) -> NotFinite:
        self._failed = True
        self.restore(self._good)
        return NotFinite(step, what, self.step)


def _records(chosen: Tensor) -> str:
    """The places [B] of a batch's records, in words."""
    return f"training records {', '.join(map(str, chosen.tolist()))}"
