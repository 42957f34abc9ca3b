"""What a check is, and what it says about one pipeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from minigpt.checks.lab.subject import Subject
from minigpt.pipeline import Piece

#: caught: it raises the alarm; silent: it looked at what is broken and saw nothing;
#: not_applicable: it does not look at what the fault replaced.
Status = Literal["caught", "silent", "not_applicable"]

#: Plain JSON with a "kind"; the kinds are described in `evidence.py`.
Evidence = Mapping[str, Any]


class Finding(NamedTuple):
    """Whether a check raises the alarm, and the numbers it looked at."""

    caught: bool
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Args:
        name: its ID, in words joined by hyphens.
        reads: the pieces whose work it judges. A fault in others cannot reach it.
        run: looks at a pipeline.
    """

    name: str
    reads: frozenset[Piece]
    run: Callable[[Subject], Finding]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check says about one pipeline."""

    check: str
    status: Status
    evidence: Evidence
