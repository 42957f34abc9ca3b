"""What the states of all runs of one server may take together, whichever models they are of.

A new run makes room by having finished ones go, the oldest first; one that is on stays.
"""

from __future__ import annotations

import threading
from typing import Final, Protocol

from server.errors import RefusedRequestError

#: Bounds what they take. Weights and both moments of every state that a run may keep are counted.
MOST_BYTES: Final = 512 * 1024 * 1024


class Holder(Protocol):
    """Whoever has a run with states."""

    @property
    def name(self) -> str:
        """The model's."""
        ...

    @property
    def is_on(self) -> bool:
        """Whether its run goes on, or would if it were told to."""
        ...

    def let_go(self) -> bool:
        """Forget the run and its states, unless it is on; whether it did."""
        ...


class StatesBudget:
    """One server's. Any thread may ask."""

    def __init__(self) -> None:
        """Nothing is held yet."""
        self._lock = threading.Lock()
        self._held: dict[Holder, int] = {}  # the latest begun comes last

    def take(self, holder: Holder, needed: int) -> None:
        """Have room for a run of `holder`, in the place of its last one.

        Raises:
            RefusedRequestError: 409, runs that are on leave too little; says what would help.
        """
        with self._lock:
            others = {each: held for each, held in self._held.items() if each is not holder}
            on = {each: held for each, held in others.items() if each.is_on}
            if (used := sum(on.values())) + needed > MOST_BYTES:
                raise _full(used, needed, [each.name for each in on])
            for each in tuple(others):
                if sum(others.values()) + needed <= MOST_BYTES:
                    break
                if each.let_go():
                    del others[each], self._held[each]
            self._held.pop(holder, None)
            self._held[holder] = needed


def _full(used: int, needed: int, names: list[str]) -> RefusedRequestError:
    mega = 1024 * 1024
    return RefusedRequestError(
        409,
        "states_full",
        f"The states of this run may take {needed // mega} MiB, and those of the runs that are "
        f"on ({', '.join(names)}) may take {used // mega} of the {MOST_BYTES // mega} MiB that "
        "there are for all. Stop one of them, or have this run save less often or end earlier.",
    )
