"""What gradients and one update look like on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, create_model

from minigpt.attention import Mask
from minigpt.axes import BLOCK_TENSORS
from server.schemas.strict import Strict
from server.schemas.trace import arrays, record_model

if TYPE_CHECKING:
    RecordGradientTensors = Strict
else:
    # `visible` decides and is no number, so nothing can be differentiated by it.
    BlockGradients = create_model(
        "BlockGradients",
        __base__=Strict,
        __doc__="dL/d of what one block computed; null: a score that is not visible.",
        **arrays({name: axes for name, axes in BLOCK_TENSORS.items() if name != "visible"}),
    )
    RecordGradientTensors = record_model(
        "RecordGradientTensors",
        "dL/d of everything computed for one record, under the names of a trace.",
        BlockGradients,
    )


class RecordGradients(Strict):
    """One record of n positions."""

    valid_count: int
    losses: Annotated[
        list[float | None],
        Field(description="dL/d of each target's loss, 1 / scored_events; null where not scored."),
    ]
    tensors: RecordGradientTensors


class ParameterGradient(Strict):
    """dL/d of one parameter, summed over all positions that use it."""

    name: str
    shape: list[int]
    values: Annotated[list[Any], Field(description="Nested lists in `shape`.")]


class GradientsReply(Strict):
    """One backward pass, complete. L is the mean loss over the scored targets of all records."""

    model: str
    mask: Mask
    step: Annotated[int | None, Field(description="As it was asked for.")]
    slots: Annotated[int, Field(description="How many slots were computed.")]
    loss: Annotated[float, Field(description="L, in nats.")]
    scored_events: int
    records: list[RecordGradients]
    parameters: list[ParameterGradient]


class BatchRecord(Strict):
    """A training record of the update's batch."""

    id: str
    text: str


class UpdateReply(Strict):
    """What one Adam update did to one number (Kingma and Ba 2015, algorithm 1)."""

    step: Annotated[int, Field(description="Updates before this one.")]
    next: Annotated[int, Field(description="The number of this update, step + 1.")]
    records: Annotated[list[BatchRecord], Field(description="Of the batch, in the order drawn.")]
    loss: Annotated[float, Field(description="Of the batch, before the update.")]
    parameter: str
    index: list[int]
    value: Annotated[float, Field(description="The number before the update.")]
    gradient: Annotated[float, Field(description="dL/d value, L the loss of the batch.")]
    first: Annotated[float, Field(description="First moment before the update.")]
    second: Annotated[float, Field(description="Second moment before the update.")]
    first_after: Annotated[float, Field(description="beta1 first + (1 - beta1) gradient")]
    second_after: Annotated[float, Field(description="beta2 second + (1 - beta2) gradient^2")]
    first_corrected: Annotated[float, Field(description="first_after / (1 - beta1^next)")]
    second_corrected: Annotated[float, Field(description="second_after / (1 - beta2^next)")]
    learning_rate: float
    beta1: float
    beta2: float
    epsilon: float
    change: Annotated[
        float,
        Field(
            description="-learning_rate first_corrected / (sqrt(second_corrected) + epsilon)",
        ),
    ]
    new_value: Annotated[
        float,
        Field(description="As the run computed it, bit for bit; value + change but for rounding."),
    ]
