"""Classic mistakes, each as a variant of one step that runs without complaint.

The ordinary path knows nothing of them: a fault takes a pipeline and returns
another, in which one piece is replaced. Names and order are the page's and the
command line's; what a fault looks like in words is theirs.
"""

from __future__ import annotations

from typing import Final

from minigpt.config import ModelConfig
from minigpt.errors import FaultNotApplicableError, UnknownFaultError
from minigpt.faults.attention import ATTENTION_FAULTS
from minigpt.faults.embedding import EMBEDDING_FAULTS, HEAD_FAULTS
from minigpt.faults.fault import Fault
from minigpt.faults.mask import MASK_FAULTS
from minigpt.faults.norm import NORM_FAULTS
from minigpt.faults.precision import PRECISION_FAULTS
from minigpt.faults.scoring import SCORING_FAULTS
from minigpt.faults.targets import TARGET_FAULTS
from minigpt.faults.transform import TRANSFORM_FAULTS

_IN_ORDER = (
    *TARGET_FAULTS,
    *EMBEDDING_FAULTS,
    *NORM_FAULTS,
    *MASK_FAULTS,
    *ATTENTION_FAULTS,
    *TRANSFORM_FAULTS,
    *HEAD_FAULTS,
    *SCORING_FAULTS,
    *PRECISION_FAULTS,
)

#: All faults by name, by stage.
FAULTS: Final[dict[str, Fault]] = {fault.name: fault for fault in _IN_ORDER}


def faults_of(config: ModelConfig) -> dict[str, Fault]:
    """The faults that mean something in a model of this config, by name, by stage."""
    return {name: fault for name, fault in FAULTS.items() if fault.needs(config)}


def fault_named(name: str, config: ModelConfig) -> Fault:
    """The fault of this name, for a model of this config.

    Raises:
        UnknownFaultError: there is none; names those that the model can have.
        FaultNotApplicableError: the model lacks what the mistake is about; says what.
    """
    possible = faults_of(config)
    if name not in FAULTS:
        raise UnknownFaultError(
            f"There is no fault of this name; the known ones are {', '.join(possible)}.",
            details={"known": list(possible)},
        )
    if name not in possible:
        raise FaultNotApplicableError(
            f"The fault {name} is not applicable to {config.name!r}: it is only in a model "
            f"with {FAULTS[name].about}.",
            details={"fault": name, "needs": FAULTS[name].about, "known": list(possible)},
        )
    return possible[name]
