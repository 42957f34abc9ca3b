"""One forward pass in which parts are off and residual rows come from other records.

The model is not changed and its forward pass has no switch: a tap stands in the way, hands on
another tensor than it was given, and whoever watches sees what the model went on with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from torch import Tensor

from minigpt.attention import Mask
from minigpt.batch import Batch
from minigpt.config import ModelConfig
from minigpt.errors import SwapError
from minigpt.model import MiniGPT
from minigpt.take_apart.parts import Part
from minigpt.taps import Tap
from minigpt.trace import Trace, trace

#: What the forward pass has, to what it goes on with; same shape.
Change = Callable[[Tensor], Tensor]
#: By block and name of the traced tensor.
Changes = Mapping[tuple[int, str], Sequence[Change]]
#: The block that the sum of the embeddings "leaves": there is none before it.
EMBEDDING_SUM: Final = -1


@dataclass(frozen=True, slots=True)
class Swap:
    """The residual that leaves `block` at `position` of `record` is that of record `source`.

    `block` -1 is the sum of the embeddings. The row is the one that `source` has in the same
    pass, with whatever is switched off there, before any swap at this block: so two records
    can exchange their rows.
    """

    record: int
    block: int
    position: int
    source: int


@dataclass(frozen=True, slots=True)
class TakenApart:
    """What is off and what is exchanged, in all records of a batch at once."""

    off: frozenset[Part] = frozenset()
    swaps: tuple[Swap, ...] = ()

    def around(self, config: ModelConfig, batch: Batch) -> Callable[[Tap], Tap]:
        """What puts a tap behind these changes, for one forward pass of `batch`.

        Raises:
            SwapError: a swap names a record, block or position that is not there, the record
                itself, or a place that another swap has taken; names the record.
        """
        _check_swaps(self.swaps, config, batch)
        changes: dict[tuple[int, str], list[Change]] = {}
        for part in sorted(self.off, key=str):
            for name, change in _switches(part):
                changes.setdefault((part.block, name), []).append(change)
        for block in sorted({swap.block for swap in self.swaps}):
            here = [swap for swap in self.swaps if swap.block == block]
            place = (0, "block_input") if block == EMBEDDING_SUM else (block, "block_output")
            changes.setdefault(place, []).append(_exchange(here))
        return lambda tap: ChangingTap(tap, changes)


def trace_apart(model: MiniGPT, batch: Batch, apart: TakenApart, mask: Mask = "causal") -> Trace:
    """As `trace`, with parts off and rows exchanged.

    All that is computed before the first change has the bits of the intact trace.

    Raises:
        SwapError: as `TakenApart.around`.
        What `MiniGPT.forward` raises.
    """
    return trace(model, batch, mask, around=apart.around(model.config, batch))


class ChangingTap:
    """Hands each tensor through its changes, and what comes out to the tap behind it."""

    def __init__(self, inner: Tap, changes: Changes, block: int | None = None) -> None:
        """`inner` sees what the model goes on with. `block`: which one it is in; None: in none."""
        self._inner = inner
        self._changes = changes
        self._block = block

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        """`tensor` after its changes; their results have its shape."""
        if self._block is not None:
            for change in self._changes.get((self._block, name), ()):
                tensor = change(tensor)
        return self._inner(name, tensor)

    def block(self, index: int, /) -> ChangingTap:
        """The tap of block `index`, with its changes."""
        return ChangingTap(self._inner.block(index), self._changes, index)


def _switches(part: Part) -> list[tuple[str, Change]]:
    """Where a part is switched off: what it adds is zero, its biases included.

    A head is its columns in what is projected; the projection's bias is no head's.
    """
    if part.kind == "head":
        assert part.head is not None
        return [("mixtures", without_head(part.head))]
    if part.kind == "ffn":
        return [("ffn_output", nothing)]
    return [("attention_output", nothing), ("ffn_output", nothing)]


def nothing(tensor: Tensor) -> Tensor:
    """Zeros of any shape."""
    return tensor.new_zeros(tensor.shape)


def without_head(head: int) -> Change:
    """Mixtures [B, H, T, d] in which one head has read nothing."""

    def change(mixtures: Tensor) -> Tensor:
        kept = mixtures.clone()  # [B, H, T, d]
        kept[:, head] = 0  # [B, T, d]
        return kept

    return change


def _exchange(swaps: Sequence[Swap]) -> Change:
    """A residual stream [B, T, C] with rows of other records; all are read before any is put."""

    def change(residual: Tensor) -> Tensor:
        exchanged = residual.clone()  # [B, T, C]
        for swap in swaps:
            row = residual[swap.source, swap.position]  # [C]
            exchanged[swap.record, swap.position] = row
        return exchanged

    return change


def _check_swaps(swaps: Sequence[Swap], config: ModelConfig, batch: Batch) -> None:
    lengths, taken = batch.lengths, set[tuple[int, int, int]]()
    for swap in swaps:
        for record in (swap.record, swap.source):
            if not 0 <= record < len(lengths):
                raise SwapError(f"There is no record {record}; the batch has {len(lengths)}.")
            if not 0 <= swap.position < lengths[record]:
                raise SwapError(
                    f"Record {record} has no position {swap.position}; it has 0 to "
                    f"{lengths[record] - 1}, and a residual is exchanged between two records "
                    "that both have it.",
                    record=record,
                    details={"position": swap.position, "positions": lengths[record]},
                )
        if not EMBEDDING_SUM <= swap.block < config.blocks:
            raise SwapError(
                f"There is no block {swap.block}; the model has 0 to {config.blocks - 1}, and "
                f"{EMBEDDING_SUM} is the sum of the embeddings.",
                record=swap.record,
                details={"block": swap.block, "blocks": config.blocks},
            )
        if swap.record == swap.source:
            raise SwapError(
                "A residual comes from another record; its own would change nothing.",
                record=swap.record,
            )
        place = (swap.record, swap.block, swap.position)
        if place in taken:
            raise SwapError(
                f"Position {swap.position} after block {swap.block} is exchanged twice.",
                record=swap.record,
            )
        taken.add(place)
