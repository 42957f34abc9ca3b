"""Do a record's logits keep every bit when something changes that it must not see?

Runs that are compared have one shape; only the mean loss is compared across
shapes, with a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.attention import Mask
from minigpt.batch import Batch
from minigpt.checks.lab.evidence import Edit, LossAt, Moved, Unchanged
from minigpt.checks.lab.subject import Subject
from minigpt.checks.lab.verdict import Check, Finding
from minigpt.checks.prefix import Change, futures, neighbours, paddings, rows_that_differ
from minigpt.model import MiniGPT


@dataclass(frozen=True, slots=True)
class Trial:
    """A change, the batch before it, and the mask to try it under."""

    before: Batch
    change: Change
    mask: Mask = "causal"


def check_prefix(subject: Subject) -> Finding:
    """Change all later tokens, for each position, in as few slots as possible and in all.

    Of a large model, for some positions; the evidence says how many.
    """
    context = subject.context
    trials = (
        Trial(batch, change)
        for batch in (context.narrow, context.wide)
        for change in futures(batch, context.tokenizer, context.most_positions)
    )
    return _finding(subject, trials, [])


def check_padding(subject: Subject) -> Finding:
    """Fill padding with other IDs, with the mask on and off; then add padding."""
    context = subject.context
    masks: tuple[Mask, Mask] = ("causal", "none")
    trials = (
        Trial(context.wide, change, mask)
        for mask in masks
        for change in paddings(context.wide, context.tokenizer)
    )
    return _finding(subject, trials, _losses(subject))


def check_neighbours(subject: Subject) -> Finding:
    """Exchange the other records of the batch."""
    context = subject.context
    changes = neighbours(context.wide, context.tokenizer, context.texts)
    return _finding(subject, (Trial(context.wide, change) for change in changes), [])


def _finding(subject: Subject, trials: Iterable[Trial], losses: list[LossAt]) -> Finding:
    """Try everything, and show what moved most."""
    tried = 0
    worst: tuple[float, Trial] | None = None
    for trial, gap in _gaps(subject.pipeline.model, trials):
        tried += 1
        if worst is None or gap > worst[0]:
            worst = (gap, trial)
    assert worst is not None, "there was nothing to change"
    shown = _shown(subject, worst[1], tried, losses)
    tolerance = subject.context.tolerance
    drifted = any(not abs(at["faulty"] - losses[0]["faulty"]) <= tolerance for at in losses)
    return Finding(shown["moved"] > 0 or drifted, shown)


def _gaps(model: MiniGPT, trials: Iterable[Trial]) -> Iterator[tuple[Trial, float]]:
    """Each trial with how far a row moved that must not: 0 if all bits are the same."""
    known: dict[tuple[int, Mask], Tensor] = {}
    for trial in trials:
        key = (id(trial.before), trial.mask)
        if key not in known:
            known[key] = _logits(model, trial.before, trial.mask)  # [B, T, V]
        change = trial.change
        kept = known[key][change.record, : change.upto]  # [n, V]
        found = _logits(model, change.batch, trial.mask)[change.record, : change.upto]  # [n, V]
        moved = bool(rows_that_differ(kept, found).any())
        gap = _largest((kept - found).abs())
        # A sign of zero or a NaN moved too, whatever their difference says.
        yield trial, (max(gap, math.ulp(0.0)) if moved else 0.0)


def _shown(subject: Subject, trial: Trial, tried: int, losses: list[LossAt]) -> Unchanged:
    """One trial position by position, beside the healthy model's."""
    change, record = trial.change, trial.change.record
    length = trial.before.lengths[record]
    healthy = subject.context.healthy.model
    expected = [_logits(healthy, batch, trial.mask)[record] for batch in _both(trial)]  # [T, V]
    found = [
        _logits(subject.pipeline.model, batch, trial.mask)[record] for batch in _both(trial)
    ]  # [T, V]
    differ = rows_that_differ(*found)  # [T]
    positions: list[Moved] = [
        {
            "position": position,
            "must_hold": position < change.upto,
            "healthy": _largest((expected[0] - expected[1])[position].abs()),
            "faulty": _largest((found[0] - found[1])[position].abs()),
        }
        for position in range(length)
    ]
    return {
        "kind": "unchanged",
        "tried": tried,
        "mask": trial.mask,
        "slots": trial.before.ids.shape[1],
        "record": record,
        "edits": _edits(trial),
        "positions": positions,
        "moved": int(differ[: change.upto].sum()),
        "losses": losses,
    }


def _edits(trial: Trial) -> list[Edit]:
    before, after = _both(trial)
    changed = (before.ids != after.ids).nonzero().tolist()  # [edits][2]
    return [
        {
            "record": record,
            "position": slot,
            "before": int(before.ids[record, slot]),
            "after": int(after.ids[record, slot]),
        }
        for record, slot in changed
    ]


def _losses(subject: Subject) -> list[LossAt]:
    """The mean loss at each width, of both pipelines; NaN if nothing was scored."""
    context = subject.context
    found: list[LossAt] = []
    for slots in context.widths:
        pair = []
        for pipeline in (context.healthy, subject.pipeline):
            batch = context.batch(pipeline, slots)
            with torch.no_grad():
                loss = pipeline.model(batch.ids, batch.valid, batch.targets).loss
            pair.append(math.nan if loss is None else float(loss))
        found.append({"slots": slots, "healthy": pair[0], "faulty": pair[1]})
    return found


def _both(trial: Trial) -> tuple[Batch, Batch]:
    return trial.before, trial.change.batch


def _largest(differences: Tensor) -> float:
    """The largest of them; NaN if one is none."""
    return float(differences.max())


def _logits(model: MiniGPT, batch: Batch, mask: Mask) -> Tensor:
    with torch.no_grad():
        logits: Tensor = model(batch.ids, batch.valid, mask=mask).logits  # [B, T, V]
    return logits


PREFIX_UNCHANGED = Check("prefix-unchanged", frozenset({"model"}), check_prefix)
PADDING_UNCHANGED = Check(
    "padding-unchanged", frozenset({"batch", "model", "score"}), check_padding
)
NEIGHBOURS_UNCHANGED = Check("neighbours-unchanged", frozenset({"model"}), check_neighbours)
