"""The model as it is shown: as loaded, or after some update of the server's current run.

This is the one place where a request's `step` becomes a model.
"""

from __future__ import annotations

from typing import Any

from minigpt.errors import StepUnknownError
from minigpt.model import MiniGPT
from minigpt.training.recorded_run import RecordedRun
from server.loaded_model import LoadedModel


class States:
    """One server's models, by step. Any thread may ask."""

    def __init__(self, loaded: LoadedModel) -> None:
        """With the model as loaded, and no run."""
        self._loaded = loaded.model
        self._recorded: RecordedRun[Any] | None = None

    @property
    def recorded(self) -> RecordedRun[Any] | None:
        """The run whose states are shown; None before the first one."""
        return self._recorded

    def show(self, recorded: RecordedRun[Any] | None) -> None:
        """From now on the steps are those of this run; the states of the one before go."""
        self._recorded = recorded

    def model_at(self, step: int | None) -> MiniGPT:
        """The model after `step` updates, or as loaded (None); to be read only.

        Raises:
            StepUnknownError: there is no such state.
        """
        if step is None:
            return self._loaded
        return self.run_with(step).model_at(step)

    def run_with(self, step: int) -> RecordedRun[Any]:
        """The run that has a state after `step` updates.

        Raises:
            StepUnknownError: there is no run, or it has none.
        """
        if (recorded := self._recorded) is None:
            raise StepUnknownError(
                f"There is no state after update {step}: nothing was trained here yet, or its "
                "states made room for another model's run; leave the step out for the model as "
                "loaded.",
                details={"step": step, "saved": []},
            )
        recorded.state_at(step)
        return recorded
