"""What is known of one run, as pages are told it: all at once, or what is new.

It follows the run's events and computes nothing. Whoever calls holds the trainer's lock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final, Literal

from minigpt.training.events import Evaluated, Event, NotFinite, Updated
from minigpt.training.recorded_run import RecordedRun

Status = Literal["idle", "starting", "running", "paused", "stopped", "finished", "failed"]
#: A run that goes on, or would if it were told to.
ACTIVE: Final[frozenset[Status]] = frozenset({"starting", "running", "paused"})

Document = dict[str, object]
#: Takes an event's name and what it says.
Tell = Callable[[str, Document], None]


class Progress:
    """One run so far."""

    def __init__(self, number: int, recorded: RecordedRun[Any], tell: Tell) -> None:
        """Of run `number`, which has not begun."""
        self.number = number
        self.status: Status = "starting"
        self.seconds = 0.0
        self.step = 0
        self.failure: Document | None = None
        self._recorded = recorded
        self._tell = tell
        self._curve: list[Document] = []
        self._losses: list[float] = []
        self._selected: int | None = None
        self._told_losses = 0
        self._told_saved: tuple[int, ...] = ()

    def take(self, event: Event) -> None:
        """Know of one more event; an evaluation is told at once."""
        match event:
            case Updated(step=step, loss=loss):
                self.step = step
                self._losses.append(loss)
            case Evaluated(evaluation=evaluation, selected=selected):
                self.tell_news()
                self._curve.append(asdict(evaluation))
                if selected:
                    self._selected = evaluation.step
                told = {"run": self.number, **asdict(evaluation), "selected": selected}
                self._tell("evaluated", told)
            case NotFinite(step=step, what=what, kept=kept):
                self.fail(step, what, kept)

    def fail(self, step: int, what: str, kept: int) -> None:
        """The run is over because of `what` at `step`; it is back at `kept`."""
        self.failure = {"step": step, "what": what, "kept": kept}
        self.step = kept
        self.become("failed")

    def become(self, status: Status) -> None:
        """Be in another status, and tell."""
        self.status = status
        self.tell_news(always=True)
        self._tell("status", self._head() | {"failure": self.failure})

    def tell_news(self, *, always: bool = False) -> None:
        """Tell the losses and the saved states that were not told yet; nothing if there are none.

        `always`: even then.
        """
        saved = self._recorded.saved
        new = sorted(set(saved) - set(self._told_saved))
        losses = self._losses[self._told_losses :]
        if not (new or losses or always):
            return
        first = self._told_losses + 1
        self._told_losses, self._told_saved = len(self._losses), saved
        self._tell("progress", self._head() | {"from": first, "losses": losses, "saved": new})

    def report(self) -> Document:
        """Everything; what was not told yet is told first, so that news go on from here."""
        self.tell_news()
        config = self._recorded.run.config
        return self._head() | {
            "config": config.to_dict(),
            "curve": list(self._curve),
            "losses": list(self._losses),
            "selected": self._selected,
            "saved": list(self._told_saved),
            "save_every": config.save_every,
            "failure": self.failure,
        }

    def _head(self) -> Document:
        return {
            "run": self.number,
            "status": self.status,
            "step": self.step,
            "seconds": self.seconds,
        }
