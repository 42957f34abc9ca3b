"""The kinds of evidence, as types: plain JSON, every number under a name.

A page or a table can show each kind without knowing the check or the fault.
`healthy` and `faulty` are the two runs; `expected` is what must come out, worked
out without the pipeline, and `found` what came out. All positions, records,
heads and blocks count from 0, losses are in nats, and NaN becomes null on the
wire. No evidence holds words to be read by a person.
"""

from __future__ import annotations

from typing import Literal, TypedDict


class Figure(TypedDict):
    """One figure; `name` is a tensor's, a component's or a quantity's, `slots` a batch width."""

    name: str
    slots: int | None
    expected: float | list[int]
    found: float | list[int]
    agrees: bool


class Figures(TypedDict):
    """shapes, parameter-count, scored-events, uniform-loss. `apart`: how many do not agree."""

    kind: Literal["figures"]
    figures: list[Figure]
    apart: int


class TargetAt(TypedDict):
    """A slot's input ID, the target that the text has for it, and the batch's; -100: none."""

    record: int
    position: int
    id: int
    expected: int
    found: int


class Targets(TypedDict):
    """shift-and-eos: all real positions; `wrong` counts those and padding slots."""

    kind: Literal["targets"]
    positions: list[TargetAt]
    wrong: int


class Edit(TypedDict):
    """An input ID put in the place of another."""

    record: int
    position: int
    before: int
    after: int


class Moved(TypedDict):
    """The largest |change of a logit| at a position, which may or `must_hold` still."""

    position: int
    must_hold: bool
    healthy: float
    faulty: float


class LossAt(TypedDict):
    """The mean loss of the same records, computed at another number of slots."""

    slots: int
    healthy: float
    faulty: float


class Unchanged(TypedDict):
    """prefix-, padding-, neighbours-unchanged: of `tried` edits the one that moved most.

    The edit is shown with the mask and width it was tried at, and one record's
    positions. `moved`: how many of them moved and must not. `losses`: only of
    padding-unchanged; more padding must not move the mean.
    """

    kind: Literal["unchanged"]
    tried: int
    mask: str
    slots: int
    record: int
    edits: list[Edit]
    positions: list[Moved]
    moved: int
    losses: list[LossAt]


class RowSum(TypedDict):
    """A query's weights summed over the keys, and the same position's, as a key, over queries."""

    position: int
    valid: bool
    expected: float
    over_keys: float
    over_queries: float


class RowSums(TypedDict):
    """row-sums: one head, the first with a wrong row if any; `wrong` counts rows of all heads."""

    kind: Literal["row_sums"]
    block: int
    record: int
    head: int
    rows: list[RowSum]
    wrong: int
    count: int


class TensorGap(TypedDict):
    """A tensor compared number by number; `block` is null outside the blocks."""

    name: str
    block: int | None
    count: int
    apart: int
    largest: float


class NumberGap(TypedDict):
    """The number furthest off; `index` by the tensor's axes, B first where it has them."""

    name: str
    block: int | None
    index: list[int]
    expected: float
    found: float


class Numbers(TypedDict):
    """scalar-attention, full-scalar: tensors in pipeline order; `first` of the first one apart."""

    kind: Literal["numbers"]
    tolerance: float
    tensors: list[TensorGap]
    first: NumberGap | None


class LossByHand(TypedDict):
    """One scored target: -ln softmax of its logits, worked out by hand, and the pipeline's."""

    record: int
    position: int
    target: int
    expected: float
    found: float


class Losses(TypedDict):
    """loss-by-hand: every scored target, the mean, and what the sum is divided by."""

    kind: Literal["losses"]
    positions: list[LossByHand]
    mean: Figure
    divisor: Figure
    wrong: int


class Gradient(TypedDict):
    """The largest |gradient| of a parameter; null where none arrived or it is no number."""

    name: str
    healthy: float | None
    faulty: float | None
    reached: bool


class Gradients(TypedDict):
    """gradients-reach: every parameter the pipeline has; `missed` counts those not reached."""

    kind: Literal["gradients"]
    parameters: list[Gradient]
    missed: int


class Untouched(TypedDict):
    """Not applicable: the check reads only pieces that the fault left healthy."""

    kind: Literal["untouched"]
    reads: list[str]
    replaced: list[str]
