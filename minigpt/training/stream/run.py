"""The run on a stream of text: draw windows, differentiate, clip, update, evaluate.

It has the events and the states of `minigpt/training/loop.py`, so whoever follows, keeps or
saves one can do so with the other. It writes no file, prints nothing and sets no thread
count: the numbers of one machine are the same bit for bit as long as that count is the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from minigpt.model import MiniGPT, create_model
from minigpt.stream.windows import RandomWindows
from minigpt.training.adam import FlatParameters
from minigpt.training.loop import Evaluated, Event, NotFinite, Updated
from minigpt.training.state import Evaluation, TrainingState
from minigpt.training.stream.adamw import AdamW
from minigpt.training.stream.config import StreamTrainingConfig
from minigpt.training.stream.fast_forward import FastForward
from minigpt.training.stream.processes import Processes
from minigpt.training.stream.randomness import drawn_for
from minigpt.training.stream.schedule import learning_rate
from minigpt.training.stream.splits import Splits

_CPU = torch.device("cpu")


class StreamRun:
    """One model in training. The model's parameters change in place, update by update."""

    def __init__(
        self,
        model: MiniGPT,
        config: StreamTrainingConfig,
        splits: Splits,
        device: torch.device = _CPU,
        processes: Processes | None = None,
    ) -> None:
        """The model goes to `device`; `processes` share each batch (None: this one is alone).

        Raises:
            TrainingConfigError: the processes cannot share a batch evenly.
        """
        self.config = config
        self.splits = splits
        self.device = device
        self._processes = processes or Processes()
        self._processes.check_share(config.batch_windows)
        self.model = model.to(device)
        self.parameters = FlatParameters(model)
        self._adam = AdamW(model, self.parameters, config)
        self._fast = FastForward(model)
        self._loss = self._processes.joined(self._fast)
        length = model.config.context_length
        self._windows = RandomWindows(splits.train, length, config.seed)
        self._curve: list[Evaluation] = []
        self._selected = self._on_cpu(self._adam.weights)  # [P]
        self._selected_step = 0
        self._failed = False
        # What the last update started from, kept where the weights are.
        self._before = tuple(vector.clone() for vector in self._vectors)  # [P] each
        self._generator_before = self._windows.state  # [S]
        self.good_step = 0
        self._resumable = self.state()

    @property
    def resumable(self) -> TrainingState:
        """The latest state to save: after an evaluation, at the latest `evaluate_every` old.

        A last evaluation that only the end of the run called for is not in it, so that a
        run which is told later to go on further has the curve of one that never stopped.
        """
        return self._resumable

    @property
    def good(self) -> TrainingState:
        """The latest state whose next loss and gradient were seen to be finite; a copy."""
        return self._state(self.good_step, self._before, self._generator_before)

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
        """A copy of everything; `restore` of it makes the run go on from here, bit for bit.

        Dropout needs no place in it: its draws follow from the seed and the update's number.
        """
        return self._state(self.step, self._vectors, self._windows.state)

    def restore(self, state: TrainingState) -> None:
        """Be where `state` was taken; its tensors are copied."""
        self._adam.step = state.step
        saved = (state.weights, state.first, state.second)
        for vector, before, value in zip(self._vectors, self._before, saved, strict=True):
            vector.copy_(value)  # [P]
            before.copy_(value)  # [P]
        self._windows.state = self._generator_before = state.generator
        self._curve = list(state.curve)
        self._selected = state.selected.clone()
        self._selected_step = state.selected_step
        self.good_step = state.step
        self._resumable = state

    def again(self) -> StreamRun:
        """Another run that was told the same, at its start."""
        model = create_model(self.model.config)
        return StreamRun(model, self.config, self.splits, self.device, self._processes)

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
        return self._adam.weights, self._adam.first, self._adam.second  # [P] each

    def _updated(self) -> Updated | NotFinite:
        number = self.step + 1
        generator = self._windows.state  # [S]
        loss = self._differentiate(number)
        if not math.isfinite(loss):
            return self._back(number, f"the loss of update {number} is {loss}")
        if not math.isfinite(self._adam.clip()):
            return self._back(number, f"a gradient of update {number} is not finite")
        # This state's loss and gradient have just been seen to be finite.
        for before, vector in zip(self._before, self._vectors, strict=True):
            before.copy_(vector)  # [P]
        self._generator_before, self.good_step = generator, self.step
        self._adam.update(learning_rate(self.config, number))
        if not self._adam.is_finite:
            return self._back(number, f"a weight or a moment after update {number} is not finite")
        return Updated(self.step, loss)

    def _differentiate(self, number: int) -> float:
        """The loss of the next batch; its gradient is then in the optimiser."""
        whole, following = self._windows.draw(self.config.batch_windows)  # [B, T] each
        ids, targets = (
            self._processes.share(rows).to(self.device) for rows in (whole, following)
        )  # [B / processes, T] each
        self._adam.gradient.zero_()
        self._loss.train()
        with drawn_for(self.config.seed, number, self._processes.number, self.device):
            loss = self._loss(ids, targets)  # []
        loss.backward()
        self.model.eval()
        return self._processes.mean(loss.detach())

    def _evaluated(self) -> Evaluated | NotFinite:
        self._fast.eval()
        train, validation = (
            self.splits.loss(split, self._fast, self.device, self._processes)
            for split in ("train", "validation")
        )
        for name, loss in (("training", train), ("validation", validation)):
            if not math.isfinite(loss):
                return self._back(self.step, f"the {name} loss after update {self.step} is {loss}")
        if not self._is_regular:
            self._resumable = self.state()
        best = min((past.validation for past in self._curve), default=math.inf)
        self._curve.append(Evaluation(self.step, train, validation))
        if selected := validation < best:
            self._selected, self._selected_step = self._on_cpu(self._adam.weights), self.step
        if self._is_regular:
            self._resumable = self.state()
        return Evaluated(self._curve[-1], selected)

    def _state(self, step: int, vectors: tuple[Tensor, ...], generator: Tensor) -> TrainingState:
        weights, first, second = (self._on_cpu(vector) for vector in vectors)  # [P] each
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
        self._failed = True
        self.restore(self.good)
        return NotFinite(step, what, self.step)

    @staticmethod
    def _on_cpu(vector: Tensor) -> Tensor:
        return vector.to("cpu", copy=True)  # [P]
