"""What a client may send. Unknown fields and near misses ("1" for 1) are refused."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import FailFast, Field

from minigpt.attention import Mask
from minigpt.export import Format
from minigpt.faults import FAULTS
from server.schemas.strict import Strict

MOST_RECORDS: Final = 8
#: Parts taken out of a model, or exchanged, at once.
MOST_PARTS: Final = 1024
#: Names in a selection.
MOST_NAMES: Final = 4096


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
    next: Annotated[
        int | None,
        Field(
            description="In a model of a stream: the ID that comes after the record, its last "
            "target; null: that is not known, and not scored."
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


class ResidualSwap(Strict):
    """The residual that leaves a block at a position, taken from another record."""

    record: Annotated[int, Field(description="Index of the record that gets it.")]
    block: Annotated[int, Field(description="-1: the sum of the embeddings.")]
    position: int
    source: Annotated[int, Field(alias="from", description="Index of the record it is from.")]


class ForwardRequest(RecordsRequest):
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
    off: Annotated[
        list[str],
        FailFast(),
        Field(
            default_factory=list,
            max_length=MOST_PARTS,
            description='Parts switched off: "0.1" is head 1 of block 0, "ffn2" the FFN of '
            'block 2, "block3" all that block 3 adds.',
        ),
    ]
    swap: Annotated[
        list[ResidualSwap], FailFast(), Field(default_factory=list, max_length=MOST_PARTS)
    ]

    @property
    def all_slots(self) -> bool:
        """Whether all slots of the context are computed."""
        return self.padded or self.slots == "context"


class Selected(Strict):
    """What of a trace is wanted; null: all there is."""

    tensors: Annotated[
        list[str] | None,
        FailFast(),
        Field(
            max_length=MOST_NAMES,
            description='Names; those of a block count in `blocks`, and "blocks.2.weights" in '
            "block 2 in any case.",
        ),
    ] = None
    blocks: Annotated[list[int] | None, FailFast(), Field(max_length=MOST_NAMES)] = None
    heads: Annotated[list[int] | None, FailFast(), Field(max_length=MOST_NAMES)] = None
    positions: Annotated[
        list[int] | None,
        FailFast(),
        Field(
            min_length=2,
            max_length=2,
            description="From the first up to and without the second; keys are always all.",
        ),
    ] = None


class TraceRequest(ForwardRequest):
    """A forward pass, and what of it is wanted."""

    select: Annotated[
        Selected | None, Field(description="What is left out is named with its shape.")
    ] = None
    lens: Annotated[
        bool, Field(description="Also what final norm and head would say after each block.")
    ] = False
    form: Annotated[
        Literal["json", "safetensors"],
        Field(
            description="safetensors: the tensors as records.R.NAME and records.R.blocks.B.NAME, "
            "in the model's own precision; the lens as records.R.lens.NAME, its first row of the "
            "embedding sum; the rest as JSON in the header, under `document`."
        ),
    ] = "json"

    @property
    def is_plain(self) -> bool:
        """Whether all of an ordinary forward pass is asked for, as JSON."""
        return not (self.select or self.lens or self.off or self.swap or self.form == "safetensors")


class ExportRequest(ForwardRequest):
    """A trace to be taken along as a file."""

    format: Annotated[Format, Field(description="The kind of file.")]


class UpdateRequest(Strict):
    """One number of one parameter, and after which update to look at it."""

    step: Annotated[int, Field(description="A saved step before the run's present one.")]
    parameter: Annotated[str, Field(description="Its name in the model; see /api/parameters.")]
    index: Annotated[list[int], FailFast(), Field(description="One for each axis, from 0.")]
