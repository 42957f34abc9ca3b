"""The logit lens: what final norm and head would say already, after each block.

It reads a trace and puts the model's own last two steps behind each residual stream. The idea
is nostalgebraist's (2020): the stream of every block is written in the same coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from minigpt.batch import IGNORED
from minigpt.model import MiniGPT
from minigpt.trace import Array, Trace

#: How many of the likeliest IDs are named.
TOP = 3
#: Of what a row holds, as arrays: no ID needs 64 bits.
_DTYPES = {
    "probability": torch.float64,
    "rank": torch.int32,
    "top_ids": torch.int32,
    "top_probabilities": torch.float64,
}


@dataclass(frozen=True, slots=True, eq=False)
class LensRow:
    """What would be said after one block.

    after: the block, from 0; -1 is the sum of the embeddings.
    probability: [B, T] of the target; NaN where none is scored.
    rank: [B, T] of the target, 1 the likeliest, those as likely counted once; 0 where none is.
    top_ids, top_probabilities: [B, T, 3] the likeliest, in order; fewer in a small vocabulary.
    """

    after: int
    probability: Tensor
    rank: Tensor
    top_ids: Tensor
    top_probabilities: Tensor


def logit_lens(model: MiniGPT, trace: Trace) -> list[LensRow]:
    """The embedding sum and the output of each block, read as if it were the last.

    What is read after the last block is what the model says.
    """
    targets = trace.batch.targets  # [B, T]
    streams = [
        trace.blocks[0]["block_input"],
        *(block["block_output"] for block in trace.blocks[:-1]),
    ]
    with torch.inference_mode():
        logits = [*map(model.read_out, streams), trace.outputs["logits"]]  # blocks + 1 of [B, T, V]
        return [_row(after, row, targets) for after, row in enumerate(logits, start=-1)]


def lens_document(rows: Sequence[LensRow], record: int, positions: int) -> list[dict[str, Any]]:
    """The first positions of one record, JSON-ready; NaN is written as null."""
    found: list[dict[str, Any]] = []
    for row in rows:
        ranks = row.rank[record, :positions].tolist()  # [n]
        ids = row.top_ids[record, :positions].tolist()  # [n][3]
        likely = row.top_probabilities[record, :positions].tolist()  # [n][3]
        probability = row.probability[record, :positions].numpy()  # [n]
        found.append(
            {
                "after": row.after,
                "probability": np.ascontiguousarray(probability),
                "rank": [rank or None for rank in ranks],
                "top": [
                    [[token, p] for token, p in zip(*pair, strict=True)]
                    for pair in zip(ids, likely, strict=True)
                ],
            }
        )
    return found


def lens_arrays(rows: Sequence[LensRow], record: int, positions: int) -> dict[str, Array]:
    """The same as arrays, a row for each of `rows`.

    Returns:
        "probability" [rows, n], NaN where none is scored; "rank" [rows, n], 0 there;
        "top_ids" and "top_probabilities" [rows, n, 3].
    """
    return {
        name: torch.stack([getattr(row, name)[record, :positions] for row in rows])
        .to(dtype)
        .numpy()
        for name, dtype in _DTYPES.items()
    }


def _row(after: int, logits: Tensor, targets: Tensor) -> LensRow:
    scored = targets != IGNORED  # [B, T]
    asked = targets.where(scored, 0)[..., None]  # [B, T, 1]
    # A float32 model's probabilities in float64: near 1 the difference from 1 is what counts.
    probabilities = logits.double().softmax(dim=-1)  # [B, T, V]
    chosen = probabilities.gather(-1, asked)[..., 0]  # [B, T]
    likelier = logits > logits.gather(-1, asked)  # [B, T, V]
    top = probabilities.topk(min(TOP, logits.shape[-1]), dim=-1)  # [B, T, 3]
    return LensRow(
        after=after,
        probability=chosen.where(scored, torch.nan),  # [B, T]
        rank=(likelier.sum(dim=-1) + 1).where(scored, 0),  # [B, T]
        top_ids=top.indices,
        top_probabilities=top.values,
    )
