"""dL/d of parameters and tensors against small nudges of a program that shares no code with them.

The nudges reach into `minigpt/scalar.py`: one number is moved by h both ways, the loss is computed
again from there on, and the difference over 2h is the gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from torch import Tensor

from minigpt import scalar
from minigpt.attention import Mask
from minigpt.batch import Batch
from minigpt.gradient_trace import trace_gradients
from minigpt.model import MiniGPT
from minigpt.parameters import parameter_lists

H = 1e-5


def loss_of(model: MiniGPT, batch: Batch, mask: Mask, parameters: dict[str, Any]) -> float:
    """The scalar program's mean loss."""
    config = model.config
    found = scalar.forward(
        parameters,
        blocks=config.blocks,
        heads=config.heads,
        norm_epsilon=config.norm_epsilon,
        activation=config.activation,
        ids=batch.ids.tolist(),
        valid=batch.valid.tolist(),
        targets=batch.targets.tolist(),
        mask=mask,
    )
    loss: float = found["loss"]
    return loss


def quotient(loss: Callable[[float], float]) -> float:
    """Central difference; h² times a third derivative and 1e-15 / h are both below 1e-9."""
    return (loss(H) - loss(-H)) / (2 * H)


def nudged(values: Any, index: list[int], by: float) -> Any:
    """A copy of nested lists with one number moved."""
    first, *rest = index
    copy = list(values)
    copy[first] = nudged(copy[first], rest, by) if rest else copy[first] + by
    return copy


def entry(tensor: Tensor, index: list[int]) -> float:
    return tensor[tuple(index)].item()


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("token_embedding", [256, 2]),  # BOS, which both records begin with
        ("position_embedding", [1, 5]),
        ("blocks.0.norm1.scale", [3]),
        ("blocks.0.norm1.offset", [0]),
        ("blocks.0.wq", [4, 1]),
        ("blocks.1.wk", [2, 5]),
        ("blocks.0.wv", [0, 3]),
        ("blocks.1.wo", [5, 0]),
        ("blocks.1.norm2.scale", [1]),
        ("blocks.0.w1", [2, 4]),
        ("blocks.1.b1", [2]),
        ("blocks.0.w2", [1, 3]),
        ("blocks.0.b2", [4]),
        ("final_norm.scale", [2]),
        ("final_norm.offset", [5]),
        ("lm_head", [3, 97]),
        ("lm_bias", [257]),
    ],
)
def test_a_parameter_nudged_moves_the_scalar_loss(
    name: str, index: list[int], mask: Mask, deep_model: MiniGPT, short_batch: Batch
) -> None:
    parameters = parameter_lists(deep_model)

    def loss(by: float) -> float:
        return loss_of(
            deep_model, short_batch, mask, parameters | {name: nudged(parameters[name], index, by)}
        )

    found = entry(trace_gradients(deep_model, short_batch, mask).parameters[name], index)
    assert abs(found) > 1e-6
    assert found == pytest.approx(quotient(loss), rel=1e-5, abs=1e-9)


#: In the scalar program's order of calls within one block: which call of which function
#: computes a tensor, and the index of a number in what it returns, for record 0.
IN_BLOCK: list[tuple[str, str, int, list[int]]] = [
    ("norm1", "norm_rows", 0, [1, 2]),
    ("q_projection", "times_matrix", 0, [3, 4]),
    ("k_projection", "times_matrix", 1, [0, 5]),
    ("v_projection", "times_matrix", 2, [2, 0]),
    ("q_heads", "split_heads", 0, [1, 2, 1]),
    ("k_heads", "split_heads", 1, [2, 1, 0]),
    ("v_heads", "split_heads", 2, [0, 0, 1]),
    ("joined", "join_heads", 0, [3, 3]),
    ("attention_output", "times_matrix", 6, [2, 1]),
    ("norm2", "norm_rows", 1, [0, 4]),
    ("ffn_linear", "affine", 4, [1, 4]),
    ("ffn_output", "affine", 5, [3, 2]),
]
#: Here each head is a call of its own, so the head is the first index and no index of a call.
BY_HEAD: list[tuple[str, str, int, list[int]]] = [
    ("scores", "attention_scores", 1, [3, 1]),
    ("weights", "attention_weights", 2, [2, 0]),
    ("mixtures", "times_matrix", 3, [3, 1]),
]
#: How often one block of three heads, for one record, calls each.
CALLS = {
    "norm_rows": 2,
    "times_matrix": 9,
    "split_heads": 3,
    "join_heads": 1,
    "affine": 6,
    "attention_scores": 3,
    "attention_weights": 3,
    "add_rows": 2,
}


@pytest.fixture
def moved_call(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`moved_call(function, number, index, by)`: that call's result has one number moved."""
    originals: dict[str, Any] = {name: getattr(scalar, name) for name in CALLS}

    def install(name: str, number: int, index: list[int], by: float) -> None:
        calls = iter(range(10_000))

        def call(*arguments: Any) -> Any:
            result = originals[name](*arguments)
            return nudged(result, index, by) if next(calls) == number else result

        monkeypatch.setattr(scalar, name, call)

    return install


@pytest.mark.parametrize("block", [0, 1])
@pytest.mark.parametrize("case", [*IN_BLOCK, *BY_HEAD], ids=lambda case: case[0])
def test_a_tensor_nudged_moves_the_scalar_loss(
    case: tuple[str, str, int, list[int]],
    block: int,
    deep_model: MiniGPT,
    short_batch: Batch,
    moved_call: Callable[..., None],
) -> None:
    name, function, number, index = case
    parameters = parameter_lists(deep_model)

    def loss(by: float) -> float:
        moved_call(function, block * CALLS[function] + number, index, by)
        return loss_of(deep_model, short_batch, "causal", parameters)

    head = [{"scores": 1, "weights": 2, "mixtures": 0}[name]] if case in BY_HEAD else []
    tensor = trace_gradients(deep_model, short_batch).tensors.blocks[block][name]
    found = entry(tensor, [0, *head, *index])
    assert abs(found) > 1e-6
    assert found == pytest.approx(quotient(loss), rel=1e-5, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "block", "function", "number"),
    [
        ("block_input", 0, "add_rows", 0),
        ("residual1", 0, "add_rows", 1),
        ("block_output", 0, "add_rows", 2),
        ("block_input", 1, "add_rows", 2),  # the same tensor by its other name
        ("residual1", 1, "add_rows", 3),
        ("block_output", 1, "add_rows", 4),
        ("logits", None, "affine", 12),
    ],
)
def test_a_sum_nudged_moves_the_scalar_loss(
    name: str,
    block: int | None,
    function: str,
    number: int,
    deep_model: MiniGPT,
    short_batch: Batch,
    moved_call: Callable[..., None],
) -> None:
    def loss(by: float) -> float:
        moved_call(function, number, [2, 1], by)
        return loss_of(deep_model, short_batch, "causal", parameter_lists(deep_model))

    tensors = trace_gradients(deep_model, short_batch).tensors
    group = tensors.outputs if block is None else tensors.blocks[block]
    found = entry(group[name], [0, 2, 1])
    assert abs(found) > 1e-6
    assert found == pytest.approx(quotient(loss), rel=1e-5, abs=1e-9)
