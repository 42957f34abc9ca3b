"""One Adam update of one parameter of a run on records, spelled out from a state it has kept.

The batch is drawn, differentiated and stepped on by the run's own code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

from minigpt.corpus import CorpusRecord
from minigpt.training.batches import BatchSource
from minigpt.training.gradients import loss_and_gradients
from minigpt.training.loop import TrainingRun
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.spelled_out import (
    SpelledOut,
    adam_lines,
    at_place,
    made_by,
    place_of,
    run_before,
)


@dataclass(frozen=True, slots=True)
class OneUpdate(SpelledOut):
    """What one update did to one number; `new_value` is value + change but for rounding.

    records: those of its batch in the order drawn, one drawn twice stands there twice.
    """

    records: tuple[CorpusRecord, ...]


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
    again = run_before(recorded, step)
    place = place_of(again.parameters, parameter, index)
    value, first, second = at_place(recorded.state_at(step), place)
    chosen, loss, gradient = _next_batch(again)  # [B], [], [P]
    after = made_by(again, next(again.events()))
    return OneUpdate(
        step=step,
        next=after.step,
        records=tuple(records[row] for row in chosen.tolist()),
        loss=loss.item(),
        parameter=parameter,
        index=tuple(index),
        value=value,
        gradient=gradient[place].item(),
        first=first,
        second=second,
        new_value=after.weights[place].item(),
        **adam_lines(again.config, again.config.learning_rate, after, place),
    )


def _next_batch(run: TrainingRun) -> tuple[Tensor, Tensor, Tensor]:
    """The rows [B] that the run will draw next, their loss [] and its gradient [P]."""
    source = BatchSource(run.train_split, run.config.batch_records, run.config.seed)
    source.state = run.state().generator
    chosen, batch = source.draw()  # [B]
    loss, gradients = loss_and_gradients(run.model, batch)  # []
    return chosen, loss, run.parameters.join(gradients)  # [P]
