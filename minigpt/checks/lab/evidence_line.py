"""One check's evidence as one line of a table: the number that says most.

It knows the kinds of `minigpt/checks/lab/evidence.py` and nothing of checks or faults.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

Evidence = Mapping[str, Any]


def evidence_line(evidence: Evidence) -> str:
    """A short line in words and figures."""
    return _LINES[evidence["kind"]](evidence)


def _figures(evidence: Evidence) -> str:
    figures = evidence["figures"]
    wrong = next((one for one in figures if not one["agrees"]), None)
    if wrong is None:
        return f"{len(figures)} figures agree"
    at = "" if wrong["slots"] is None else f" at {wrong['slots']} slots"
    return f"{wrong['name']}{at}: {wrong['found']}, must be {wrong['expected']}"


def _targets(evidence: Evidence) -> str:
    positions = evidence["positions"]
    wrong = next((at for at in positions if at["expected"] != at["found"]), None)
    if wrong is None:
        return f"{len(positions)} targets are the texts' own"
    return (
        f"{evidence['wrong']} wrong; record {wrong['record']}, position {wrong['position']}: "
        f"target {wrong['found']}, must be {wrong['expected']}"
    )


def _unchanged(evidence: Evidence) -> str:
    held = [at for at in evidence["positions"] if at["must_hold"]]
    if evidence["moved"]:
        # A NaN compares as neither more nor less, and would win or lose by its place.
        worst = max(held, key=lambda at: math.inf if math.isnan(at["faulty"]) else at["faulty"])
        return (
            f"mask {evidence['mask']}, {evidence['slots']} slots, record {evidence['record']}: "
            f"{evidence['moved']} of {len(held)} positions move, "
            f"position {worst['position']} by {worst['faulty']:.3g}"
        )
    losses = evidence["losses"]
    if losses and any(at["faulty"] != losses[0]["faulty"] for at in losses):
        told = ", ".join(f"{at['faulty']:.6f} at {at['slots']}" for at in losses)
        return f"identical bits in {evidence['tried']} tries; mean loss by slots: {told}"
    return f"identical bits in {evidence['tried']} tries"


def _row_sums(evidence: Evidence) -> str:
    if not evidence["wrong"]:
        return f"{evidence['count']} rows sum to what they must"
    row = next(
        row for row in evidence["rows"] if not abs(row["over_keys"] - row["expected"]) < 1e-12
    )
    return (
        f"{evidence['wrong']} of {evidence['count']} rows; record {evidence['record']}, "
        f"head {evidence['head']}, query {row['position']}: {row['over_keys']!r}, "
        f"must be {row['expected']:g}"
    )


def _numbers(evidence: Evidence) -> str:
    first = evidence["first"]
    if first is None:
        count = sum(tensor["count"] for tensor in evidence["tensors"])
        return f"{count:,} numbers within {evidence['tolerance']:g}"
    block = "" if first["block"] is None else f"blocks[{first['block']}]."
    index = f"[{','.join(map(str, first['index']))}]" if first["index"] else ""
    return f"first {block}{first['name']}{index}: {first['found']!r}, must be {first['expected']!r}"


def _losses(evidence: Evidence) -> str:
    mean = evidence["mean"]
    if not evidence["wrong"] and mean["agrees"]:
        return f"{len(evidence['positions'])} losses and their mean {mean['found']:.6f} agree"
    return (
        f"{evidence['wrong']} of {len(evidence['positions'])} losses are off; "
        f"mean {mean['found']!r}, must be {mean['expected']!r}"
    )


def _gradients(evidence: Evidence) -> str:
    missed = [one["name"] for one in evidence["parameters"] if not one["reached"]]
    if not missed:
        return f"all {len(evidence['parameters'])} parameters reached"
    named = ", ".join(missed[:3]) + (", …" if len(missed) > 3 else "")
    return f"{len(missed)} of {len(evidence['parameters'])} not reached: {named}"


def _untouched(evidence: Evidence) -> str:
    return f"looks only at: {', '.join(evidence['reads'])}"


_LINES: Mapping[str, Callable[[Evidence], str]] = {
    "figures": _figures,
    "targets": _targets,
    "unchanged": _unchanged,
    "row_sums": _row_sums,
    "numbers": _numbers,
    "losses": _losses,
    "gradients": _gradients,
    "untouched": _untouched,
}
