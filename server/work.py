"""Where a computation runs: at once on the event loop, or in a worker thread.

Handing work to a thread costs more than a small trace does, so small work runs
where it is. Everything larger waits its turn for a single thread: the event loop
stays free to answer, and requests do not fight over the cores. What may take many
seconds has another thread, so that no keystroke waits for it. What nobody waits for
any more by its turn is not begun.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from anyio import CapacityLimiter, to_thread

from server.awaited import while_awaited

Answer = TypeVar("Answer")

#: About 3 ms of tracing on one core of 2020; two records in the full context fit.
SMALL_POSITIONS: Final = 160
#: About 2 ms of encoding on the same core, counted in characters.
SMALL_TEXT: Final = 2048
#: Parameters of the model that these were measured with.
SMALL_MODEL: Final = 13_875


class Work:
    """One server's place to compute."""

    def __init__(self) -> None:
        """Start with the worker idle."""
        self._turn = CapacityLimiter(1)
        self._patient_turn = CapacityLimiter(1)
        self._under_way = 0
        #: Set while nothing is being computed; a training run waits for it between updates.
        self.idle = threading.Event()
        self.idle.set()

    async def run(
        self, compute: Callable[[], Answer], *, small: bool, patient: bool = False
    ) -> Answer:
        """What `compute` returns or raises.

        Args:
            compute: the work.
            small: it may block the event loop.
            patient: it may take many passes through a large model; nobody types meanwhile.
        """
        self._under_way += 1
        self.idle.clear()
        try:
            if small:
                return compute()
            turn = self._patient_turn if patient else self._turn
            return await while_awaited(lambda: to_thread.run_sync(compute, limiter=turn))
        finally:
            self._under_way -= 1
            if not self._under_way:
                self.idle.set()
