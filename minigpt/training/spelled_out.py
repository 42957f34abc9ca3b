"""What a spelled-out update of one number is, whatever the run learns from.

The update is made by the run's own code, in `one_update.py` for records and in
`stream/one_update.py` for one text; what is added here is the algorithm's own names for the
numbers in between (Kingma and Ba 2015, algorithm 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch

from minigpt.errors import NoUpdateError, ParameterIndexError, UnknownParameterError
from minigpt.training.adam import FlatParameters
from minigpt.training.any_run import Run
from minigpt.training.events import Event, NotFinite
from minigpt.training.recorded_run import AnyRun, RecordedRun
from minigpt.training.state import TrainingState


@dataclass(frozen=True, slots=True)
class SpelledOut:
    """What update number `next` did to one number of one parameter; ready to be JSON.

    loss: of its batch, before the update, in nats.
    value, first, second: the number and both its moments before; gradient: dL/d value.
    first_after, second_after: the moments that the update left behind, bit for bit.
    first_corrected, second_corrected: those divided by 1 - beta ** next.
    learning_rate: of this update.
    change: -learning_rate * first_corrected / (sqrt(second_corrected) + epsilon).
    new_value: bit for bit what the run computed. It is what `change` leads to but for rounding:
        the run divides by the corrections in another order, and in its model's precision.
    """

    step: int
    next: int
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


class Betas(Protocol):
    """What of a run's settings Adam's lines are computed with."""

    @property
    def beta1(self) -> float:
        """How much of the first moment stays."""
        ...

    @property
    def beta2(self) -> float:
        """How much of the second moment stays."""
        ...

    @property
    def epsilon(self) -> float:
        """What is added to the root of the second."""
        ...


def run_before(recorded: RecordedRun[AnyRun], step: int) -> AnyRun:
    """Another run that stands after `step` updates, and has one more to make.

    Raises:
        StepUnknownError: that state is not kept.
        NoUpdateError: it is the last one, so no update came after it.
    """
    again = recorded.run_at(step)
    if step >= recorded.run.step:
        raise NoUpdateError(
            f"No update was made after step {step}; the run stands there. Choose an earlier step.",
            details={"step": step},
        )
    return again


def made_by(run: Run, event: Event) -> TrainingState:
    """The state that the update has left the run in.

    Raises:
        NoUpdateError: by this event it was none; a number of it was not finite.
    """
    if isinstance(event, NotFinite):
        raise NoUpdateError(f"No update was made after step {event.kept}: {event.what}.")
    return run.state()


def at_place(state: TrainingState, place: int) -> tuple[float, float, float]:
    """The number at that place of the parameters, and both its moments."""
    vectors = (state.weights, state.first, state.second)  # [P] each
    value, first, second = (vector[place].item() for vector in vectors)
    return value, first, second


def adam_lines(betas: Betas, rate: float, after: TrainingState, place: int) -> dict[str, float]:
    """From the moments after an update of that rate to the change that they make."""
    _, first, second = at_place(after, place)
    first_corrected = first / (1 - betas.beta1**after.step)
    second_corrected = second / (1 - betas.beta2**after.step)
    return {
        "first_after": first,
        "second_after": second,
        "first_corrected": first_corrected,
        "second_corrected": second_corrected,
        "learning_rate": rate,
        "beta1": betas.beta1,
        "beta2": betas.beta2,
        "epsilon": betas.epsilon,
        "change": -rate * first_corrected / (math.sqrt(second_corrected) + betas.epsilon),
    }


def place_of(parameters: FlatParameters, parameter: str, index: Sequence[int]) -> int:
    """Where in the vector [P] of all parameters the number stands.

    Raises:
        UnknownParameterError, ParameterIndexError: the model has no such number.
    """
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
