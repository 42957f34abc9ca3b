"""The same forward pass again, one number at a time, in plain Python.

To be read as a textbook: nothing but loops, lists and `math`.
It imports nothing of the project, so that where it agrees with the tensors,
two programs agree and not one with itself. It is slow, it learns nothing, and
it trusts its input.

Letters in the shape comments: T positions of one record, C model width, H heads,
d = C / H width of one head, F width of the FFN's middle, V vocabulary IDs.
"""

from __future__ import annotations

import math
from typing import Any

Row = list[float]
Matrix = list[Row]

IGNORED = -100


def forward(
    parameters: dict[str, Any],
    *,
    blocks: int,
    heads: int,
    norm_epsilon: float,
    ids: list[list[int]],
    valid: list[list[bool]],
    targets: list[list[int]],
    mask: str = "causal",
    activation: str = "relu",
) -> dict[str, Any]:
    """Compute every traced number of a batch, and its loss.

    Args:
        parameters: nested lists by the model's parameter names, matrices as [in][out]. A bias
            that is not among them is not added; without "lm_head" the token table is the head.
        blocks: how many blocks the parameters hold.
        heads: H.
        norm_epsilon: the number under the root of each normalisation.
        ids: [B][T] token IDs, padding included.
        valid: [B][T], False at padding.
        targets: [B][T] IDs to predict, -100 where nothing is scored.
        mask: "causal": a position reads itself and earlier ones; "none": all valid ones.
        activation: "relu", "gelu" or "gelu_tanh".

    Returns:
        Nested lists under the names and axes of `minigpt/axes.py`, the blocks'
        own in the list "blocks"; and "losses" [B][T] in nats (0 where not
        scored), "loss" their mean over the scored targets (None if there are
        none), and "scored_events".
    """
    records = [
        forward_record(parameters, blocks, heads, norm_epsilon, activation, ids[b], valid[b], mask)
        for b in range(len(ids))
    ]
    scored_events = 0
    total = 0.0
    losses = []  # [B][T]
    for record, record_targets in zip(records, targets, strict=True):
        record_losses = []  # [T]
        for logits, target in zip(record["logits"], record_targets, strict=True):
            if target == IGNORED:
                record_losses.append(0.0)
                continue
            loss = cross_entropy(logits, target)
            record_losses.append(loss)
            total += loss
            scored_events += 1
        losses.append(record_losses)
    return {
        "token_embedding": [record["token_embedding"] for record in records],
        # The records share their position rows, so this name has no axis B.
        "position_embedding": records[0]["position_embedding"],
        "blocks": [
            {name: [record["blocks"][i][name] for record in records] for name in block}
            for i, block in enumerate(records[0]["blocks"])
        ],
        "final_norm": [record["final_norm"] for record in records],
        "logits": [record["logits"] for record in records],
        "losses": losses,
        "loss": total / scored_events if scored_events else None,
        "scored_events": scored_events,
    }


def forward_record(
    parameters: dict[str, Any],
    blocks: int,
    heads: int,
    norm_epsilon: float,
    activation: str,
    ids: list[int],
    valid: list[bool],
    mask: str,
) -> dict[str, Any]:
    """One record through the whole model: IDs [T] to logits [T][V]."""
    # An ID is the number of a row in the token table; so is a position in its own.
    token_embedding = [parameters["token_embedding"][token] for token in ids]  # [T][C]
    position_embedding = parameters["position_embedding"][: len(ids)]  # [T][C]
    x = add_rows(token_embedding, position_embedding)  # [T][C]

    visible = visible_pairs(valid, mask)  # [T][T]
    traced_blocks = []
    for i in range(blocks):
        block_parameters = parameters_under(f"blocks.{i}.", parameters)
        traced = forward_block(block_parameters, heads, norm_epsilon, activation, x, visible)
        traced_blocks.append(traced)
        x = traced["block_output"]  # [T][C]

    final_norm = norm_rows(x, "final_norm", parameters, norm_epsilon)  # [T][C]
    # A tied head scores an ID by the row that the ID has in the token table.
    tied = "lm_head" not in parameters
    lm_head = transposed(parameters["token_embedding"]) if tied else parameters["lm_head"]
    logits = affine(final_norm, lm_head, parameters.get("lm_bias"))  # [T][V]
    return {
        "token_embedding": token_embedding,
        "position_embedding": position_embedding,
        "blocks": traced_blocks,
        "final_norm": final_norm,
        "logits": logits,
    }


