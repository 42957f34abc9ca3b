"""What a trace looks like on the wire; the tensors are those of `minigpt/axes.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, create_model

from minigpt.attention import Mask
from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS, Axes
from server.schemas.requests import Selected
from server.schemas.strict import Strict


def _array(name: str, axes: Axes) -> object:
    """A traced tensor as nested lists; the axis B is cut away, so it does not count."""
    shape = [axis for axis in axes if axis != "B"]
    # null: a score whose key is not visible, and what a fault made of no number at all.
    kind: Any = bool if name == "visible" else float | None
    for _ in shape:
        kind = list[kind]
    return Annotated[kind, Field(description=f"[{', '.join(shape)}]")]


def arrays(tensors: dict[str, Axes]) -> dict[str, Any]:
    """A field for each tensor, for `create_model`."""
    return {name: _array(name, axes) for name, axes in tensors.items()}


def _absent(tensors: dict[str, Axes]) -> dict[str, Any]:
    """The same fields, each of which may be left out."""
    return {name: (kind, None) for name, kind in arrays(tensors).items()}


def record_model(
    name: str,
    says: str,
    block: type[Strict],
    fields: Callable[[dict[str, Axes]], dict[str, Any]] = arrays,
) -> type[Strict]:
    """One record in the order of a trace: what goes in, block by block, what comes out."""
    return create_model(
        name,
        __base__=Strict,
        __doc__=says,
        **fields(INPUT_TENSORS),
        blocks=list[block],  # type: ignore[valid-type]  # known at run time alone
        **fields(OUTPUT_TENSORS),
    )


if TYPE_CHECKING:
    RecordTensors = Strict
    PartTensors = Strict
else:
    # Made at run time, so that a new traced tensor is described by declaring it in one place.
    BlockTensors = create_model(
        "BlockTensors",
        __base__=Strict,
        __doc__="What one block computed, in order.",
        **arrays(BLOCK_TENSORS),
    )
    RecordTensors = record_model(
        "RecordTensors", "Everything computed for one record, in order.", BlockTensors
    )
    PartBlock = create_model(
        "PartBlock",
        __base__=Strict,
        __doc__="Of one block what was selected.",
        **_absent(BLOCK_TENSORS),
    )
    PartTensors = record_model(
        "PartTensors",
        "Of one record what was selected; as many blocks as the model has.",
        PartBlock,
        _absent,
    )


class LensItem(Strict):
    """What final norm and head would say of the embedding sum (-1), or after a block."""

    after: int
    probability: Annotated[list[float | None], Field(description="[n], of the target.")]
    rank: Annotated[list[int | None], Field(description="[n], 1: the likeliest.")]
    top: Annotated[
        list[list[list[int | float]]], Field(description="[n] of the likeliest IDs with theirs.")
    ]


class LeftOutItem(Strict):
    """A tensor that was not selected."""

    name: str
    block: Annotated[int | None, Field(description="null: of no block.")]
    shape: list[int]


class SwapItem(Strict):
    """A residual that was exchanged."""

    record: int
    block: int
    position: int
    source: Annotated[int, Field(alias="from")]


class RecordTrace(Strict):
    """One record: n positions, or all slots if padding was asked for. Losses are in nats."""

    text: str
    ids: list[int]
    targets: Annotated[list[int], Field(description="-100 where not scored.")]
    valid: list[bool]
    valid_count: int
    losses: Annotated[list[float | None], Field(description="null where not scored.")]
    tensors: RecordTensors | PartTensors
    left_out: Annotated[
        list[LeftOutItem], Field(default=[], description="Only where something was selected.")
    ]
    lens: Annotated[list[LensItem], Field(default=[], description="Only where it was asked for.")]


class TraceReply(Strict):
    """One forward pass: all of it, or what was selected."""

    model: str
    mask: Mask
    fault: Annotated[str | None, Field(description="The mistake that was asked for, if any.")]
    step: Annotated[int | None, Field(description="The state that was asked for; null: as loaded.")]
    slots: Annotated[int, Field(description="How many slots were computed.")]
    loss: Annotated[float | None, Field(description="Sum over scored targets / their number.")]
    scored_events: int
    records: list[RecordTrace]
    select: Annotated[Selected | None, Field(description="As it was asked for; else absent.")] = (
        None
    )
    off: Annotated[list[str], Field(default=[], description="Parts switched off, if any.")]
    swap: Annotated[list[SwapItem], Field(default=[], description="Residuals exchanged, if any.")]
