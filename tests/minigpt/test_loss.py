"""Cross-entropy: what is scored, what is divided by, and numbers that would overflow."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from minigpt.batch import IGNORED
from minigpt.errors import ShapeError, TargetIdError
from minigpt.loss import Loss, cross_entropy

# exp, a sum of 291 terms and a logarithm in float64, at a loss near 6.
ROUNDING = 1e-14


def mean_of(loss: Loss) -> float:
    assert loss.mean is not None
    return loss.mean.item()


def logits_of(*rows: list[float]) -> Tensor:
    return torch.tensor(rows, dtype=torch.float64)  # [T, V]


def random_logits(*shape: int) -> Tensor:
    return torch.randn(*shape, dtype=torch.float64, generator=torch.Generator().manual_seed(5))


@pytest.mark.parametrize("padding", [0, 1, 62, 500])
def test_equal_logits_cost_ln_291_with_any_amount_of_padding(padding: int) -> None:
    targets = torch.tensor([270, 46] + [IGNORED] * padding)  # [T]
    loss = cross_entropy(torch.zeros(2 + padding, 291, dtype=torch.float64), targets)
    assert mean_of(loss) == pytest.approx(math.log(291), abs=ROUNDING)
    assert loss.scored_events == 2


def test_a_confident_right_answer_costs_almost_nothing() -> None:
    # A second softmax could not come below ln(e + 290) - 1 = 4.679.
    logits = torch.zeros(1, 291, dtype=torch.float64)  # [T, V]
    logits[0, 7] = 50.0
    expected = math.log1p(290 * math.exp(-50))
    assert mean_of(cross_entropy(logits, torch.tensor([7]))) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("high", [1000.0, 1e300])
def test_a_probability_too_small_for_a_float_still_has_its_loss(high: float) -> None:
    assert mean_of(cross_entropy(logits_of([high, 0.0]), torch.tensor([1]))) == high


def test_nothing_scored_has_no_mean() -> None:
    logits = random_logits(2, 3, 5)
    loss = cross_entropy(logits, torch.full((2, 3), IGNORED))
    assert loss.mean is None
    assert loss.scored_events == 0
    assert loss.losses.tolist() == [[0.0] * 3] * 2


@pytest.mark.parametrize("target", [-1, -99, -101, 5, 291])
def test_only_the_ignore_mark_is_ignored(target: int) -> None:
    targets = torch.tensor([[0, 1, 2], [3, target, IGNORED]])  # [B, T]
    with pytest.raises(TargetIdError, match=str(target)) as caught:
        cross_entropy(random_logits(2, 3, 5), targets)
    assert caught.value.record == 1
    assert caught.value.details["place"] == [1, 1]


def test_a_target_outside_is_named_without_axes_too() -> None:
    with pytest.raises(TargetIdError):
        cross_entropy(random_logits(5), torch.tensor(5))


@pytest.mark.parametrize("shape", [(2, 4), (3, 2), (6,), (2, 3, 1)])
def test_targets_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ShapeError):
        cross_entropy(random_logits(2, 3, 5), torch.zeros(shape, dtype=torch.long))


def row_with_loss(loss: float) -> list[float]:
    """Two logits whose first has this loss: p = e^-loss."""
    return [-loss, math.log1p(-math.exp(-loss))]


def test_batches_combine_by_events_and_not_by_means() -> None:
    # One target that costs 1 nat and three that cost 4 each: 13 / 4, not (1 + 4) / 2.
    short = logits_of(row_with_loss(1.0), [0.0, 0.0], [0.0, 0.0])  # [T, V]
    long = logits_of(*[row_with_loss(4.0)] * 3)  # [T, V]
    logits = torch.stack([short, long])  # [B, T, V]
    targets = torch.tensor([[0, IGNORED, IGNORED], [0, 0, 0]])  # [B, T]
    loss = cross_entropy(logits, targets)
    assert mean_of(loss) == pytest.approx(3.25, abs=ROUNDING)
    torch.testing.assert_close(
        loss.losses,
        torch.tensor([[1.0, 0.0, 0.0], [4.0, 4.0, 4.0]], dtype=torch.float64),
        rtol=0,
        atol=ROUNDING,
    )


def gradient(logits: Tensor, targets: Tensor) -> Tensor:
    leaf = logits.clone().requires_grad_()
    mean = cross_entropy(leaf, targets).mean
    assert mean is not None
    return torch.autograd.grad(mean, leaf)[0]


def test_the_gradient_of_two_batches_is_the_event_weighted_sum_of_theirs() -> None:
    logits = random_logits(2, 3, 7)
    targets = torch.tensor([[4, IGNORED, IGNORED], [0, 6, 3]])  # [B, T]
    both = gradient(logits, targets)
    apart = torch.stack([gradient(logits[b], targets[b]) for b in (0, 1)])  # [B, T, V]
    events = torch.tensor([1.0, 3.0], dtype=torch.float64)[:, None, None]  # [B, 1, 1]
    torch.testing.assert_close(both, apart * events / 4, rtol=0, atol=ROUNDING)


def test_the_gradient_is_softmax_minus_one_at_the_target() -> None:
    logits = random_logits(3, 11)
    targets = torch.tensor([10, IGNORED, 0])  # [T]
    expected = (logits.softmax(dim=-1) - functional.one_hot(targets.clamp(min=0), 11)) / 2
    expected[1] = 0.0
    torch.testing.assert_close(gradient(logits, targets), expected, rtol=0, atol=ROUNDING)


def test_agrees_with_torchs_cross_entropy() -> None:
    logits = random_logits(4, 9, 291) * 10
    targets = torch.randint(291, (4, 9), generator=torch.Generator().manual_seed(6))  # [B, T]
    targets[1, 3:] = IGNORED
    ours = cross_entropy(logits, targets)
    flat, chosen = logits.reshape(-1, 291), targets.reshape(-1)
    each = functional.cross_entropy(flat, chosen, reduction="none")  # [B * T]
    # Losses reach 50 here, where float64 is 10 times coarser than at 6.
    torch.testing.assert_close(ours.losses.reshape(-1), each, rtol=0, atol=10 * ROUNDING)
    together = functional.cross_entropy(flat, chosen)  # []
    torch.testing.assert_close(ours.mean, together, rtol=0, atol=10 * ROUNDING)
