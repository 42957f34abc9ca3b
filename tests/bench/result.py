"""One measured figure of a benchmark, and how it stands to its target.

It measures nothing and prints nothing; `python -m tests.bench` does.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One figure.

    Args:
        name: what was measured, in words: "trace / bare forward, median".
        value: the figure.
        unit: "ms", "s", "x", "KB", "MiB", "records/s", ...
        target: the most it may be; a negative target is a least (-90 means "at least 90");
            None where nothing was promised.
        detail: what else one needs to judge it: how many runs, the split, the sizes.
    """

    name: str
    value: float
    unit: str
    target: float | None = None
    detail: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.target is None:
            return None
        return self.value >= -self.target if self.target < 0 else self.value <= self.target

    @property
    def measured(self) -> str:
        """The figure with its unit, to three significant digits or all before the point."""
        digits = f"{self.value:.0f}" if abs(self.value) >= 100 else f"{self.value:.3g}"
        return f"{digits} {self.unit}"

    @property
    def limit(self) -> str:
        """The target in words; empty where there is none."""
        if self.target is None:
            return ""
        return f"≥ {-self.target:g}" if self.target < 0 else f"≤ {self.target:g}"

    @property
    def verdict(self) -> str:
        """Whether the target is reached, as a word; empty where there is none."""
        return {True: "reached", False: "MISSED", None: ""}[self.reached]
