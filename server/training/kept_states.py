"""How often the states of a run are kept, so that all of them fit the memory there is for states.

Kept are those that are due and the last; besides them any evaluated one may come to be selected.
What a person has set stands, and is refused where it cannot be; a default gives way.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import lcm
from typing import Final

from minigpt.errors import TrainingConfigError
from minigpt.training.any_material import Told
from minigpt.training.settings import Settings
from server.training import states_budget

#: Bounds what a page is told of one run.
MOST_STEPS: Final = 100_000
_MEBI: Final = 1024 * 1024


def most_states(steps: int, save: int, evaluate: int) -> int:
    """How many states a run may keep at the most."""
    due = 1 + steps // save + steps // evaluate - steps // lcm(save, evaluate)
    return due + (steps % save > 0 and steps % evaluate > 0)  # the last one


def bytes_of_states(told: Settings, each: int) -> int:
    """What the states of a run may take at the most, `each` of them so many bytes."""
    return each * most_states(told.steps, told.save_every, told.evaluate_every)


def fitting(told: Told, given: Collection[str], each: int) -> Told:
    """`told`, but keeping and evaluating less often where else its states would not fit.

    Args:
        told: the settings.
        given: the names of those that a person has set.
        each: the bytes of one state.

    Raises:
        TrainingConfigError: what is given leaves no way to fit, or one state alone does not.
    """
    if told.steps <= MOST_STEPS and (found := _intervals(told, given, told.steps, each)):
        save, evaluate = found
        return replace(told, save_every=save, evaluate_every=evaluate)
    if not _intervals(told, given, 1, each):
        raise _too_large(each)
    least, most = 1, MOST_STEPS  # the more updates, the more states
    while least < most:
        middle = (least + most + 1) // 2
        fits = _intervals(told, given, middle, each)
        least, most = (middle, most) if fits else (least, middle - 1)
    raise _too_many(told, most)


def _intervals(
    told: Settings, given: Collection[str], steps: int, each: int
) -> tuple[int, int] | None:
    """The least `save_every` and `evaluate_every` that fit: evaluations are spared last."""
    room = states_budget.MOST_BYTES // each
    if most_states(steps, max(1, steps), max(1, steps)) > room:
        return None
    saves = _choices("save_every", told.save_every, given, steps)
    for evaluate in _choices("evaluate_every", told.evaluate_every, given, steps):
        if most_states(steps, saves[-1], evaluate) <= room:
            fits = (save for save in saves if most_states(steps, save, evaluate) <= room)
            return next(fits), evaluate
    return None


def _choices(name: str, now: int, given: Collection[str], steps: int) -> range:
    return range(now, 1 + (now if name in given else max(now, steps)))


def _too_large(each: int) -> TrainingConfigError:
    return TrainingConfigError(
        f"A state of this model takes {each // _MEBI} MiB, and two of them do not fit the "
        f"{states_budget.MOST_BYTES // _MEBI} MiB that there are for states; `minigpt train` "
        "trains it without keeping them."
    )


def _too_many(told: Settings, most: int) -> TrainingConfigError:
    details = {"field": "steps", "least": 0, "most": most}
    says = f"steps must be from 0 to {most} here, not {told.steps}"
    if most == MOST_STEPS:
        return TrainingConfigError(f"{says}.", details=details)
    budget = states_budget.MOST_BYTES // _MEBI
    return TrainingConfigError(
        f"{says}: more states, of every {told.save_every}th update and of each evaluation, every "
        f"{told.evaluate_every}th, would not fit the {budget} MiB that there are for them.",
        details={**details, "mebibytes": budget},
    )
