"""One run in a thread of its own, which can be paused, continued and stopped.

A thread does: torch gives the interpreter up in every operation. Between two updates it
lets requests go first. What is known of the run is `progress.py`'s.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, Literal

from minigpt.training.recorded_run import RecordedRun
from server.training.progress import Progress, Status

#: Seconds between two tellings of what is new.
_TELL_EVERY_S: Final = 0.1

Wanted = Literal["run", "pause", "stop"]


class Course:
    """A run under way. `changed` is the lock of all that others read, and wakes who waits."""

    def __init__(
        self,
        recorded: RecordedRun[Any],
        progress: Progress,
        changed: threading.Condition,
        give_way: Callable[[], None],
    ) -> None:
        """Not begun yet; `give_way` is called between updates and may take a moment."""
        self._recorded = recorded
        self._progress = progress
        self._changed = changed
        self._give_way = give_way
        self._wanted: Wanted = "run"
        self._since = self._told = 0.0
        self._thread = threading.Thread(target=self._work, name="training", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def want(self, wanted: Wanted, *until_not: Status) -> None:
        """Have the run do that, and wait until its status is none of `until_not`."""
        with self._changed:
            self._wanted = wanted
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._progress.status not in until_not)

    def end(self, patience_s: float) -> None:
        """Stop it, whatever it does, and wait for its thread, but no longer than that."""
        self.want("stop")
        if self._thread.ident is not None:
            self._thread.join(patience_s)

    def _work(self) -> None:
        try:
            self._follow()
        except BaseException as error:
            with self._changed:
                step = self._progress.step
                what = f"the program met an error of its own: {type(error).__name__}"
                self._progress.fail(step, what, max(self._recorded.saved, default=0))
                self._changed.notify_all()
            raise

    def _follow(self) -> None:
        self._since = monotonic()
        for event in self._recorded.events():
            with self._changed:
                self._take_time()
                if self._progress.status == "starting":
                    self._become("running")
                self._progress.take(event)
                if not self._goes_on():
                    return
                if self._since >= self._told + _TELL_EVERY_S:
                    self._told = self._since
                    self._progress.tell_news()
            self._give_way()
        with self._changed:
            self._become("finished")

    def _goes_on(self) -> bool:
        """Whether the run goes on after this event; a pause is waited for here."""
        if self._progress.failure:
            self._changed.notify_all()
            return False
        if self._wanted == "pause":
            self._pause()
        if self._wanted == "stop":
            self._recorded.keep()
            self._become("stopped")
            return False
        return True

    def _pause(self) -> None:
        self._recorded.keep()
        self._become("paused")
        self._changed.wait_for(lambda: self._wanted != "pause")
        self._since = monotonic()
        if self._wanted == "run":
            self._become("running")

    def _become(self, status: Status) -> None:
        self._progress.become(status)
        self._changed.notify_all()

    def _take_time(self) -> None:
        """Count the time since the last event as spent on training."""
        now = monotonic()
        self._progress.seconds += now - self._since
        self._since = now
