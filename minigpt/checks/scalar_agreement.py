"""Section 20.4: an independent path in plain Python computes every traced number again."""

from __future__ import annotations

from collections.abc import Iterator

from minigpt.checks.recomputed import recomputed
from minigpt.checks.row import TOLERANCE, CheckRow, close
from minigpt.model import MiniGPT
from minigpt.trace import Trace

_WITHIN = f"within {TOLERANCE:g}"


def check_scalar(model: MiniGPT, trace: Trace) -> list[CheckRow]:
    """Compare all numbers of all tensors, padding included, and all losses, name by name.

    The scalar path gets the parameters as lists and the batch's IDs; everything else it works
    out by itself.
    """
    again = recomputed(model, trace.batch, trace.mask)
    rows = [_row(name, tensor.tolist(), again[name]) for name, tensor in trace.inputs.items()]
    for index, block in enumerate(trace.blocks):
        label = "" if len(trace.blocks) == 1 else f" of block {index}"
        scalar_block = again["blocks"][index]
        rows += [
            _row(name + label, tensor.tolist(), scalar_block[name])
            for name, tensor in block.items()
        ]
    rows += [_row(name, tensor.tolist(), again[name]) for name, tensor in trace.outputs.items()]
    output = trace.output
    assert output.losses is not None
    assert output.loss is not None
    rows.append(_row("losses", output.losses.tolist(), again["losses"]))
    return [*rows, close("scalar = tensor: mean loss", again["loss"], output.loss.item())]


def _row(name: str, tensors: object, scalars: object) -> CheckRow:
    check = f"scalar = tensor: {name}"
    left, right = list(_flat(tensors)), list(_flat(scalars))
    if len(left) != len(right):
        return CheckRow(check, f"{len(right)} numbers", f"{len(left)} numbers", None, False)
    # A NaN on either side must not pass: `not <=` holds for it, `>` would not.
    apart = sum(not abs(a - b) <= TOLERANCE for a, b in zip(left, right, strict=True))
    worst = max((abs(a - b) for a, b in zip(left, right, strict=True)), default=0.0)
    got = _WITHIN if not apart else f"{apart:,} of {len(left):,} apart"
    return CheckRow(check, f"{len(left):,} numbers {_WITHIN}", got, worst, not apart)


def _flat(value: object) -> Iterator[float]:
    """All numbers of nested lists, in order; a truth value counts as 0 or 1."""
    if isinstance(value, list):
        for one in value:
            yield from _flat(one)
    else:
        assert isinstance(value, int | float)
        yield float(value)
