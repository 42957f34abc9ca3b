"""The run on a stream of text: draw windows, differentiate, clip, update, evaluate.

It writes no file, prints nothing and sets no thread count: the numbers of one machine are the
same bit for bit as long as that count is the same. What it has in common with a run on records
is `any_run.py`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.model import MiniGPT, create_model
from minigpt.stream.windows import RandomWindows
from minigpt.training.adam import FlatParameters
from minigpt.training.any_run import Run
from minigpt.training.events import NotFinite, Updated
from minigpt.training.state import TrainingState
from minigpt.training.stream.adamw import AdamW
from minigpt.training.stream.config import StreamTrainingConfig
from minigpt.training.stream.fast_forward import FastForward
from minigpt.training.stream.processes import Processes
from minigpt.training.stream.randomness import drawn_for
from minigpt.training.stream.schedule import learning_rate
from minigpt.training.stream.splits import Splits

_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True, eq=False)
class Differentiated:
    """The batch of an update that is yet to be made; its gradient is the run's `gradient`.

    number: the update's.
    starts: [B] where its windows begin in the training split, in the order drawn.
    loss: the mean over the windows in nats.
    generator: [S] bytes, what drew them, as it was before.
    """

    number: int
    starts: Tensor
    loss: float
    generator: Tensor


class StreamRun(Run):
    """One model in training. The model's parameters change in place, update by update.

    Its states need no place for dropout, whose draws follow from the seed and the update's number.
    """

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
        self._processes = processes or Processes()
        self._processes.check_share(config.batch_windows)
        super().__init__(model.to(device), FlatParameters(model))
        self._config = config
        self.splits = splits
        self.device = device
        self._optimiser = self._adam = AdamW(model, self.parameters, config)
        self._fast = FastForward(model)
        self._loss = self._processes.joined(self._fast)
        length = model.config.context_length
        self._draws = self._windows = RandomWindows(splits.train, length, config.seed)
        # What the last update started from, kept where the weights are.
        self._before = tuple(vector.clone() for vector in self._vectors)  # [P] each
        self._generator_before = self._windows.state  # [S]
        self._good_step = 0
        self._begin()

    @property
    def config(self) -> StreamTrainingConfig:
        """What it was told."""
        return self._config

    @property
    def good(self) -> TrainingState:
        """The latest state whose next loss and gradient were seen to be finite; a copy."""
        return self._state_of(self._good_step, self._before, self._generator_before)

    @property
    def good_step(self) -> int:
        """The step of that state."""
        return self._good_step

    def again(self) -> StreamRun:
        """Another run that was told the same, at its start."""
        model = create_model(self.model.config)
        return StreamRun(model, self.config, self.splits, self.device, self._processes)

    def _keep_good(self, state: TrainingState) -> None:
        saved = (state.weights, state.first, state.second)
        for before, value in zip(self._before, saved, strict=True):
            before.copy_(value)  # [P]
        self._generator_before, self._good_step = state.generator, state.step

    @property
    def gradient(self) -> Tensor:
        """[P] of the batch that was differentiated last; as short as the clip once followed."""
        return self._adam.gradient

    @property
    def gradient_norm(self) -> float:
        """How long that is."""
        return self._adam.norm

    def _updated(self) -> Updated | NotFinite:
        return self.follow(self.differentiate())

    def differentiate(self) -> Differentiated:
        """Draw the next batch; its gradient, as long as it is, is then in `gradient`."""
        number = self.step + 1
        generator = self._windows.state  # [S]
        starts = self._windows.draw_places(self.config.batch_windows)  # [B]
        ids, targets = (
            self._processes.share(rows).to(self.device) for rows in self._windows.at(starts)
        )  # [B / processes, T] each
        self._adam.gradient.zero_()
        self._loss.train()
        with drawn_for(self.config.seed, number, self._processes.number, self.device):
            loss = self._loss(ids, targets)  # []
        loss.backward()
        self.model.eval()
        return Differentiated(number, starts, self._processes.mean(loss.detach()), generator)

    def follow(self, found: Differentiated) -> Updated | NotFinite:
        """The update against `gradient`, which `differentiate` has just left there."""
        number, loss = found.number, found.loss
        if not math.isfinite(loss):
            return self._back(number, f"the loss of update {number} is {loss}")
        if not math.isfinite(self._adam.clip()):
            return self._back(number, f"a gradient of update {number} is not finite")
        # This state's loss and gradient have just been seen to be finite.
        for before, vector in zip(self._before, self._vectors, strict=True):
            before.copy_(vector)  # [P]
        self._generator_before, self._good_step = found.generator, self.step
        self._adam.update(learning_rate(self.config, number))
        if not self._adam.is_finite:
            return self._back(number, f"a weight or a moment after update {number} is not finite")
        return Updated(self.step, loss)

    def _split_losses(self) -> tuple[float, float]:
        self._fast.eval()
        train, validation = (
            self.splits.loss(split, self._fast, self.device, self._processes)
            for split in ("train", "validation")
        )
        return train, validation
