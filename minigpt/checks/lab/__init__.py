"""The chapter's checks as questions to a whole pipeline: does anything here look wrong?

None of them knows which fault it is looking at, or that there is one. `CHECKS`
lists them in the order of the chapter.
"""

from __future__ import annotations

from typing import Final

from minigpt.checks.lab.attention import ROW_SUMS, SCALAR_ATTENTION
from minigpt.checks.lab.gradients import GRADIENTS_REACH
from minigpt.checks.lab.losses import LOSS_BY_HAND, UNIFORM_LOSS
from minigpt.checks.lab.recomputation import FULL_SCALAR
from minigpt.checks.lab.shapes import PARAMETER_COUNT, SHAPES
from minigpt.checks.lab.targets import SCORED_EVENTS, SHIFT_AND_EOS
from minigpt.checks.lab.unchanged import (
    NEIGHBOURS_UNCHANGED,
    PADDING_UNCHANGED,
    PREFIX_UNCHANGED,
)
from minigpt.checks.lab.verdict import Check

_IN_ORDER = (
    SHAPES,
    PARAMETER_COUNT,
    SHIFT_AND_EOS,
    SCORED_EVENTS,
    PREFIX_UNCHANGED,
    PADDING_UNCHANGED,
    NEIGHBOURS_UNCHANGED,
    ROW_SUMS,
    SCALAR_ATTENTION,
    FULL_SCALAR,
    UNIFORM_LOSS,
    LOSS_BY_HAND,
    GRADIENTS_REACH,
)

#: All checks by name.
CHECKS: Final[dict[str, Check]] = {check.name: check for check in _IN_ORDER}
