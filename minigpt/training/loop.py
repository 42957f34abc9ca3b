"""The run on records: draw, differentiate, update, evaluate; one event after another.

It writes no file, prints nothing and sets no thread count: the numbers of one machine are the
same bit for bit as long as that count is the same. What it has in common with a run on one
text is `any_run.py`'s.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from minigpt.batch import Batch
from minigpt.errors import TrainingConfigError
from minigpt.model import MiniGPT, create_model
from minigpt.training.adam import Adam, FlatParameters
from minigpt.training.any_run import Run
from minigpt.training.batches import BatchSource
from minigpt.training.config import TrainingConfig
from minigpt.training.evaluate import split_loss
from minigpt.training.events import NotFinite, Updated
from minigpt.training.gradients import loss_and_gradients
from minigpt.training.state import TrainingState


class TrainingRun(Run):
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
        super().__init__(model, FlatParameters(model))
        self._config = config
        self._optimiser = self._adam = Adam(self.parameters.vector, config)
        self._draws = self._source = BatchSource(train, config.batch_records, config.seed)
        self.train_split, self.validation_split = train, validation
        self._begin()
        self._good = self.resumable

    @property
    def config(self) -> TrainingConfig:
        """What it was told."""
        return self._config

    @property
    def good(self) -> TrainingState:
        """The latest state whose next loss and gradient were seen to be finite."""
        return self._good

    @property
    def good_step(self) -> int:
        """The step of that state."""
        return self._good.step

    def again(self) -> TrainingRun:
        """Another run that was told the same, at its start."""
        model = create_model(self.model.config)
        return TrainingRun(model, self.config, self.train_split, self.validation_split)

    def _keep_good(self, state: TrainingState) -> None:
        self._good = state

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

    def _split_losses(self) -> tuple[float, float]:
        return (
            split_loss(self.model, self.train_split),
            split_loss(self.model, self.validation_split),
        )


def _records(chosen: Tensor) -> str:
    """The places [B] of a batch's records, in words."""
    return f"training records {', '.join(map(str, chosen.tolist()))}"