def forward_block(
    parameters: dict[str, Any],
    heads: int,
    norm_epsilon: float,
    activation: str,
    x: Matrix,
    visible: list[list[bool]],
) -> dict[str, Any]:
    """One block: x [T][C] to block_output [T][C], with everything on the way."""
    # First half: each position reads from the positions it may see.
    norm1 = norm_rows(x, "norm1", parameters, norm_epsilon)  # [T][C]
    q_projection = affine(norm1, parameters["wq"], parameters.get("bq"))  # [T][C]
    k_projection = affine(norm1, parameters["wk"], parameters.get("bk"))  # [T][C]
    v_projection = affine(norm1, parameters["wv"], parameters.get("bv"))  # [T][C]
    q_heads = split_heads(q_projection, heads)  # [H][T][d]
    k_heads = split_heads(k_projection, heads)  # [H][T][d]
    v_heads = split_heads(v_projection, heads)  # [H][T][d]
    scores = [attention_scores(q_heads[h], k_heads[h]) for h in range(heads)]  # [H][T][T]
    weights = [attention_weights(scores[h], visible) for h in range(heads)]  # [H][T][T]
    # Row i of weights times the values: sum over keys of weight * value.
    mixtures = [times_matrix(weights[h], v_heads[h]) for h in range(heads)]  # [H][T][d]
    joined = join_heads(mixtures)  # [T][C]
    attention_output = affine(joined, parameters["wo"], parameters.get("bo"))  # [T][C]
    residual1 = add_rows(x, attention_output)  # [T][C]

    # Second half: each position is transformed alone.
    norm2 = norm_rows(residual1, "norm2", parameters, norm_epsilon)  # [T][C]
    ffn_linear = affine(norm2, parameters["w1"], parameters.get("b1"))  # [T][F]
    activate = ACTIVATIONS[activation]
    ffn_relu = [[activate(number) for number in row] for row in ffn_linear]  # [T][F]
    ffn_output = affine(ffn_relu, parameters["w2"], parameters.get("b2"))  # [T][C]
    block_output = add_rows(residual1, ffn_output)  # [T][C]
    return {
        "block_input": x,
        "norm1": norm1,
        "q_projection": q_projection,
        "k_projection": k_projection,
        "v_projection": v_projection,
        "q_heads": q_heads,
        "k_heads": k_heads,
        "v_heads": v_heads,
        "scores": scores,
        "visible": [visible],  # [1][T][T], the same for every head
        "weights": weights,
        "mixtures": mixtures,
        "joined": joined,
        "attention_output": attention_output,
        "residual1": residual1,
        "norm2": norm2,
        "ffn_linear": ffn_linear,
        "ffn_relu": ffn_relu,
        "ffn_output": ffn_output,
        "block_output": block_output,
    }


def visible_pairs(valid: list[bool], mask: str) -> list[list[bool]]:
    """[T][T]: may query i (first index) read key j (second index)?"""
    slots = range(len(valid))
    visible = []
    for i in slots:
        row = []
        for j in slots:
            in_time = j <= i if mask == "causal" else True
            row.append(valid[i] and valid[j] and in_time)
        visible.append(row)
    return visible


def attention_scores(queries: Matrix, keys: Matrix) -> Matrix:
    """[T][T]: the dot product of each query with each key, over the root of d."""
    root = math.sqrt(len(queries[0]))
    return [[dot(query, key) / root for key in keys] for query in queries]


def attention_weights(scores: Matrix, visible: list[list[bool]]) -> Matrix:
    """[T][T]: for each query a softmax over the keys it sees, and 0 for the rest."""
    weights = []
    for score_row, visible_row in zip(scores, visible, strict=True):
        keys = [j for j in range(len(score_row)) if visible_row[j]]
        row = [0.0] * len(score_row)
        if keys:
            share = softmax([score_row[j] for j in keys])
            for j, weight in zip(keys, share, strict=True):
                row[j] = weight
        weights.append(row)
    return weights


