"""Table 20.2: every traced tensor has its shape."""

from __future__ import annotations

from torch import Tensor

from minigpt.checks.row import CheckRow, same
from minigpt.trace import Trace


def check_shapes(trace: Trace, shapes: dict[str, list[int]]) -> list[CheckRow]:
    """Compare the shapes of the batch and of all taps; block tensors are those of each block."""
    rows = []
    for name, shape in shapes.items():
        found = [list(tensor.shape) for tensor in tensors_named(trace, name)]
        got = found[0] if len(found) == 1 else found
        rows.append(same(f"shape of {name}", shape, got))
    return rows


def tensors_named(trace: Trace, name: str) -> list[Tensor]:
    """All tensors of this name: one, or one per block. Empty when nothing has that name."""
    if name in ("ids", "valid", "targets"):
        return [getattr(trace.batch, name)]
    for place in (trace.inputs, trace.outputs):
        if name in place:
            return [place[name]]
    return [block[name] for block in trace.blocks if name in block]
