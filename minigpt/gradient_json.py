"""Gradients as one plain document: what `POST /api/gradients` and `minigpt gradients --json` share.

It arranges what `minigpt/gradient_trace.py` computed, under the names of a trace.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from minigpt.exact_numbers import widened
from minigpt.gradient_trace import Gradients
from minigpt.parameters import listed_parameters
from minigpt.trace import Array, Trace, cut
from minigpt.trace_json import Document


def gradient_document(
    gradients: Gradients, *, model_name: str, step: int | None = None
) -> Document:
    """Arrange the gradients by records, each cut to its n valid positions.

    Args:
        gradients: from `trace_gradients`.
        model_name: what the document says it came from.
        step: after how many updates the model is as it is; None: as it was loaded.

    Returns:
        Numbers, lists and C-contiguous arrays only. A padding slot's loss and a score that
        is not visible have no gradient: NaN, which `to_json` writes as null.
    """
    output = gradients.values.output
    assert output.loss is not None  # without it there are no gradients
    return {
        "model": model_name,
        "mask": gradients.values.mask,
        "step": step,
        "slots": gradients.losses.shape[1],
        "loss": float(output.loss),
        "scored_events": output.scored_events,
        "records": [
            {
                "valid_count": length,
                "losses": widened(_losses(gradients, record, length)),
                "tensors": widened(_tensors(gradients.tensors, record)),
            }
            for record, length in enumerate(gradients.values.lengths)
        ],
        "parameters": listed_parameters(gradients.parameters),
    }


def _losses(gradients: Gradients, record: int, length: int) -> Array:
    """dL/d of each loss of one record, [n]; NaN where nothing is scored."""
    found = gradients.losses[record, :length].numpy()  # [n]
    return np.where(found > 0, found, np.nan)  # [n]


def _tensors(tensors: Trace, record: int) -> dict[str, Any]:
    """Everything of one record but `visible`, which decides and is no number."""
    found = cut(tensors, record)
    for block in found["blocks"]:
        del block["visible"]
    return found