def softmax(numbers: Row) -> Row:
    """exp(number) as shares of their sum; subtracting the largest changes no share."""
    largest = max(numbers)
    raised = [math.exp(number - largest) for number in numbers]
    total = add_up(raised)
    return [number / total for number in raised]


def cross_entropy(logits: Row, target: int) -> float:
    """-ln of the target's softmax probability, in nats: ln(sum of exp(z)) - z_target."""
    largest = max(logits)
    total = add_up([math.exp(logit - largest) for logit in logits])
    return math.log(total) - (logits[target] - largest)


def relu(number: float) -> float:
    """The number itself if it is positive, else 0."""
    return max(0.0, number)


def gelu(number: float) -> float:
    """The number times the share of a normal distribution that lies below it."""
    return number * (0.5 * (1 + math.erf(number / math.sqrt(2))))


def gelu_tanh(number: float) -> float:
    """GPT-2's approximation of the same."""
    inner = math.sqrt(2 / math.pi) * (number + 0.044715 * number**3)
    return number * (0.5 * (1 + math.tanh(inner)))


ACTIVATIONS = {"relu": relu, "gelu": gelu, "gelu_tanh": gelu_tanh}


def row_norm(row: Row, scale: Row, offset: Row | None, epsilon: float) -> Row:
    """Layer normalisation of one row; the variance divides by the number of coordinates."""
    mean = add_up(row) / len(row)
    variance = add_up([(number - mean) ** 2 for number in row]) / len(row)
    root = math.sqrt(variance + epsilon)
    scaled = [(number - mean) / root * a for number, a in zip(row, scale, strict=True)]
    return plus(scaled, offset)


def norm_rows(rows: Matrix, name: str, parameters: dict[str, Any], epsilon: float) -> Matrix:
    """Each row normalised by the parameters `name`.scale and, if it is there, `name`.offset."""
    scale, offset = parameters[f"{name}.scale"], parameters.get(f"{name}.offset")
    return [row_norm(row, scale, offset, epsilon) for row in rows]


def split_heads(rows: Matrix, heads: int) -> list[Matrix]:
    """[T][C] to [H][T][d]: head h takes the coordinates from h * d to (h + 1) * d."""
    d = len(rows[0]) // heads
    return [[row[h * d : (h + 1) * d] for row in rows] for h in range(heads)]


def join_heads(mixtures: list[Matrix]) -> Matrix:
    """[H][T][d] to [T][C]: the heads of a position one after another."""
    positions = range(len(mixtures[0]))
    return [[number for head in mixtures for number in head[t]] for t in positions]


def times_matrix(rows: Matrix, matrix: Matrix) -> Matrix:
    """Each row [in] times a matrix [in][out]: output j is row dot column j."""
    columns = transposed(matrix)
    return [[dot(row, column) for column in columns] for row in rows]


def transposed(matrix: Matrix) -> Matrix:
    """[in][out] to [out][in]: the columns as rows."""
    return [[line[j] for line in matrix] for j in range(len(matrix[0]))]


def affine(rows: Matrix, matrix: Matrix, bias: Row | None) -> Matrix:
    """Each row times a matrix, plus a bias if there is one."""
    return [plus(row, bias) for row in times_matrix(rows, matrix)]


def plus(row: Row, bias: Row | None) -> Row:
    """A row plus a bias, coordinate by coordinate; the row itself where there is none."""
    if bias is None:
        return row
    return [number + b for number, b in zip(row, bias, strict=True)]


def add_rows(left: Matrix, right: Matrix) -> Matrix:
    """Two lists of rows, added coordinate by coordinate."""
    return [
        [a + b for a, b in zip(left_row, right_row, strict=True)]
        for left_row, right_row in zip(left, right, strict=True)
    ]


def dot(left: Row, right: Row) -> float:
    """The sum of the products, pair by pair."""
    return add_up([a * b for a, b in zip(left, right, strict=True)])


def add_up(numbers: Row) -> float:
    """A sum from left to right: `sum` corrects its rounding since Python 3.12."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def parameters_under(prefix: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters whose names begin with `prefix`, without it."""
    return {
        name.removeprefix(prefix): values
        for name, values in parameters.items()
        if name.startswith(prefix)
    }
