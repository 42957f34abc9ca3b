"""Windows of a stream and the loss over them: counted by hand, and never one for the other."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from minigpt.config import ModelConfig
from minigpt.errors import NothingScoredError, TextDamagedError
from minigpt.model import MiniGPT, create_model
from minigpt.stream.exact_loss import estimated_loss, exact_loss
from minigpt.stream.windows import RandomWindows, consecutive_windows


@pytest.fixture(scope="module")
def small(other_config: Callable[..., ModelConfig]) -> MiniGPT:
    return create_model(
        other_config(
            vocabulary_size=7, context_length=4, width=6, heads=2, ffn_width=5, init_std=0.7
        )
    )


def test_windows_follow_one_another_and_the_last_is_short() -> None:
    windows = list(consecutive_windows(torch.arange(12), 4, at_once=1))
    assert [(ids.tolist(), targets.tolist()) for ids, targets in windows] == [
        ([[0, 1, 2, 3]], [[1, 2, 3, 4]]),
        ([[4, 5, 6, 7]], [[5, 6, 7, 8]]),
        ([[8, 9, 10]], [[9, 10, 11]]),
    ]
    together = list(consecutive_windows(torch.arange(12), 4))
    assert [ids.shape for ids, _ in together] == [(2, 4), (1, 3)]


@given(st.integers(0, 60), st.integers(1, 9), st.integers(1, 5))
@settings(max_examples=60)
def test_every_target_counts_once(length: int, window: int, at_once: int) -> None:
    seen: list[int] = []
    for ids, targets in consecutive_windows(torch.arange(length), window, at_once=at_once):
        assert torch.equal(targets, ids + 1)
        assert ids.shape[1] <= window
        assert ids.shape[0] <= at_once
        seen += targets.flatten().tolist()
    assert seen == list(range(1, length))


def test_random_windows_are_the_seeds_alone_and_go_on_from_a_state() -> None:
    ids = torch.arange(50)
    one, other = RandomWindows(ids, 6, seed=3), RandomWindows(ids, 6, seed=3)
    before = torch.random.get_rng_state()
    inputs, targets = one.draw(200)
    assert torch.equal(inputs, other.draw(200)[0])
    assert torch.equal(targets, inputs + 1)
    assert inputs.shape == (200, 6)
    # Each of the 44 places is drawn; the last has the last ID as its last target.
    assert set(inputs[:, 0].tolist()) == set(range(44))
    assert int(targets.max()) == 49
    kept = one.state
    ahead = one.draw(5)[0]
    one.state = kept
    assert torch.equal(one.draw(5)[0], ahead)
    assert not torch.equal(RandomWindows(ids, 6, seed=4).draw(200)[0], inputs)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_too_little_text_makes_no_window() -> None:
    assert RandomWindows(torch.arange(5), 4, 0).draw(1)[0].tolist() == [[0, 1, 2, 3]]
    with pytest.raises(TextDamagedError, match="do not fill one window of 4"):
        RandomWindows(torch.arange(4), 4, 0)


def test_the_exact_loss_is_the_mean_over_all_targets(small: MiniGPT) -> None:
    ids = torch.tensor([0, 5, 2, 2, 6, 1, 3, 3, 0, 4, 6])
    # By torch's own cross-entropy, window by window: 4, 4 and 2 targets.
    total = 0.0
    for start, end in ((0, 4), (4, 8), (8, 10)):
        window = ids[start:end][None]
        logits = small(window, torch.ones_like(window, dtype=torch.bool)).logits[0]
        losses = torch.nn.functional.cross_entropy(
            logits, ids[start + 1 : end + 1], reduction="sum"
        )
        total += losses.item()
    found = exact_loss(small, ids)
    assert found.targets == 10
    assert found.mean == pytest.approx(total / 10, rel=0, abs=1e-12)
    # How many windows at once changes nothing but the order of the sums.
    assert exact_loss(small, ids, at_once=1).mean == pytest.approx(found.mean, rel=0, abs=1e-12)


def test_a_mean_of_means_would_be_another_number(small: MiniGPT) -> None:
    ids = torch.tensor([0, 5, 2, 2, 6, 1])
    parts = [exact_loss(small, ids[:5]), exact_loss(small, ids[4:])]
    assert [part.targets for part in parts] == [4, 1]
    found = exact_loss(small, ids).mean
    assert found == pytest.approx((4 * parts[0].mean + parts[1].mean) / 5, rel=0, abs=1e-12)
    assert abs(found - (parts[0].mean + parts[1].mean) / 2) > 1e-3


def test_the_estimate_is_near_and_says_how_near(small: MiniGPT) -> None:
    ids = torch.randint(7, (300,), generator=torch.Generator().manual_seed(1))
    exact = exact_loss(small, ids).mean
    estimate = estimated_loss(small, ids, windows=200, seed=5)
    assert (estimate.windows, estimate.seed) == (200, 5)
    assert estimate.mean != exact
    assert abs(estimate.mean - exact) < 5 * estimate.standard_error
    assert estimated_loss(small, ids, windows=200, seed=5) == estimate
    assert math.isinf(estimated_loss(small, ids, windows=1, seed=5).standard_error)


def test_nothing_to_score_is_refused(small: MiniGPT) -> None:
    for ids in (torch.tensor([], dtype=torch.long), torch.tensor([1])):
        with pytest.raises(NothingScoredError):
            exact_loss(small, ids)
    with pytest.raises(NothingScoredError):
        estimated_loss(small, torch.arange(6), windows=0, seed=0)
