"""One server's training: one run at a time, and the log of what becomes of it.

The states of the run are in `server/states.py` as soon as it begins; those of the run
before are gone then.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Final

from minigpt.errors import TrainingConfigError
from minigpt.trace_json import to_json
from minigpt.training.any_material import Told
from minigpt.training.any_run import Run
from minigpt.training.recorded_run import RecordedRun
from minigpt.training.run_folder import Material
from minigpt.training.settings import Settings
from minigpt.training.stream.material import StreamMaterial
from server.errors import RefusedRequestError
from server.loaded_model import LoadedModel
from server.states import States
from server.training.course import Course
from server.training.event_log import EventLog
from server.training.kept_states import bytes_of_states, fitting
from server.training.progress import ACTIVE, Document, Progress, Status
from server.training.states_budget import StatesBudget
from server.work import Work

#: How long an update waits for requests at most; a small trace takes less.
_COURTESY_S: Final = 0.005
#: How long the end of the server waits for the last update.
_PATIENCE_S: Final = 2.0


class Trainer:
    """Starts and stops runs and knows how far they are. Any thread may call."""

    def __init__(
        self, name: str, loaded: LoadedModel, states: States, work: Work, budget: StatesBudget
    ) -> None:
        """With no run yet. While `work` is at something, the run lets it go first."""
        self.name = name
        self.log = EventLog()
        self._budget = budget
        self._loaded = loaded
        self._states = states
        self._work = work
        self._runs = 0
        self._turn = threading.Lock()  # one command after the other
        self._changed = threading.Condition()  # guards the progress
        self._progress: Progress | None = None
        self._course: Course | None = None

    def report(self) -> Document:
        """All that is known."""
        return self.snapshot()[0]

    def snapshot(self) -> tuple[Document, int]:
        """All that is known, and the number of the latest event that is in it."""
        with self._changed:
            return self._report(), self.log.last

    def start(self, settings: Mapping[str, Any]) -> Document:
        """Begin a run with the defaults of the data folder but for `settings`.

        States are kept, and if need be evaluated, less often where `settings` leave that open and
        they would not fit else; the run's config says how often.

        Raises:
            RefusedRequestError: 409, a run is on, or runs of other models leave no room.
            TrainingConfigError: a setting is out of range or of another kind of run, the states
                would not fit, or there is nothing to learn from.
            TextMissingError: the text that it learns from is not here; says how to get it.
            RecordTooLongError: a record of the corpus does not fit the context.
        """
        with self._turn:
            if self._status in ACTIVE:
                raise _refusal(
                    "run_active", "A run is on. Watch it, or stop it before you start another."
                )
            run = self._begun(settings)
            self._budget.take(self, bytes_of_states(run.config, self._bytes_of_a_state))
            recorded = RecordedRun(run)
            with self._changed:
                self._runs += 1  # not from the last one, which may have been let go
                self._progress = Progress(self._runs, recorded, self._tell)
                self._states.show(recorded)
                self._tell("snapshot", self._report())
                self._progress.become("starting")
            self._course = Course(recorded, self._progress, self._changed, self._give_way)
            self._course.start()
            return self.report()

    def pause(self) -> Document:
        """Have the run stand still after the update it is at.

        Raises:
            RefusedRequestError: 409, none is running.
        """
        with self._turn:
            if not self._course or self._status not in ("starting", "running"):
                raise _refusal("run_not_running", "No run is under way, so none can be paused.")
            self._course.want("pause", "starting", "running")
            return self.report()

    def resume(self) -> Document:
        """Have a paused run go on.

        Raises:
            RefusedRequestError: 409, none is paused.
        """
        with self._turn:
            if not self._course or self._status != "paused":
                raise _refusal("run_not_paused", "No run is paused, so none can go on.")
            self._course.want("run", "paused")
            return self.report()

    def stop(self) -> Document:
        """End the run after the update it is at; its states stay.

        Raises:
            RefusedRequestError: 409, none is on.
        """
        with self._turn:
            if not self._course or self._status not in ACTIVE:
                raise _refusal("run_not_running", "No run is on, so there is none to stop.")
            self._course.want("stop", *ACTIVE)
            return self.report()

    @property
    def is_on(self) -> bool:
        """Whether its run goes on, or would if it were told to."""
        return self._status in ACTIVE

    def let_go(self) -> bool:
        """Forget a run that is over, and its states; False, and nothing, while one is on."""
        if not self._turn.acquire(blocking=False):  # it is being told something just now
            return False
        try:
            if self._status in ACTIVE:
                return False
            with self._changed:
                self._progress = self._course = None
                self._states.show(None)
                self._tell("snapshot", self._report())
            return True
        finally:
            self._turn.release()

    def close(self) -> None:
        """End the run and all streams, for good."""
        self.log.close()
        if self._course:
            self._course.end(_PATIENCE_S)

    @property
    def _status(self) -> Status:
        return self._progress.status if self._progress else "idle"

    def _report(self) -> Document:
        material = self._loaded.material
        default = material.training if material else None
        told: Document = {"defaults": default.to_dict() if default else None}
        return told | (self._progress.report() if self._progress else _nothing_yet(default))

    def _begun(self, settings: Mapping[str, Any]) -> Run:
        """A run at its start."""
        match self._loaded.material:
            case None:
                raise TrainingConfigError(
                    "Nothing is known that this model could learn from: it came as a checkpoint."
                )
            case Material() as material:
                return material.start(self._told(material.training, settings))
            case StreamMaterial() as material:
                return material.start(self._told(material.training, settings))

    def _told(self, default: Told, settings: Mapping[str, Any]) -> Told:
        """What the run is told: the defaults but for `settings`, its states within the budget."""
        return fitting(_changed(default, settings), settings, self._bytes_of_a_state)

    @property
    def _bytes_of_a_state(self) -> int:
        """Weights and both moments of each; selected weights come on top, and are few."""
        return 3 * sum(parameter.nbytes for parameter in self._loaded.model.parameters())

    def _tell(self, name: str, document: Document) -> None:
        self.log.append(name, to_json(document))

    def _give_way(self) -> None:
        self._work.idle.wait(_COURTESY_S)


def _changed(default: Told, settings: Mapping[str, Any]) -> Told:
    """The defaults but for `settings`."""
    if foreign := sorted(set(settings) - set(default.to_dict())):
        raise TrainingConfigError(
            f"{foreign[0]} is no setting of a run of this model; "
            f"there are {', '.join(default.to_dict())}.",
            details={"field": foreign[0]},
        )
    return type(default).from_dict({**default.to_dict(), **settings})


def _nothing_yet(default: Settings | None) -> Document:
    return {
        **{"run": None, "status": "idle", "step": 0, "seconds": 0.0, "config": None},
        **{"curve": [], "losses": [], "selected": None, "saved": [], "failure": None},
        "save_every": default.save_every if default else 1,
    }


def _refusal(code: str, message: str) -> RefusedRequestError:
    return RefusedRequestError(409, code, message)
