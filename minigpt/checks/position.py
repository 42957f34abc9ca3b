"""Tables 20.4 and 20.5: one position followed through the model, number by number."""

from __future__ import annotations

from minigpt.checks.expected import ExpectedHead, ExpectedPosition
from minigpt.checks.row import CheckRow, close, same
from minigpt.checks.shapes import tensors_named
from minigpt.trace import Trace


def check_rows(trace: Trace, expected: ExpectedPosition) -> list[CheckRow]:
    """Compare all coordinates of every row of Table 20.4, and the first norm's mean and variance.

    The variance divides by the number of coordinates, as layer normalisation does.
    """
    block_input = trace.blocks[0]["block_input"]  # [B,T,C]
    x = block_input[expected.record, expected.position]  # [C]
    rows = [
        close(name, values, _row(trace, name, expected)) for name, values in expected.rows.items()
    ]
    rows.append(close("mean of the input row", expected.mean, x.mean().item()))
    rows.append(close("its variance", expected.variance, x.var(correction=0).item()))
    return rows


def check_attention(trace: Trace, expected: ExpectedPosition) -> list[CheckRow]:
    """Compare what each head's query scores, weighs and mixes; hidden keys weigh exactly 0."""
    rows = []
    for index, head in enumerate(expected.heads):
        rows += _check_head(trace, expected, index, head)
    return rows


def _check_head(
    trace: Trace, expected: ExpectedPosition, index: int, head: ExpectedHead
) -> list[CheckRow]:
    block, at = trace.blocks[0], (expected.record, index, expected.position)
    n = len(head.scores)
    scores = block["scores"][at]  # [K]
    weights = block["weights"][at]  # [K]
    mixture = block["mixtures"][at]  # [d]
    name = f"head {index}"
    return [
        close(f"{name}: scores of keys 0–{n - 1}", head.scores, scores[:n].tolist()),
        close(f"{name}: weights of keys 0–{n - 1}", head.weights, weights[:n].tolist()),
        same(f"{name}: weights of hidden keys", {0.0}, set(weights[n:].tolist())),
        close(f"{name}: mixture", head.mixture, mixture.tolist()),
    ]


def _row(trace: Trace, name: str, expected: ExpectedPosition) -> list[float]:
    tensor = tensors_named(trace, name)[0]  # [B,T,·], or [T,·] where the records share it
    record = tensor if tensor.dim() == 2 else tensor[expected.record]  # [T,·]
    values: list[float] = record[expected.position].tolist()  # [·]
    return values
