"""What an action costs a page's main thread, by the browser's own count of processor time.

Unlike the wall clock it hardly depends on what else the machine is doing.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


class MainThread:
    """One page's. Counts tasks, whatever they are: scripts, layout, paint."""

    def __init__(self, page: Page) -> None:
        """Ask the browser to count."""
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds(self) -> float:
        """Processor time of all its tasks so far."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        seconds: float = next(each["value"] for each in metrics if each["name"] == "TaskDuration")
        return 1000 * seconds

    def of(self, act: Callable[[], object]) -> float:
        """Milliseconds that it is busy while `act` goes on, what follows of it included."""
        before = self.milliseconds()
        act()
        return self.milliseconds() - before
