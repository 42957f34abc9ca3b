"""Section 20.3: what padding may not do: mix, weigh, or bring a NaN."""

from __future__ import annotations

import torch

from minigpt.checks.row import CheckRow, same
from minigpt.trace import Trace


def check_padding(trace: Trace) -> list[CheckRow]:
    """Invalid queries mix exactly nothing, invalid keys weigh exactly nothing, no NaN anywhere."""
    invalid = ~trace.batch.valid  # [B,T]
    mixed, weighed = 0, 0
    for block in trace.blocks:
        mixtures = block["mixtures"].transpose(1, 2)  # [B,T,H,d]
        mixed += int(mixtures[invalid].count_nonzero())
        by_key = block["weights"].permute(0, 3, 1, 2)  # [B,K,H,Q]
        weighed += int(by_key[invalid].count_nonzero())
    return [
        same("nonzero mixtures of padding queries", 0, mixed),
        same("nonzero weights on padding keys", 0, weighed),
        same("tensors that hold a NaN", "none", ", ".join(_with_nan(trace)) or "none"),
    ]


def _with_nan(trace: Trace) -> list[str]:
    places = [trace.inputs, *trace.blocks, trace.outputs]
    return [
        name
        for place in places
        for name, tensor in place.items()
        if bool(torch.isnan(tensor).any())
    ]
