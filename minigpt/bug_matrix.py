"""Which check notices which mistake: the faults of `minigpt/faults` before every check.

The verdicts are worked out, never looked up. A row can be asked for alone; how
the matrix is shown is its caller's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from minigpt.checks.lab import CHECKS
from minigpt.checks.lab.evidence import Untouched
from minigpt.checks.lab.subject import Context, Subject
from minigpt.checks.lab.verdict import Check, Verdict
from minigpt.faults import fault_named, faults_of
from minigpt.faults.fault import Fault
from minigpt.lab_records import lab_records
from minigpt.model import MiniGPT
from minigpt.pipeline import healthy_pipeline
from minigpt.tokens import TokenMap

#: The name of the run without a fault.
HEALTHY: Final = "none"

#: The checks' names, in the order of every row.
CHECK_NAMES: Final = tuple(CHECKS)


class BugMatrix:
    """A model, its tokenizer, and the records that its faults are shown on."""

    def __init__(
        self, model: MiniGPT, tokenizer: TokenMap, texts: Sequence[str] | None = None
    ) -> None:
        """Compute nothing yet. `model` is never changed; without `texts`, see `lab_records`."""
        self.texts = lab_records(model, tokenizer) if texts is None else texts
        self._context = Context(healthy_pipeline(model), tokenizer, self.texts)

    def verdicts(self, name: str) -> list[Verdict]:
        """What every check says while the fault `name` is on, or "none".

        Raises:
            UnknownFaultError: there is no such fault.
            FaultNotApplicableError: the model lacks what it is about.
            RecordTooLongError: the records do not fit into the model's context.
        """
        if name == HEALTHY:
            subject = Subject(self._context.healthy, self._context)
            return [_ask(check, subject) for check in CHECKS.values()]
        fault = fault_named(name, self._context.config)
        subject = Subject(fault.apply(self._context.healthy), self._context)
        return [
            _ask(check, subject) if check.reads & fault.pieces else _not_asked(check, fault)
            for check in CHECKS.values()
        ]

    def rows(self) -> Iterator[tuple[str, list[Verdict]]]:
        """Fault by fault of those the model can have, each as soon as it is worked out."""
        for name in faults_of(self._context.config):
            yield name, self.verdicts(name)


def _ask(check: Check, subject: Subject) -> Verdict:
    caught, evidence = check.run(subject)
    return Verdict(check.name, "caught" if caught else "silent", evidence)


def _not_asked(check: Check, fault: Fault) -> Verdict:
    evidence: Untouched = {
        "kind": "untouched",
        "reads": sorted(check.reads),
        "replaced": sorted(fault.pieces),
    }
    return Verdict(check.name, "not_applicable", evidence)
