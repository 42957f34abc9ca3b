"""Every number of a trace beside the same number from loops."""

from __future__ import annotations

from typing import Any

import torch

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.trace import Trace

# The chapter's bound for MG-1, whose numbers stay below about 3.
CHAPTER_BOUND = 1e-12


def assert_close(
    name: str, got: torch.Tensor, expected: torch.Tensor, rtol: float, atol: float
) -> None:
    torch.testing.assert_close(
        got, expected, rtol=rtol, atol=atol, msg=lambda difference: f"{name}: {difference}"
    )


def assert_every_number_agrees(
    by_tensors: Trace, by_loops: dict[str, Any], *, rtol: float = 0.0, atol: float = CHAPTER_BOUND
) -> None:
    """Shapes and numbers of everything traced, of each loss, and of their mean."""
    pairs: list[tuple[str, torch.Tensor, Any]] = []
    outside = {**by_tensors.inputs, **by_tensors.outputs}
    assert set(outside) == {*INPUT_TENSORS, *OUTPUT_TENSORS}
    pairs += [(name, tensor, by_loops[name]) for name, tensor in outside.items()]
    for block, loops in zip(by_tensors.blocks, by_loops["blocks"], strict=True):
        assert set(block) == set(loops) == set(BLOCK_TENSORS)
        pairs += [(name, tensor, loops[name]) for name, tensor in block.items()]
    output = by_tensors.output
    assert output.losses is not None
    pairs.append(("losses", output.losses, by_loops["losses"]))
    if output.loss is None:
        assert by_loops["loss"] is None
    else:
        pairs.append(("loss", output.loss, by_loops["loss"]))
    for name, tensor, loops in pairs:
        assert_close(name, torch.tensor(loops, dtype=tensor.dtype), tensor, rtol, atol)
    assert by_loops["scored_events"] == output.scored_events
