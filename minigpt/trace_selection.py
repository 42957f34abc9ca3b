"""A part of a trace: some tensors, some blocks, some heads, some positions; the rest is named.

It slices what `minigpt/trace.py` has recorded and computes nothing. What is left out is told
with the shape that it has for the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS, Axes
from minigpt.config import ModelConfig
from minigpt.errors import SelectionError
from minigpt.trace import Array, Trace

_AROUND: Final[Mapping[str, Axes]] = {**INPUT_TENSORS, **OUTPUT_TENSORS}
_ALL: Final = slice(None)


@dataclass(frozen=True, slots=True)
class Selection:
    """What is wanted of a trace; None: all there is.

    tensors: names of `minigpt/axes.py`; a block's tensor is wanted in `blocks`, and, written
        "blocks.2.weights", in block 2 whatever `blocks` says.
    blocks: indices from 0.
    heads: indices from 0; the axis H has these, in this order.
    positions: from the first up to and without the second; the axes T and Q have these, and
        the axis K always has all.
    """

    tensors: tuple[str, ...] | None = None
    blocks: tuple[int, ...] | None = None
    heads: tuple[int, ...] | None = None
    positions: tuple[int, int] | None = None

    def check(self, config: ModelConfig) -> None:
        """Refuse what the model does not have.

        Raises:
            SelectionError: a tensor, a block, a head or a range that is not there.
        """
        for name in self.tensors or ():
            if name not in _AROUND and name not in BLOCK_TENSORS and not _is_full(name, config):
                raise SelectionError(f"There is no tensor {name[:60]!r} in this model's traces.")
        for what, asked, count in (
            ("block", self.blocks, config.blocks),
            ("head", self.heads, config.heads),
        ):
            if wrong := [index for index in asked or () if not 0 <= index < count]:
                raise SelectionError(
                    f"There is no {what} {wrong[0]}; the model has 0 to {count - 1}.",
                    details={what: wrong[0], f"{what}s": count},
                )
        if self.positions and not 0 <= self.positions[0] < self.positions[1]:
            raise SelectionError(
                "positions must be two whole numbers, the first at least 0 and below the second."
            )

    def wants(self, name: str, block: int | None) -> bool:
        """Whether a tensor is asked for."""
        if block is None:
            return self.tensors is None or name in self.tensors
        if self.tensors is not None and f"blocks.{block}.{name}" in self.tensors:
            return True
        here = self.blocks is None or block in self.blocks
        return here and (self.tensors is None or name in self.tensors)


@dataclass(frozen=True, slots=True)
class CutPart:
    """One record's part of a trace, nested as by `cut`, and what is not in it."""

    tensors: dict[str, Any]
    left_out: list[dict[str, object]]


def cut_part(trace: Trace, record: int, selection: Selection, *, padded: bool = False) -> CutPart:
    """As `minigpt.trace.cut`, of what is selected alone; of every block there is an entry.

    Raises:
        IndexError: no such record.
    """
    slots = trace.batch.ids.shape[1] if padded else trace.lengths[record]
    first, end = selection.positions or (0, slots)
    rows = slice(min(first, slots), min(end, slots))
    heads = _ALL if selection.heads is None else list(selection.heads)
    places: dict[str, Any] = {"B": record, "T": rows, "Q": rows, "K": slice(slots), "H": heads}
    inputs, blocks, outputs = trace.arrays
    part = CutPart({}, [])
    around = {**inputs, **outputs}

    def take(name: str, block: int | None, arrays: Mapping[str, Array], axes: Axes) -> Array | None:
        if selection.wants(name, block):
            return _taken(name, arrays, axes, places)
        whole = [slots if axis in "TQK" else size for axis, size in _sizes(arrays[name], axes)]
        part.left_out.append({"name": name, "block": block, "shape": whole})
        return None

    for name in INPUT_TENSORS:
        _put(part.tensors, name, take(name, None, around, _AROUND[name]))
    found: list[dict[str, Array]] = [{} for _ in blocks]
    part.tensors["blocks"] = found
    for index, arrays in enumerate(blocks):
        for name, axes in BLOCK_TENSORS.items():
            _put(found[index], name, take(name, index, arrays, axes))
    for name in OUTPUT_TENSORS:
        _put(part.tensors, name, take(name, None, around, _AROUND[name]))
    return part


def count_numbers(tensors: Mapping[str, Any]) -> int:
    """How many numbers a nested cut holds."""
    return sum(array.size for array in flat_arrays("", tensors).values())


def flat_arrays(prefix: str, tensors: Mapping[str, Any]) -> dict[str, Array]:
    """A nested cut under names like "PREFIX.blocks.0.scores"."""
    flat: dict[str, Array] = {}
    for name, value in tensors.items():
        if name == "blocks":
            for index, block in enumerate(value):
                flat |= flat_arrays(f"{prefix}.blocks.{index}", block)
        else:
            flat[f"{prefix}.{name}"] = value
    return flat


def _put(found: dict[str, Any], name: str, array: Array | None) -> None:
    if array is not None:
        found[name] = array


def _sizes(array: Array, axes: Axes) -> Sequence[tuple[str, int]]:
    return [pair for pair in zip(axes, array.shape, strict=True) if pair[0] != "B"]


def _taken(name: str, arrays: Mapping[str, Array], axes: Axes, places: Mapping[str, Any]) -> Array:
    # Slices first and then the list of heads: mixed in one index, axes would change places.
    index = [places.get(axis, _ALL) for axis in axes]
    kept = [place for place, axis in zip(index, axes, strict=True) if axis != "B"]
    sliced = arrays[name][tuple(_ALL if isinstance(place, list) else place for place in index)]
    for axis, place in enumerate(kept):
        if isinstance(place, list):
            sliced = sliced.take(place, axis=axis)
    if name == "scores":
        visible = _taken("visible", arrays, BLOCK_TENSORS["visible"], places)
        sliced = np.where(visible, sliced, sliced.dtype.type(np.nan))  # [H, Q, K]
    return np.ascontiguousarray(sliced)


def _is_full(name: str, config: ModelConfig) -> bool:
    """Whether it is a block's tensor under its full name, such as "blocks.2.weights"."""
    start, _, rest = name.partition(".")
    index, _, tensor = rest.partition(".")
    known = start == "blocks" and tensor in BLOCK_TENSORS and index.isascii() and index.isdigit()
    return known and len(index) < 7 and int(index) < config.blocks
