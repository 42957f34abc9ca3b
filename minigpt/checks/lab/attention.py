"""Does each query's attention sum to 1 over its keys, and is one query's right by hand?"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from minigpt import scalar
from minigpt.checks.lab.evidence import RowSum, RowSums
from minigpt.checks.lab.recomputation import Compared, numbers
from minigpt.checks.lab.subject import Subject
from minigpt.checks.lab.verdict import Check, Finding

#: The chapter's example: `is`, before `red`.
_RECORD = 0
_POSITION = 5


def check_row_sums(subject: Subject) -> Finding:
    """A real query's weights sum to 1 over the keys, a padding query's are all 0."""
    valid = subject.batch.valid  # [B, T]
    expected = valid[:, None].double()  # [B, 1, Q]
    weights = torch.stack([block["weights"] for block in subject.trace.blocks])  # [L, B, H, Q, K]
    gaps = (weights.sum(dim=-1) - expected).abs()  # [L, B, H, Q]
    # A NaN is wrong: `not <=` holds for it. Padding has no rounding to excuse.
    wrong = ~(gaps <= valid[:, None] * subject.context.tolerance)  # [L, B, H, Q]
    places = wrong.nonzero().tolist()
    block, record, head = places[0][:3] if places else (0, 0, 0)
    evidence: RowSums = {
        "kind": "row_sums",
        "block": block,
        "record": record,
        "head": head,
        "rows": _rows(weights[block, record, head], valid[record]),
        "wrong": len(places),
        "count": wrong.numel(),
    }
    return Finding(bool(places), evidence)


def _rows(weights: Tensor, valid: Tensor) -> list[RowSum]:
    """Sums of one head's weights [Q, K] along both axes; valid is [T]."""
    columns = zip(
        valid.tolist(),
        weights.sum(dim=1).tolist(),
        weights.sum(dim=0).tolist(),
        strict=True,
    )
    return [
        {
            "position": position,
            "valid": real,
            "expected": float(real),
            "over_keys": over_keys,
            "over_queries": over_queries,
        }
        for position, (real, over_keys, over_queries) in enumerate(columns)
    ]


def check_scalar_attention(subject: Subject) -> Finding:
    """From the traced projections of one record: one query's scores, weights and mixtures."""
    heads = subject.context.config.heads
    length = subject.context.narrow.lengths[_RECORD]
    query = min(_POSITION, length - 1)
    place = (_RECORD, None, query, None)
    compared = []
    for index, block in enumerate(subject.trace.blocks):
        again = _attention(block, heads, query)
        seen = query + 1
        found = {
            "scores": block["scores"][_RECORD, :, query, :seen],  # [H, seen]
            "weights": block["weights"][_RECORD, :, query, :length],  # [H, n]
            "mixtures": block["mixtures"][_RECORD, :, query],  # [H, d]
        }
        for name, tensor in found.items():
            expected = torch.tensor(again[name], dtype=torch.float64)  # as `tensor`
            padded = torch.zeros_like(tensor)  # later keys weigh nothing
            padded[..., : expected.shape[-1]] = expected
            compared.append(Compared(name, index, padded, tensor, place))
    return numbers(compared, subject.context.tolerance)


def _attention(block: dict[str, Tensor], heads: int, query: int) -> dict[str, Any]:
    """One query's attention in plain Python, over the keys up to itself."""
    rows = {
        name: block[f"{name}_projection"][_RECORD, : query + 1].tolist()  # [keys][C]
        for name in ("q", "k", "v")
    }
    q, k, v = (scalar.split_heads(rows[name], heads) for name in ("q", "k", "v"))  # [H][keys][d]
    scores = [scalar.attention_scores([q[h][query]], k[h]) for h in range(heads)]  # [H][1][keys]
    everything = [[True] * (query + 1)]
    weights = [scalar.attention_weights(one, everything) for one in scores]  # [H][1][keys]
    mixtures = [scalar.times_matrix(weights[h], v[h]) for h in range(heads)]  # [H][1][d]
    found = {"scores": scores, "weights": weights, "mixtures": mixtures}
    return {name: [head[0] for head in values] for name, values in found.items()}


ROW_SUMS = Check("row-sums", frozenset({"model"}), check_row_sums)
SCALAR_ATTENTION = Check("scalar-attention", frozenset({"model"}), check_scalar_attention)
