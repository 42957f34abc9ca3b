"""Softmax once, LayerNorm and both kinds of GELU: constants that are easily confused."""

from __future__ import annotations

import math

import pytest
import torch
from torch.nn import functional

from minigpt import scalar
from minigpt.activations import ACTIVATIONS
from minigpt.loss import cross_entropy
from minigpt.row_norm import RowNorm


def test_layer_norm_divides_by_n_and_has_epsilon_inside_the_root() -> None:
    row = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)  # [C]
    expected = [-1.34163542, -0.44721181, 0.44721181, 1.34163542]
    for offset in (True, False):
        norm = RowNorm(4, 1e-5, offset=offset).double()
        assert norm(row).tolist() == pytest.approx(expected, abs=5e-9)
        other = functional.layer_norm(row, (4,), norm.scale, norm.offset, 1e-5)
        torch.testing.assert_close(norm(row), other, rtol=0, atol=1e-14)
    assert scalar.row_norm([1.0, 2.0, 3.0, 4.0], [1.0] * 4, None, 1e-5) == pytest.approx(
        expected, abs=5e-9
    )


def test_both_kinds_of_gelu_have_their_own_constants() -> None:
    one = torch.tensor(1.0, dtype=torch.float64)
    assert ACTIVATIONS["gelu"](one).item() == pytest.approx(0.8413447461, abs=5e-11)
    assert ACTIVATIONS["gelu_tanh"](one).item() == pytest.approx(0.8411919906, abs=5e-11)
    assert scalar.gelu(1.0) == pytest.approx(0.8413447461, abs=5e-11)
    assert scalar.gelu_tanh(1.0) == pytest.approx(0.8411919906, abs=5e-11)


def test_the_two_gelus_are_furthest_apart_near_2_7() -> None:
    x = torch.linspace(-5, 5, 10_001, dtype=torch.float64)
    gap = (ACTIVATIONS["gelu"](x) - ACTIVATIONS["gelu_tanh"](x)).abs()
    assert gap.max().item() == pytest.approx(4.73e-4, abs=5e-7)
    assert abs(x[gap.argmax()].item()) == pytest.approx(2.70, abs=0.02)


def test_the_loops_activations_are_torchs() -> None:
    x = torch.linspace(-40, 40, 1601, dtype=torch.float64)
    for name, activate in ACTIVATIONS.items():
        numbers = [scalar.ACTIVATIONS[name](number) for number in x.tolist()]
        by_loops = torch.tensor(numbers, dtype=torch.float64)
        torch.testing.assert_close(activate(x), by_loops, rtol=1e-13, atol=1e-14)


def test_the_loss_takes_one_softmax_and_cannot_overflow() -> None:
    vocabulary = 291
    flat = torch.zeros(1, vocabulary, dtype=torch.float64)  # [N, V]
    sure = flat.clone()
    sure[0, 5] = 50.0
    target = torch.tensor([5])  # [N]
    assert cross_entropy(flat, target).losses.item() == pytest.approx(5.673323, abs=5e-7)
    once = cross_entropy(sure, target).losses.item()
    twice = cross_entropy(sure.softmax(dim=-1), target).losses.item()
    assert once < 1e-18
    assert twice == pytest.approx(math.log(math.e + 290) - 1, abs=1e-12)
    assert twice == pytest.approx(4.679211, abs=5e-7)
    far = torch.tensor([[1000.0, 0.0]], dtype=torch.float64)  # [N, V]
    assert cross_entropy(far, torch.tensor([1])).losses.item() == 1000.0
