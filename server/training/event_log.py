"""What happened, in order and numbered, for listeners that may come late or come back.

It keeps the latest events in memory; what they mean is not its business. IDs are of this
log alone: one that was given out before a restart is recognised as unknown.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final, NamedTuple

#: At ten events a second, minutes of a lost connection.
_KEPT: Final = 4096


class LoggedEvent(NamedTuple):
    """An event's number in its log, from 1 on; its name; its data as JSON."""

    number: int
    name: str
    data: bytes


class EventLog:
    """One server's events. Any thread may append and read."""

    def __init__(self, kept: int = _KEPT) -> None:
        """Hold the `kept` latest events."""
        self._own = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._events: deque[LoggedEvent] = deque(maxlen=kept)
        self._last = 0
        self._listeners: set[Callable[[], None]] = set()
        self._closed = False

    @property
    def last(self) -> int:
        """The number of the latest event; 0 before the first."""
        return self._last

    @property
    def closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed

    @property
    def is_listened_to(self) -> bool:
        """Whether anybody waits for news."""
        return bool(self._listeners)

    def append(self, name: str, data: bytes) -> None:
        """Add an event and wake every listener."""
        with self._lock:
            self._last += 1
            self._events.append(LoggedEvent(self._last, name, data))
        self._wake()

    def close(self) -> None:
        """Say that nothing more will come."""
        self._closed = True
        self._wake()

    def id_of(self, number: int) -> str:
        """What a listener is given, and brings back, for an event's number."""
        return f"{self._own}-{number}"

    def number_of(self, identity: str | None) -> int | None:
        """The number behind an ID; None if it is not of this log."""
        own, _, digits = (identity or "").partition("-")
        # Longer ones are nobody's, and would only cost time to read.
        if own != self._own or not (digits.isascii() and digits.isdigit() and len(digits) < 20):
            return None
        number = int(digits)
        return number if number <= self._last else None

    def after(self, number: int) -> list[LoggedEvent] | None:
        """All events after that one; None if some of them are forgotten."""
        with self._lock:
            missed = self._last - number
            if missed > len(self._events):
                return None
            return list(islice(self._events, len(self._events) - missed, None))

    @contextmanager
    def listening(self, wake: Callable[[], None]) -> Iterator[None]:
        """Have `wake` called, in whatever thread, whenever there is something new."""
        self._listeners.add(wake)
        try:
            yield
        finally:
            self._listeners.discard(wake)

    def _wake(self) -> None:
        for wake in tuple(self._listeners):
            wake()
