"""One Adam update of one parameter, spelled out from a state that a run has kept.

The batch is drawn, differentiated and stepped on by the run's own code; what is added here
is the algorithm's own names for the numbers in between (Kingma and Ba 2015, algorithm 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.corpus import CorpusRecord
from minigpt.errors import NoUpdateError, ParameterIndexError, UnknownParameterError
from minigpt.training.adam import FlatParameters
from minigpt.training.batches import BatchSource
from minigpt.training.config import TrainingConfig
from minigpt.training.events import NotFinite
from minigpt.training.gradients import loss_and_gradients
from minigpt.training.loop import TrainingRun
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.state import TrainingState


@dataclass(frozen=True, slots=True)
class OneUpdate:
    """What update number `next` did to one number of one parameter; ready to be JSON.

    records: those of its batch in the order drawn, one drawn twice stands there twice.
    loss: of that batch, before the update, in nats.
    value, first, second: the number and both its moments before; gradient: dL/d value.
    first_after, second_after: the moments that the update left behind, bit for bit.
    first_corrected, second_corrected: those divided by 1 - beta ** next.
    change: -learning_rate * first_corrected / (sqrt(second_corrected) + epsilon).
    new_value: bit for bit what the run computed. It is value + change but for rounding: the
        run divides by the corrections in another order.
    """

    step: int
    next: int
    records: tuple[CorpusRecord, ...]
    loss: float
    parameter: str
    index: tuple[int, ...]
    value: float
    gradient: float
    first: float
    second: float
    first_after: float
    second_after: float
    first_corrected: float
    second_corrected: float
    learning_rate: float
    beta1: float
    beta2: float
    epsilon: float
    change: float
    new_value: float


def one_update(
    recorded: RecordedRun[TrainingRun],
    step: int,
    parameter: str,
    index: Sequence[int],
    records: Sequence[CorpusRecord],
) -> OneUpdate:
    """The update that the run made after `step` of them, for one number.

    Args:
        recorded: the run, which is not moved.
        step: a kept state before the run's present one.
        parameter: its name in the model.
        index: one index for each of its axes, from 0.
        records: the training split that the batches' rows are of.

    Raises:
        StepUnknownError: that state is not kept.
        NoUpdateError: it is the last one, so no update came after it.
        UnknownParameterError, ParameterIndexError: the model has no such number.
    """
    again = recorded.run_at(step)
    if step >= recorded.run.step:
        raise NoUpdateError(
            f"No update was made after step {step}; the run stands there. Choose an earlier step.",
            details={"step": step},
        )
    place = _place(again.parameters, parameter, index)
    before = again.state()
    chosen, loss, gradient = _next_batch(again)  # [B], [], [P]
    event = next(again.events())
    if isinstance(event, NotFinite):
        raise NoUpdateError(f"No update was made after step {step}: {event.what}.")
    after = again.state()
    return OneUpdate(
        step=step,
        next=after.step,
        records=tuple(records[row] for row in chosen.tolist()),
        loss=loss.item(),
        parameter=parameter,
        index=tuple(index),
        value=before.weights[place].item(),
        gradient=gradient[place].item(),
        first=before.first[place].item(),
        second=before.second[place].item(),
        new_value=after.weights[place].item(),
        **_spelled_out(again.config, after, place),
    )


def _next_batch(run: TrainingRun) -> tuple[Tensor, Tensor, Tensor]:
    """The rows [B] that the run will draw next, their loss [] and its gradient [P]."""
    source = BatchSource(run.train_split, run.config.batch_records, run.config.seed)
    source.state = run.state().generator
    chosen, batch = source.draw()  # [B]
    loss, gradients = loss_and_gradients(run.model, batch)  # []
    return chosen, loss, run.parameters.join(gradients)  # [P]


def _spelled_out(config: TrainingConfig, after: TrainingState, place: int) -> dict[str, float]:
    """From the moments after the update to the change that they make."""
    first, second = after.first[place].item(), after.second[place].item()
    first_corrected = first / (1 - config.beta1**after.step)
    second_corrected = second / (1 - config.beta2**after.step)
    return {
        "first_after": first,
        "second_after": second,
        "first_corrected": first_corrected,
        "second_corrected": second_corrected,
        "learning_rate": config.learning_rate,
        "beta1": config.beta1,
        "beta2": config.beta2,
        "epsilon": config.epsilon,
        "change": -config.learning_rate
        * first_corrected
        / (math.sqrt(second_corrected) + config.epsilon),
    }


def _place(parameters: FlatParameters, parameter: str, index: Sequence[int]) -> int:
    """Where in the vector [P] of all parameters the number stands."""
    shapes = parameters.shapes
    if parameter not in shapes:
        raise UnknownParameterError(
            f"The model has no parameter of this name; it has {', '.join(shapes)}.",
            details={"parameters": list(shapes)},
        )
    shape = shapes[parameter]
    if len(index) != len(shape) or any(
        not 0 <= i < length for i, length in zip(index, shape, strict=True)
    ):
        ranges = " and ".join(f"0 to {length - 1}" for length in shape)
        raise ParameterIndexError(
            f"{parameter} has the shape {list(shape)}: its index is {ranges}.",
            details={"parameter": parameter, "shape": list(shape)},
        )
    places = parameters.split(torch.arange(parameters.vector.numel()))  # each in its own shape
    return int(places[parameter][tuple(index)])
