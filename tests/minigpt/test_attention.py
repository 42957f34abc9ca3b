"""Who sees whom, and the softmax over exactly those."""

from __future__ import annotations

from typing import Any, cast

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from minigpt.attention import Mask, visible_pairs, visible_softmax

# A softmax over at most 64 float64 numbers: a few units of the last place of 1.
ROUNDING = 1e-15


def test_causal_pairs_by_hand() -> None:
    valid = torch.tensor([[True, True, True, False]])  # [B, T]
    expected = [
        [True, False, False, False],
        [True, True, False, False],
        [True, True, True, False],
        [False, False, False, False],
    ]
    assert visible_pairs(valid, "causal").tolist() == [[expected]]


def test_unmasked_pairs_by_hand() -> None:
    valid = torch.tensor([[True, True, False]])  # [B, T]
    expected = [[True, True, False], [True, True, False], [False, False, False]]
    assert visible_pairs(valid, "none").tolist() == [[expected]]


@settings(deadline=None)  # a busy machine is not a wrong mask
@given(
    rows=st.integers(1, 10).flatmap(
        lambda slots: st.lists(
            st.lists(st.booleans(), min_size=slots, max_size=slots), min_size=1, max_size=3
        )
    ),
    mask=st.sampled_from(["causal", "none"]),
)
def test_the_rule_of_visibility_holds_for_any_padding(rows: list[list[bool]], mask: Mask) -> None:
    visible = visible_pairs(torch.tensor(rows), mask)  # [B, 1, Q, K]
    slots = range(len(rows[0]))
    assert visible.tolist() == [
        [[[row[q] and row[k] and (mask == "none" or k <= q) for k in slots] for q in slots]]
        for row in rows
    ]


def test_an_unknown_mask_is_refused() -> None:
    with pytest.raises(ValueError, match="sliding"):
        visible_pairs(torch.tensor([[True]]), cast(Any, "sliding"))


def test_weights_are_shares_of_the_visible_keys() -> None:
    scores = torch.log(torch.tensor([[[[1.0, 3.0, 96.0]]]], dtype=torch.float64))  # [B, H, Q, K]
    visible = torch.tensor([[[[True, True, False]]]])  # [B, 1, Q, K]
    expected = torch.tensor([[[[0.25, 0.75, 0.0]]]], dtype=torch.float64)  # [B, H, Q, K]
    got = visible_softmax(scores, visible)
    torch.testing.assert_close(got, expected, rtol=0, atol=ROUNDING)
    assert got[..., 2].item() == 0.0


@pytest.mark.parametrize("high", [1e3, 1e300])
def test_large_scores_neither_overflow_nor_hide_behind_an_invisible_peak(high: float) -> None:
    scores = torch.tensor([[[[high, -high, 2 * high]]]], dtype=torch.float64)  # [B, H, Q, K]
    visible = torch.tensor([[[[True, True, False]]]])  # [B, 1, Q, K]
    assert visible_softmax(scores, visible).tolist() == [[[[1.0, 0.0, 0.0]]]]
    # A peak taken over the invisible key as well would leave the visible ones 0 / 0.
    low = torch.tensor([[[[-high, -high, high]]]], dtype=torch.float64)  # [B, H, Q, K]
    assert visible_softmax(low, visible).tolist() == [[[[0.5, 0.5, 0.0]]]]


def test_an_infinite_invisible_score_does_not_matter() -> None:
    scores = torch.tensor([[[[0.0, torch.inf, torch.nan]]]], dtype=torch.float64)  # [B, H, Q, K]
    visible = torch.tensor([[[[True, False, False]]]])  # [B, 1, Q, K]
    assert visible_softmax(scores, visible).tolist() == [[[[1.0, 0.0, 0.0]]]]


def weights_and_gradient(scores: Tensor, visible: Tensor) -> tuple[Tensor, Tensor]:
    """The weights, and the gradient of an uneven sum of them."""
    leaf = scores.clone().requires_grad_()
    weights = visible_softmax(leaf, visible)
    uneven = torch.arange(1.0, weights.numel() + 1, dtype=torch.float64).view_as(weights)
    (gradient,) = torch.autograd.grad((weights * uneven).sum(), leaf)
    return weights.detach(), gradient


def test_a_row_without_keys_is_zero_forward_and_backward() -> None:
    scores = torch.randn(
        1, 2, 4, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(3)
    )
    visible = visible_pairs(torch.tensor([[False, True, True, False]]), "causal")
    weights, gradient = weights_and_gradient(scores, visible)
    everywhere = visible.expand_as(weights)
    assert torch.count_nonzero(weights[~everywhere]) == 0
    assert torch.count_nonzero(gradient[~everywhere]) == 0
    assert bool(gradient.isfinite().all())
    # Query 2 has two keys, so its scores do have a gradient.
    assert torch.count_nonzero(gradient[:, :, 2, 1:3]) == 4


def test_gradients_agree_with_finite_differences() -> None:
    scores = torch.randn(
        1, 2, 3, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(4)
    )
    visible = visible_pairs(torch.tensor([[True, True, True]]), "causal")
    torch.autograd.gradcheck(lambda s: visible_softmax(s, visible), scores.requires_grad_())
