"""One AdamW update of one parameter of a run on one text, spelled out from a state it has kept.

The windows are drawn, differentiated, clipped and stepped on by the run's own code; the decay is
named as Loshchilov and Hutter (2019), algorithm 2, has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from minigpt.tokens import TokenMap
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.spelled_out import (
    SpelledOut,
    adam_lines,
    at_place,
    made_by,
    place_of,
    run_before,
)
from minigpt.training.stream.adamw import decays
from minigpt.training.stream.config import StreamTrainingConfig
from minigpt.training.stream.run import StreamRun
from minigpt.training.stream.schedule import learning_rate


@dataclass(frozen=True, slots=True)
class Window:
    """A window of the training text: the place of its first token, and its inputs as text.

    A tokenizer whose tokens are no text writes their IDs.
    """

    start: int
    text: str


@dataclass(frozen=True, slots=True)
class OneStreamUpdate(SpelledOut):
    """What one update did to one number; `new_value` is decayed + change but for rounding.

    windows: of the batch in the order drawn; length: the inputs of each.
    norm: of the gradient by all parameters, in their order in the model's vector.
    clipped: the gradient times clip_norm / norm where norm is above clip_norm; bit for bit what
        the moments were updated with.
    peak_learning_rate, min_learning_rate, warmup_steps, decay_steps: what the schedule makes
        `learning_rate` of.
    decays: whether this parameter does.
    decayed: value * (1 - learning_rate * weight_decay) if it does, else value.
    """

    windows: tuple[Window, ...]
    length: int
    norm: float
    clip_norm: float
    clipped: float
    peak_learning_rate: float
    min_learning_rate: float
    warmup_steps: int
    decay_steps: int
    weight_decay: float
    decays: bool
    decayed: float


def one_stream_update(
    recorded: RecordedRun[StreamRun],
    step: int,
    parameter: str,
    index: Sequence[int],
    tokens: TokenMap,
) -> OneStreamUpdate:
    """The update that the run made after `step` of them, for one number.

    Args:
        recorded: the run, which is not moved.
        step: a kept state before the run's present one.
        parameter: its name in the model.
        index: one index for each of its axes, from 0.
        tokens: the tokenizer of the text.

    Raises:
        StepUnknownError: that state is not kept.
        NoUpdateError: it is the last one, so no update came after it.
        UnknownParameterError, ParameterIndexError: the model has no such number.
    """
    again = run_before(recorded, step)
    place = place_of(again.parameters, parameter, index)
    value, first, second = at_place(recorded.state_at(step), place)
    found = again.differentiate()
    gradient, norm = again.gradient[place].item(), again.gradient_norm
    after = made_by(again, again.follow(found))
    rate = learning_rate(again.config, found.number)
    shrinks = decays(again.parameters.shapes[parameter])
    return OneStreamUpdate(
        step=step,
        next=found.number,
        windows=_windows(again, found.starts, tokens),
        length=again.model.config.context_length,
        loss=found.loss,
        parameter=parameter,
        index=tuple(index),
        value=value,
        gradient=gradient,
        first=first,
        second=second,
        new_value=after.weights[place].item(),
        norm=norm,
        clipped=again.gradient[place].item(),
        warmup_steps=again.config.warmup_steps,
        decay_steps=again.config.decay_steps,
        decays=shrinks,
        decayed=value * (1 - rate * again.config.weight_decay) if shrinks else value,
        **_told(again.config),
        **adam_lines(again.config, rate, after, place),
    )


def _told(config: StreamTrainingConfig) -> dict[str, float]:
    """What the run was told of clipping, of its rates and of decay."""
    return {
        "clip_norm": config.clip_norm,
        "peak_learning_rate": config.learning_rate,
        "min_learning_rate": config.min_learning_rate,
        "weight_decay": config.weight_decay,
    }


def _windows(run: StreamRun, starts: Tensor, tokens: TokenMap) -> tuple[Window, ...]:
    """Those that begin at places [B] of the training split."""
    length = run.model.config.context_length
    return tuple(
        Window(start, tokens.decode(run.splits.train[start : start + length].tolist()))
        for start in starts.tolist()
    )
