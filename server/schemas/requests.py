"""What a client may send. Unknown fields and near misses ("1" for 1) are refused."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import FailFast, Field

from minigpt.attention import Mask
from minigpt.export import Format
from minigpt.faults import FAULTS
from server.schemas.strict import Strict

MOST_RECORDS: Final = 8


class TokenizeRequest(Strict):
    """A text to take apart."""

    text: str


class Replacement(Strict):
    """An input ID put in after encoding; of two for one position the later counts."""

    position: Annotated[int, Field(description="Slot among those computed, from 0 (BOS).")]
    id: Annotated[int, Field(description="Token ID of the vocabulary.")]


class TraceRecord(Strict):
    """One record: its text, and edits to its IDs that no text could make."""

    text: str
    # One body holds half a million wrong ones: naming each would keep the event loop for seconds.
    replace: Annotated[list[Replacement], FailFast(), Field(default_factory=list)]
    padding_id: Annotated[
        int | None, Field(description="Fills the padding slots instead of PAD; they stay invalid.")
    ] = None
    continued: Annotated[
        list[int] | None,
        FailFast(),
        Field(
            description="IDs after the text's own, appended as they are and never tokenised "
            "again. The record then ends open, also with none: its last position is real and "
            "has no target. null: the record ends with EOS."
        ),
    ] = None


class RecordsRequest(Strict):
    """Records to compute together, as one batch, with one model."""

    records: Annotated[list[TraceRecord], Field(min_length=1, max_length=MOST_RECORDS)]
    mask: Annotated[
        Mask, Field(description='"none" lets every real position see every real position.')
    ] = "causal"
    slots: Annotated[
        Literal["trimmed", "context"],
        Field(
            description='"trimmed" computes as many slots as the longest record has; "context" '
            "all of them, so that runs with as many records can be compared bit by bit."
        ),
    ] = "trimmed"
    step: Annotated[
        int | None,
        Field(
            description="Compute with the parameters after so many updates of the current run, "
            "one of those saved; null: as loaded."
        ),
    ] = None

    @property
    def all_slots(self) -> bool:
        """Whether all slots of the context are computed."""
        return self.slots == "context"


class GradientsRequest(RecordsRequest):
    """Records whose mean loss is differentiated."""


class TraceRequest(RecordsRequest):
    """Records to run forward, and how."""

    padded: Annotated[
        bool, Field(description="Return all slots of the context, padding included.")
    ] = False
    fault: Annotated[
        str | None,
        Field(
            description="Compute with this mistake in one step; see /api/faults.",
            json_schema_extra={"enum": [None, *FAULTS]},
        ),
    ] = None

    @property
    def all_slots(self) -> bool:
        """Whether all slots of the context are computed."""
        return self.padded or self.slots == "context"


class ExportRequest(TraceRequest):
    """A trace to be taken along as a file."""

    format: Annotated[Format, Field(description="The kind of file.")]


class UpdateRequest(Strict):
    """One number of one parameter, and after which update to look at it."""

    step: Annotated[int, Field(description="A saved step before the run's present one.")]
    parameter: Annotated[str, Field(description="Its name in the model; see /api/parameters.")]
    index: Annotated[list[int], FailFast(), Field(description="One for each axis, from 0.")]
