"""A trace as one plain document: the shape that `POST /api/trace` and `minigpt trace --json` share.

It arranges what `minigpt.trace` computed and writes it as JSON. It computes no
numbers, and it rounds none: every float keeps its full precision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import orjson

from minigpt.batch import IGNORED
from minigpt.exact_numbers import widened
from minigpt.trace import Trace, cut

Document = dict[str, Any]
#: Takes a trace, a record and whether padding is kept.
CutRecord = Callable[[Trace, int, bool], Document]


def _whole(trace: Trace, record: int, padded: bool) -> Document:
    return {"tensors": widened(cut(trace, record, padded=padded))}


def trace_document(
    trace: Trace,
    texts: Sequence[str],
    *,
    model_name: str,
    padded: bool = False,
    cut_record: CutRecord = _whole,
) -> Document:
    """Arrange a trace by records.

    Args:
        trace: the trace of one batch, B records in T slots.
        texts: the B texts that the records were made of.
        model_name: what the document says it came from.
        padded: keep all T slots; otherwise each record is cut to its n valid positions.
        cut_record: what is told of one record's tensors, under which keys.

    Returns:
        Numbers, lists and C-contiguous arrays only. Losses are in nats; a padding slot's loss
        and a score that is not visible are NaN, which `to_json` writes as null.
    """
    batch, output = trace.batch, trace.output
    ids = batch.ids.numpy()  # [B,T]
    targets = batch.targets.numpy()  # [B,T]
    valid = batch.valid.numpy()  # [B,T]
    assert output.losses is not None  # `trace` always hands the targets in
    losses = np.where(targets == IGNORED, np.nan, output.losses.numpy())  # [B,T]
    records = []
    for record, (text, length) in enumerate(zip(texts, trace.lengths, strict=True)):
        n = ids.shape[1] if padded else length
        records.append(
            {
                "text": text,
                "ids": ids[record, :n],  # [n]
                "targets": targets[record, :n],  # [n]
                "valid": valid[record, :n],  # [n]
                "valid_count": length,
                "losses": widened(losses[record, :n]),  # [n]
                **cut_record(trace, record, padded),
            }
        )
    return {
        "model": model_name,
        "mask": trace.mask,
        "slots": ids.shape[1],
        "loss": None if output.loss is None else float(output.loss),
        "scored_events": output.scored_events,
        "records": records,
    }


def to_json(document: Mapping[str, Any]) -> bytes:
    """Write a document as RFC 8259 JSON in UTF-8; NaN becomes null."""
    return orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)
