"""Is the loss ln V when nothing is known, and is each loss what its own logits say?"""

from __future__ import annotations

import math

import torch

from minigpt import scalar
from minigpt.batch import IGNORED
from minigpt.checks.lab.evidence import LossByHand, Losses
from minigpt.checks.lab.shapes import figure, finding
from minigpt.checks.lab.subject import Subject
from minigpt.checks.lab.verdict import Check, Finding


def check_uniform_loss(subject: Subject) -> Finding:
    """Score logits that are all 0: every candidate has p = 1/V, at any number of slots."""
    context, pipeline = subject.context, subject.pipeline
    vocabulary = context.config.vocabulary_size
    expected = math.log(vocabulary)
    figures = []
    for slots in context.widths:
        targets = context.batch(pipeline, slots).targets  # [B, T]
        logits = torch.zeros(*targets.shape, vocabulary, dtype=torch.float64)  # [B, T, V]
        mean = pipeline.model.score(logits, targets).mean
        found = math.nan if mean is None else float(mean)
        agrees = abs(found - expected) <= context.tolerance
        figures.append(figure("loss", expected, found, agrees, slots))
    return finding(figures)


def check_loss_by_hand(subject: Subject) -> Finding:
    """Work out each scored target's loss from its traced logits with `math`, and their mean."""
    trace, batch, tolerance = subject.trace, subject.batch, subject.context.tolerance
    output = trace.output
    assert output.losses is not None  # a trace always has targets
    positions: list[LossByHand] = []
    for record, slot in (batch.targets != IGNORED).nonzero().tolist():
        target = int(batch.targets[record, slot])
        logits = trace.outputs["logits"][record, slot].tolist()  # [V]
        positions.append(
            {
                "record": record,
                "position": slot,
                "target": target,
                "expected": scalar.cross_entropy(logits, target),
                "found": float(output.losses[record, slot]),
            }
        )
    total = math.fsum(at["expected"] for at in positions)
    expected = total / len(positions)
    found = math.nan if output.loss is None else float(output.loss)
    divisor = output.scored_events
    wrong = sum(not abs(at["expected"] - at["found"]) <= tolerance for at in positions)
    evidence: Losses = {
        "kind": "losses",
        "positions": positions,
        "mean": figure("mean", expected, found, abs(found - expected) <= tolerance),
        "divisor": figure("divisor", len(positions), divisor, divisor == len(positions)),
        "wrong": wrong,
    }
    return Finding(wrong > 0 or not evidence["mean"]["agrees"], evidence)


UNIFORM_LOSS = Check("uniform-loss", frozenset({"score"}), check_uniform_loss)
LOSS_BY_HAND = Check("loss-by-hand", frozenset({"score"}), check_loss_by_hand)
