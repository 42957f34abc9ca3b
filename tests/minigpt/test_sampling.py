"""Sampling: filters at their edges, ties, draws; expected values by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from minigpt.errors import NonFiniteError
from minigpt.generation_settings import GenerationSettings
from minigpt.sampling import (
    Choice,
    Kept,
    Row,
    choose,
    draw,
    keep_top_k,
    keep_top_p,
    likeliest_first,
    renormalised,
)

BELOW_ONE = 1 - 2**-53


def row(*values: float) -> Row:
    return np.array(values, dtype=np.float64)


def ids(kept: Row | Kept) -> set[int]:
    return set(kept.nonzero()[0].tolist())


def top_k(probabilities: Row, k: int) -> Kept:
    everything = np.ones(len(probabilities), dtype=np.bool_)
    return keep_top_k(likeliest_first(probabilities, everything), k, everything)


def top_p(probabilities: Row, p: float, kept: Kept) -> Kept:
    return keep_top_p(likeliest_first(probabilities, kept), probabilities, p, kept)


def chosen(logits: Row, seed: int = 0, forbidden: Sequence[int] = (), **settings: Any) -> Choice:
    generator = torch.Generator().manual_seed(seed)
    return choose(torch.from_numpy(logits), GenerationSettings(**settings), generator, forbidden)


@pytest.mark.parametrize("k", [0, 291, 292, 10**9])
def test_k_of_nothing_or_beyond_the_vocabulary_keeps_all(k: int) -> None:
    probabilities = torch.arange(291, dtype=torch.float64).softmax(-1).numpy()
    assert ids(top_k(probabilities, k)) == set(range(291))


@pytest.mark.parametrize(
    ("k", "kept"), [(1, {4}), (2, {4, 1}), (3, {4, 1, 2}), (4, {1, 2, 3, 4}), (5, set(range(5)))]
)
def test_ties_at_k_keep_the_lowest_ids(k: int, kept: set[int]) -> None:
    choice = chosen(row(1, 2, 2, 2, 3), temperature=1.0, top_k=k)
    assert ids(choice.filtered) == kept
    assert set(choice.removed["top_k"]) == set(range(5)) - kept
    assert all(choice.filtered[token] == 0.0 for token in choice.removed["top_k"])


@pytest.mark.parametrize(
    ("p", "kept"),
    [
        (0, {3}),
        (0.5, {3}),
        (0.6, {3, 0}),
        (0.8, {3, 0}),
        (0.80001, {3, 0, 1}),
        (1, {0, 1, 2, 3}),
        (BELOW_ONE, {0, 1, 2, 3}),
    ],
)
def test_p_keeps_the_fewest_that_reach_it(p: float, kept: set[int]) -> None:
    everything = np.ones(4, dtype=np.bool_)
    assert ids(top_p(row(0.3, 0.1, 0.1, 0.5), p, everything)) == kept


def test_p_looks_at_what_k_left_renormalised() -> None:
    # 0.4 / 0.7 = 0.571 is at least 0.5 by itself; 0.4 is not.
    probabilities = row(0.4, 0.3, 0.2, 0.1)
    after_k = top_k(probabilities, 2)
    left = renormalised(probabilities, after_k)
    assert left.tolist() == pytest.approx([4 / 7, 3 / 7, 0, 0], abs=1e-15)
    assert ids(top_p(left, 0.5, after_k)) == {0}
    choice = chosen(np.log(probabilities), temperature=1.0, top_k=2, top_p=0.5)
    assert choice.removed == {"forbidden": [], "top_k": [2, 3], "top_p": [1]}
    assert choice.filtered.tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(("u", "token"), [(0.0, 1), (0.29, 1), (0.3, 3), (0.31, 3), (BELOW_ONE, 3)])
def test_a_draw_takes_no_token_without_probability(u: float, token: int) -> None:
    assert draw(row(0, 0.3, 0, 0.7, 0), u) == token


def test_a_sum_short_of_one_still_draws_the_last_likely_token() -> None:
    assert draw(row(0.1, 0.2, 0.7 - 1e-12, 0), BELOW_ONE) == 2


def test_a_hundred_thousand_draws_follow_the_distribution() -> None:
    choice = chosen(row(1, 2, 2, 2, 3), temperature=1.0, top_k=3)
    numbers = torch.rand(100_000, dtype=torch.float64, generator=torch.Generator().manual_seed(7))
    reached = torch.from_numpy(choice.filtered).cumsum(-1)
    drawn = torch.tensor([draw(choice.filtered, u) for u in numbers[:2000].tolist()])
    assert torch.equal(drawn, torch.searchsorted(reached, numbers[:2000], right=True))
    counts = torch.bincount(torch.searchsorted(reached, numbers, right=True), minlength=5)
    assert counts[0] == counts[3] == 0
    # e / (e + 2) = 0.576 and 0.212 twice; five standard deviations of 100,000 draws.
    shares = [math.e / (math.e + 2), 1 / (math.e + 2), 1 / (math.e + 2)]
    for token, share in zip((4, 1, 2), shares, strict=True):
        spread = 5 * math.sqrt(share * (1 - share) / 100_000)
        assert counts[token] / 100_000 == pytest.approx(share, abs=spread)


def test_greedy_takes_the_lowest_of_equals_and_asks_for_no_number() -> None:
    choice = chosen(row(1, 3, 3, 2))
    assert (choice.token, choice.u) == (1, None)
    scores = torch.tensor([1.0, 3.0, 3.0, 2.0], dtype=torch.float64)
    assert choice.model.tolist() == pytest.approx(scores.softmax(-1).tolist(), abs=1e-15)


@pytest.mark.parametrize("temperature", [5e-324, 1e-300, 1e-4])
def test_a_temperature_near_zero_is_nearly_greedy(temperature: float) -> None:
    choice = chosen(row(1, 3, 2.9, 2), temperature=temperature)
    assert choice.token == 1
    assert choice.filtered.tolist() == [0, 1, 0, 0]


def test_the_temperature_divides_logits() -> None:
    choice = chosen(row(0, math.log(4)), temperature=2.0)
    assert choice.tempered.tolist() == pytest.approx([1 / 3, 2 / 3], abs=1e-15)  # sqrt 4 = 2
    assert choice.model.tolist() == pytest.approx([1 / 5, 4 / 5], abs=1e-15)


def test_the_forbidden_are_never_chosen() -> None:
    logits = np.zeros(291)
    logits[[256, 258]] = 1000.0
    ways: list[dict[str, Any]] = [
        {},
        {"temperature": 1.0},
        {"temperature": 1.0, "top_k": 2, "top_p": 0.0},
    ]
    for settings in ways:
        choice = chosen(logits, forbidden=(256, 258), **settings)
        assert choice.token not in (256, 258)
        assert choice.removed["forbidden"] == [256, 258]
        assert choice.filtered[256] == choice.filtered[258] == 0
        assert choice.filtered.sum().item() == pytest.approx(1, abs=1e-12)


def test_logits_that_are_no_numbers_choose_nothing() -> None:
    with pytest.raises(NonFiniteError):
        chosen(row(0, math.nan))


@given(
    logits=st.lists(st.floats(-50, 50), min_size=2, max_size=12),
    temperature=st.floats(0.01, 100),
    k=st.integers(0, 14),
    p=st.floats(0, 1),
    seed=st.integers(0, 99),
)
def test_filters_keep_what_their_definitions_say(
    logits: list[float], temperature: float, k: int, p: float, seed: int
) -> None:
    choice = chosen(row(*logits), seed, (0,), temperature=temperature, top_k=k, top_p=p)
    by_k, by_p = choice.removed["top_k"], choice.removed["top_p"]
    kept = set(range(len(logits))) - {0, *by_k, *by_p}
    assert choice.token in kept
    assert choice.filtered[choice.token] > 0
    assert choice.filtered.sum().item() == pytest.approx(1, abs=1e-12)
    assert ids(choice.filtered) <= kept
    # By the definitions, on plain lists: sort, cut at k, renormalise, cut at p.
    probabilities = choice.tempered.tolist()
    ranked = sorted(range(1, len(logits)), key=lambda token: (-probabilities[token], token))
    ranked = ranked[: k or None]
    assert set(ranked) == kept | set(by_p)
    mass = math.fsum(probabilities[token] for token in ranked)
    share = math.fsum(probabilities[token] for token in sorted(kept)) / mass
    assert share >= p - 1e-12
    least = ranked[len(kept) - 1]
    assert set(ranked[: len(kept)]) == kept
    if len(kept) > 1 and by_p:
        assert share - probabilities[least] / mass < p + 1e-12
