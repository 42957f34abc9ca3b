"""Does a second program, fed the same IDs and targets, compute the same numbers?

It starts from the healthy parameters. What it is fed it believes: a wrong target
it scores as faithfully as a right one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.checks.lab.evidence import NumberGap, Numbers, TensorGap
from minigpt.checks.lab.subject import Subject
from minigpt.checks.lab.verdict import Check, Finding


@dataclass(frozen=True, slots=True)
class Compared:
    """Two tensors of one shape that must agree; `place` puts a part back into its whole."""

    name: str
    block: int | None
    expected: Tensor
    found: Tensor
    place: tuple[int | None, ...] | None = None


def check_full_scalar(subject: Subject) -> Finding:
    """Compare all numbers of all traced tensors, the losses and their mean, padding included."""
    return numbers(list(_pairs(subject)), subject.context.tolerance)


def numbers(compared: list[Compared], tolerance: float) -> Finding:
    """Alarm if a number is further off than two orders of rounding explain."""
    tensors: list[TensorGap] = []
    first: NumberGap | None = None
    for one in compared:
        gaps = (one.expected - one.found).abs()
        # Rounding grows with the numbers that are added up.
        scale = one.expected.abs().clamp(min=1)
        apart = ~(gaps <= tolerance * scale)  # true for NaN
        tensors.append(
            {
                "name": one.name,
                "block": one.block,
                "count": gaps.numel(),
                "apart": int(apart.sum()),
                "largest": float(gaps.max()),
            }
        )
        if first is None and bool(apart.any()):
            first = _furthest(one, gaps.where(apart, -1.0))
    evidence: Numbers = {
        "kind": "numbers",
        "tolerance": tolerance,
        "tensors": tensors,
        "first": first,
    }
    return Finding(first is not None, evidence)


def _furthest(one: Compared, gaps: Tensor) -> NumberGap:
    """The number that is furthest off; a NaN is further than any."""
    furthest = gaps.nan_to_num(nan=torch.inf).argmax()
    where = [int(axis) for axis in torch.unravel_index(furthest, gaps.shape)]
    return {
        "name": one.name,
        "block": one.block,
        "index": _whole(where, one.place),
        "expected": float(one.expected[tuple(where)]),
        "found": float(one.found[tuple(where)]),
    }


def _whole(where: list[int], place: tuple[int | None, ...] | None) -> list[int]:
    if place is None:
        return where
    within = iter(where)
    return [next(within) if fixed is None else fixed for fixed in place]


def _pairs(subject: Subject) -> Iterator[Compared]:
    """Everything in the order computed; block by block under the declared order of names."""
    again, trace = subject.context.recomputed, subject.narrow_trace
    for name, tensor in trace.inputs.items():
        yield _pair(name, None, again[name], tensor)
    for index, expected in enumerate(again["blocks"]):
        for name, values in expected.items():
            yield _pair(name, index, values, trace.blocks[index][name])
    for name, tensor in trace.outputs.items():
        yield _pair(name, None, again[name], tensor)
    output = trace.output
    assert output.losses is not None  # a trace always has targets
    assert output.loss is not None  # and some record something to predict
    yield _pair("losses", None, again["losses"], output.losses)
    yield _pair("loss", None, again["loss"], output.loss)


def _pair(name: str, block: int | None, expected: object, found: Tensor) -> Compared:
    # `visible` is compared as 0 and 1.
    return Compared(name, block, torch.tensor(expected, dtype=torch.float64), found.double())


FULL_SCALAR = Check("full-scalar", frozenset({"model", "score"}), check_full_scalar)
