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


class SpelledOutReply(Strict):
    """What one Adam update did to one number (Kingma and Ba 2015, algorithm 1).

    g is the gradient that the update followed, and decayed the number that it went on from.
    """

    step: Annotated[int, Field(description="Updates before this one.")]
    next: Annotated[int, Field(description="The number of this update, step + 1.")]
    loss: Annotated[float, Field(description="Of the batch, before the update.")]
    parameter: str
    index: list[int]
    value: Annotated[float, Field(description="The number before the update.")]
    gradient: Annotated[float, Field(description="dL/d value, L the loss of the batch.")]
    first: Annotated[float, Field(description="First moment before the update.")]
    second: Annotated[float, Field(description="Second moment before the update.")]
    first_after: Annotated[float, Field(description="beta1 first + (1 - beta1) g")]
    second_after: Annotated[float, Field(description="beta2 second + (1 - beta2) g^2")]
    first_corrected: Annotated[float, Field(description="first_after / (1 - beta1^next)")]
    second_corrected: Annotated[float, Field(description="second_after / (1 - beta2^next)")]
    learning_rate: Annotated[float, Field(description="Of this update.")]
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
        Field(
            description="As the run computed it, bit for bit; decayed + change but for rounding."
        ),
    ]


class BatchRecord(Strict):
    """A training record of the update's batch."""

    id: str
    text: str


class RecordsUpdateReply(SpelledOutReply):
    """One update of a run on records: g is `gradient`, and nothing decays."""

    records: Annotated[list[BatchRecord], Field(description="Of the batch, in the order drawn.")]


class BatchWindow(Strict):
    """A window of the training text in the update's batch."""

    start: Annotated[int, Field(description="Place of its first token in the training split.")]
    text: Annotated[str, Field(description="Its inputs; their IDs where tokens are no text.")]


class TextUpdateReply(SpelledOutReply):
    """One update of a run on one text, by AdamW (Loshchilov and Hutter 2019): g is `clipped`."""

    windows: Annotated[list[BatchWindow], Field(description="Of the batch, in the order drawn.")]
    length: Annotated[int, Field(description="Tokens of each window.")]
    norm: Annotated[float, Field(description="Of the gradient by all parameters.")]
    clip_norm: Annotated[float, Field(description="The longest gradient an update follows.")]
    clipped: Annotated[
        float, Field(description="gradient, times clip_norm / norm where norm is above clip_norm")
    ]
    peak_learning_rate: Annotated[float, Field(description="The rate when the warm-up ends.")]
    min_learning_rate: Annotated[float, Field(description="The rate from decay_steps on.")]
    warmup_steps: Annotated[int, Field(description="Updates in which it rises in a line.")]
    decay_steps: Annotated[int, Field(description="The update where its half cosine ends.")]
    weight_decay: float
    decays: Annotated[
        bool, Field(description="Matrices and tables decay; parameters of one axis do not.")
    ]
    decayed: Annotated[
        float,
        Field(description="value (1 - learning_rate weight_decay) if `decays`, else value"),
    ]


UpdateReply = RecordsUpdateReply | TextUpdateReply
