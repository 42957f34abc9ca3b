"""The bug lab's verdicts as JSON bytes, worked out when first asked for.

They depend on the model alone, so one server works each fault out once.
"""

from __future__ import annotations

from minigpt.bug_matrix import BugMatrix
from minigpt.trace_json import to_json
from server.loaded_model import LoadedModel


class VerdictReplies:
    """One server's verdicts. To be asked from one thread at a time, as `Work` does."""

    def __init__(self, loaded: LoadedModel) -> None:
        """Work nothing out yet."""
        self._matrix = BugMatrix(loaded.model, loaded.tokenizer)
        self._known: dict[str, bytes] = {}

    def is_known(self, fault: str) -> bool:
        """Whether the reply is there already."""
        return fault in self._known

    def reply(self, fault: str) -> bytes:
        """What every check says about `fault`, or about "none".

        Raises:
            UnknownFaultError: there is no such fault.
        """
        if fault not in self._known:
            verdicts = self._matrix.verdicts(fault)
            self._known[fault] = to_json({"fault": fault, "verdicts": verdicts})
        return self._known[fault]
