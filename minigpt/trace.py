"""A forward pass with everything it computed, and the cut of one record out of it.

`trace` records, `cut` slices. Neither computes a number of its own, and neither
turns anything into text: how a trace is written down is its caller's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from minigpt.attention import Mask
from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS, POSITION_AXES, Axes
from minigpt.batch import Batch
from minigpt.model import MiniGPT, Output
from minigpt.taps import Recorder, Tap

Array = NDArray[Any]
_Place = tuple[int | slice, ...]
_EVERYTHING = slice(None)
_DISTINCT_AXES = {*INPUT_TENSORS.values(), *BLOCK_TENSORS.values(), *OUTPUT_TENSORS.values()}


#: Puts another tap before the one that it is given.
Around = Callable[[Tap], Tap]


def _as_it_is(tap: Tap) -> Tap:
    return tap


@dataclass(frozen=True)
class Trace:
    """One forward pass of one batch. Names and axes: `minigpt/axes.py`.

    inputs: the tensors before the first block; blocks: those of each block;
    outputs: those after the last. All detached, in the order computed.
    """

    batch: Batch
    mask: Mask
    output: Output
    inputs: dict[str, Tensor]
    blocks: list[dict[str, Tensor]]
    outputs: dict[str, Tensor]

    @cached_property
    def arrays(self) -> tuple[dict[str, Array], list[dict[str, Array]], dict[str, Array]]:
        """Inputs, blocks, outputs as numpy sees the same memory; made once, not once per record."""
        return (
            _as_arrays(self.inputs),
            [_as_arrays(block) for block in self.blocks],
            _as_arrays(self.outputs),
        )

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Valid slots of each record, counted once."""
        return self.batch.lengths


def trace(
    model: MiniGPT, batch: Batch, mask: Mask = "causal", *, around: Around = _as_it_is
) -> Trace:
    """Run `model` on `batch` without gradients and keep every named tensor.

    The logits are bit for bit those of the untraced forward pass: it is the
    same code, and a tap copies nothing.

    Args:
        model: any model of the family.
        batch: its records.
        mask: as `MiniGPT.forward`.
        around: what stands between the forward pass and the recorder; `minigpt/take_apart`
            has taps that hand on other tensors than they are given.

    Raises:
        What `MiniGPT.forward` raises.
    """
    # Nobody differentiates a trace, so torch need not keep account of one.
    with torch.inference_mode():
        recorded = record_forward(model, batch, mask, around=around)
        # These rows are a view of the parameter: a later update must not reach
        # into a trace that has been taken.
        rows = recorded.inputs["position_embedding"].clone()  # [T, C]
    recorded.inputs["position_embedding"] = rows
    return recorded


def record_forward(
    model: MiniGPT, batch: Batch, mask: Mask, *, around: Around = _as_it_is
) -> Trace:
    """The very tensors of one forward pass in evaluation mode, detached from nothing.

    Whether torch can differentiate them is the caller's matter.

    Raises:
        What `MiniGPT.forward` raises.
    """
    recorder = Recorder()
    with _evaluating(model):
        output = model(batch.ids, batch.valid, batch.targets, mask=mask, tap=around(recorder))
    kept = recorder.tensors
    return Trace(
        batch=batch,
        mask=mask,
        output=output,
        inputs={name: kept[name] for name in INPUT_TENSORS},
        blocks=[block.tensors for block in recorder.blocks],
        outputs={name: kept[name] for name in OUTPUT_TENSORS},
    )


@contextmanager
def _evaluating(model: MiniGPT) -> Iterator[None]:
    """Evaluation mode for the duration; a model already in it is not touched."""
    if not model.training:
        yield
        return
    model.eval()
    try:
        yield
    finally:
        model.train()


def cut(trace: Trace, record: int, *, padded: bool = False) -> dict[str, Any]:
    """Everything about one record, as contiguous numpy arrays under the traced names.

    The axis B is gone and every position axis holds the record's valid
    positions, or all computed slots if `padded`. Scores are NaN where the key
    is not visible to the query. The result is `{"token_embedding": [n, C],
    "position_embedding": [n, C], "blocks": [{...}, ...], "final_norm": [n, C],
    "logits": [n, V]}` and may share memory with the trace.

    Args:
        trace: from `trace`.
        record: index into the batch, 0..B-1.
        padded: keep the padding slots.

    Raises:
        IndexError: no such record.
    """
    if not 0 <= record < len(trace.lengths):
        raise IndexError(f"record {record} is not one of {len(trace.lengths)}.")
    positions = _EVERYTHING if padded else slice(trace.lengths[record])
    along = {"B": record} | dict.fromkeys(POSITION_AXES, positions)
    # Where the record lies in any array with these declared axes.
    places = {
        axes: tuple([along.get(axis, _EVERYTHING) for axis in axes]) for axes in _DISTINCT_AXES
    }
    inputs, blocks, outputs = trace.arrays
    return {
        **_cut_arrays(inputs, INPUT_TENSORS, places),
        "blocks": [_cut_block(block, places) for block in blocks],
        **_cut_arrays(outputs, OUTPUT_TENSORS, places),
    }


def _cut_block(block: dict[str, Array], places: dict[Axes, _Place]) -> dict[str, Array]:
    arrays = _cut_arrays(block, BLOCK_TENSORS, places)
    arrays["scores"] = np.where(arrays["visible"], arrays["scores"], np.nan)  # [H, Q, K]
    return arrays


def _cut_arrays(
    arrays: dict[str, Array], axes: dict[str, Axes], places: dict[Axes, _Place]
) -> dict[str, Array]:
    return {name: np.ascontiguousarray(array[places[axes[name]]]) for name, array in arrays.items()}


def _as_arrays(tensors: dict[str, Tensor]) -> dict[str, Array]:
    return {name: tensor.numpy() for name, tensor in tensors.items()}
