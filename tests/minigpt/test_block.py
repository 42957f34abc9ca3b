"""One block: against torch's own attention, at odd sizes, and around padding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from minigpt.attention import visible_pairs
from minigpt.block import Block
from minigpt.config import ModelConfig
from minigpt.taps import Recorder

# Sums of up to 64 products in float64, taken in another order than ours.
ROUNDING = 1e-13


def random_block(config: ModelConfig) -> Block:
    """A block whose every parameter counts: biases, scales and offsets are not 0 or 1."""
    generator = torch.Generator().manual_seed(7)
    block = Block(config).double()
    with torch.no_grad():
        for parameter in block.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator, dtype=torch.float64))
    return block


def random_rows(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(8))


@pytest.mark.parametrize(("width", "heads", "ffn_width"), [(16, 2, 64), (15, 3, 7), (4, 4, 1)])
def test_agrees_with_torchs_own_functions(
    other_config: Callable[..., ModelConfig], width: int, heads: int, ffn_width: int
) -> None:
    config = other_config(width=width, heads=heads, ffn_width=ffn_width)
    block = random_block(config)
    x = random_rows(2, 6, width)  # [B, T, C]
    visible = visible_pairs(torch.ones(2, 6, dtype=torch.bool), "causal")

    def norm(x: Tensor, which: Any) -> Tensor:
        return functional.layer_norm(
            x, (width,), which.scale, which.offset, config.norm_epsilon
        )  # [B, T, C]

    normed = norm(x, block.norm1)
    q, k, v = (
        torch.stack(functional.linear(normed, w.T).chunk(heads, dim=-1), dim=1)  # [B, H, T, d]
        for w in (block.wq, block.wk, block.wv)
    )
    mixtures = functional.scaled_dot_product_attention(q, k, v, is_causal=True)  # [B, H, T, d]
    joined = torch.cat(list(mixtures.unbind(dim=1)), dim=-1)  # [B, T, C]
    residual = x + functional.linear(joined, block.wo.T)  # [B, T, C]
    hidden = functional.linear(norm(residual, block.norm2), block.w1.T, block.b1)  # [B, T, F]
    expected = residual + functional.linear(functional.relu(hidden), block.w2.T, block.b2)
    torch.testing.assert_close(block(x, visible), expected, rtol=ROUNDING, atol=ROUNDING)


def test_unmasked_attention_agrees_with_torchs_own(config: ModelConfig) -> None:
    block, recorder = random_block(config), Recorder()
    valid = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])  # [B, T]
    visible = visible_pairs(valid, "none")
    block(random_rows(2, 5, config.width), visible, recorder)
    seen = recorder.tensors
    expected = functional.scaled_dot_product_attention(
        seen["q_heads"], seen["k_heads"], seen["v_heads"], attn_mask=visible
    )  # [B, H, T, d]
    # torch leaves the rows of queries without keys to itself; ours are zero.
    expected = expected.where(valid[:, None, :, None], 0.0)
    torch.testing.assert_close(seen["mixtures"], expected, rtol=0, atol=ROUNDING)


def test_a_padding_query_mixes_nothing(config: ModelConfig) -> None:
    recorder = Recorder()
    valid = torch.tensor([[True] * 3 + [False] * 2, [False] * 5])  # [B, T]
    x = random_rows(2, 5, config.width)
    random_block(config)(x, visible_pairs(valid, "causal"), recorder)
    mixtures = recorder.tensors["mixtures"].transpose(1, 2)  # [B, T, H, d]
    assert torch.count_nonzero(mixtures[~valid]) == 0
    assert torch.count_nonzero(mixtures[valid]) == mixtures[valid].numel()


def test_weights_of_a_real_query_sum_to_one(config: ModelConfig) -> None:
    recorder = Recorder()
    valid = torch.tensor([[True] * 4 + [False]])  # [B, T]
    random_block(config)(random_rows(1, 5, config.width), visible_pairs(valid, "causal"), recorder)
    sums = recorder.tensors["weights"].sum(dim=-1)  # [B, H, Q]
    expected = valid[:, None].expand_as(sums).double()  # [B, H, Q]
    torch.testing.assert_close(sums, expected, rtol=0, atol=1e-15)


def test_relu_passes_what_is_positive_and_nothing_else(config: ModelConfig) -> None:
    recorder = Recorder()
    visible = visible_pairs(torch.ones(1, 4, dtype=torch.bool), "causal")
    random_block(config)(random_rows(1, 4, config.width), visible, recorder)
    before, after = recorder.tensors["ffn_linear"], recorder.tensors["ffn_relu"]
    assert torch.equal(after, before.where(before > 0, 0.0))
    assert 0 < torch.count_nonzero(after) < after.numel()


def test_a_record_that_is_all_padding_breaks_no_gradient(config: ModelConfig) -> None:
    block = random_block(config)
    x = random_rows(2, 5, config.width).requires_grad_()
    valid = torch.tensor([[True] * 3 + [False] * 2, [False] * 5])  # [B, T]
    y = block(x, visible_pairs(valid, "causal"))
    y.square().sum().backward()
    assert bool(y.isfinite().all())
    assert x.grad is not None
    assert bool(x.grad.isfinite().all())
    for name, parameter in block.named_parameters():
        assert parameter.grad is not None, name
        assert bool(parameter.grad.isfinite().all()), name
        assert torch.count_nonzero(parameter.grad) > 0, name
