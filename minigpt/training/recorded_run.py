"""A run that keeps its states, so that any of them can be looked at, or gone on from, later.

Kept are the states after every `save_every`-th update, those that were selected, and the one the
run ends at. It keeps them in memory; files are `run_folder.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Final, Generic, TypeVar

from minigpt.config import ModelConfig
from minigpt.errors import StepUnknownError
from minigpt.model import MiniGPT
from minigpt.training.adam import FlatParameters
from minigpt.training.any_run import Run
from minigpt.training.events import Evaluated, Event, NotFinite, Updated
from minigpt.training.state import TrainingState

AnyRun = TypeVar("AnyRun", bound=Run)
#: Models built and held: those a person goes back and forth between.
_MODELS: Final = 8


class RecordedRun(Generic[AnyRun]):
    """One run and its states. One thread may iterate `events` while others read."""

    def __init__(self, run: AnyRun) -> None:
        """Nothing is kept until `events` is iterated."""
        self.run = run
        self._states: dict[int, TrainingState] = {}
        # It must not hold this run: a cycle would keep all states until some later collection.
        self._model: Callable[[TrainingState], MiniGPT] = lru_cache(_MODELS)(
            partial(_model_with, run.model.config)
        )

    @property
    def saved(self) -> tuple[int, ...]:
        """The steps whose states are kept, rising."""
        return tuple(sorted(self._states.copy()))

    def events(self) -> Iterator[Event]:
        """The run's events; when one comes out, the states that it brings are kept already.

        A state is kept once it is known that its loss is finite: by the next update, or by its
        evaluation.
        """
        for event in self.run.events():
            match event:
                case Updated():
                    self._keep_good()
                case Evaluated(evaluation=evaluation, selected=selected):
                    if selected or self._is_due(evaluation.step):
                        self.keep()
                case NotFinite():
                    self.keep()  # the run is back where all was finite
            yield event

    def keep(self) -> None:
        """Keep the state in which the run now stands still."""
        if self.run.step not in self._states:
            self._states[self.run.step] = self.run.state()

    def _keep_good(self) -> None:
        step = self.run.good_step
        if step not in self._states and self._is_due(step):
            self._states[step] = self.run.good

    def _is_due(self, step: int) -> bool:
        return step % self.run.config.save_every == 0 or step == self.run.config.steps

    def state_at(self, step: int) -> TrainingState:
        """Everything after `step` updates; its tensors are to be read only.

        Raises:
            StepUnknownError: that state is not kept.
        """
        if (state := self._states.get(step)) is None:
            saved = self.saved
            there = (
                f"{len(saved)} are saved, from {saved[0]} to {saved[-1]}, "
                f"every {self.run.config.save_every}th"
                if saved
                else "none is saved yet"
            )
            raise StepUnknownError(
                f"There is no state after update {step}; {there}.",
                details={"step": step, "saved": list(saved)},
            )
        return state

    def model_at(self, step: int) -> MiniGPT:
        """The model after `step` updates, to be read only; the latest few are held.

        Raises:
            StepUnknownError: that state is not kept.
        """
        return self._model(self.state_at(step))

    def run_at(self, step: int) -> AnyRun:
        """Another run that stands after `step` updates and will do next what this one did.

        Raises:
            StepUnknownError: that state is not kept.
        """
        state = self.state_at(step)
        again = self.run.again()
        again.restore(state)
        return again


def _model_with(config: ModelConfig, state: TrainingState) -> MiniGPT:
    model = MiniGPT(config).eval()
    FlatParameters(model).vector.copy_(state.weights)  # [P]
    return model
