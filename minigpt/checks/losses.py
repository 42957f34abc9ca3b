"""Section 20.5: one row's softmax, its loss, and the mean over the scored events."""

from __future__ import annotations

import math

import torch

from minigpt.batch import Batch, batch_records
from minigpt.checks.expected import Expected
from minigpt.checks.row import CheckRow, close
from minigpt.loss import cross_entropy
from minigpt.tokens import TokenMap
from minigpt.trace import Trace


def check_softmax(trace: Trace, expected: Expected) -> list[CheckRow]:
    """Redo one position's softmax from its logits with `math` alone, shifted by the maximum."""
    at = expected.position
    logits = trace.outputs["logits"][at.record, at.position].tolist()  # [V]
    maximum = max(logits)
    total = math.fsum(math.exp(logit - maximum) for logit in logits)
    probability = math.exp(logits[at.target_id] - maximum) / total
    losses = trace.output.losses
    assert losses is not None
    return [
        close(f"logit of target {at.target_id}", at.target_logit, logits[at.target_id]),
        close("maximum of the row", at.max_logit, maximum),
        close("sum of exponentials", at.exp_sum, total),
        close("probability of the target", at.target_probability, probability),
        close("its loss, −ln p", at.target_loss, -math.log(probability)),
        close("its loss in the trace", at.target_loss, losses[at.record, at.position].item()),
    ]


def check_losses(trace: Trace, expected: Expected) -> list[CheckRow]:
    """Compare the loss of each scored event and their mean: the sum over them ÷ their number."""
    losses, loss = trace.output.losses, trace.output.loss
    assert losses is not None
    assert loss is not None
    rows = [
        close(f"losses of record {index}", values, losses[index, : len(values)].tolist())  # [n]
        for index, values in enumerate(expected.losses)
    ]
    return [*rows, close("mean loss", expected.mean_loss, loss.item())]


def check_zero_logits(tokenizer: TokenMap, expected: Expected) -> list[CheckRow]:
    """With all logits 0 every candidate has p = 1/V; no amount of padding may move ln V."""
    texts = expected.texts
    narrow = max(len(record.ids) for record in expected.records)
    rows = []
    for slots in (narrow, narrow + 1, 64, 1000):
        batch = batch_records(texts, tokenizer, context_length=slots)
        got = _zero_loss(batch, tokenizer.vocabulary_size)
        rows.append(close(f"zero logits, {slots} slots", expected.zero_logits_loss, got))
    return rows


def _zero_loss(batch: Batch, vocabulary_size: int) -> float:
    logits = torch.zeros(*batch.ids.shape, vocabulary_size, dtype=torch.float64)  # [B,T,V]
    total = cross_entropy(logits, batch.targets).mean
    return math.nan if total is None else total.item()
