"""Merges: which are learned, when learning ends, and applying them exactly.

`by_definition` is the rule itself, one pass per merge, written without a look
at the code it judges.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigpt.bpe import Merge, apply_merges, passes_of, tokens_by_passes, train_merges

A, B = ord("a"), ord("b")
FIRST = 259


def by_definition(data: bytes, merges: list[Merge]) -> tuple[list[int], list[tuple[int, int]]]:
    """The tokens, and (rank, byte offset) of every single replacement, in order."""
    tokens = [(value, offset) for offset, value in enumerate(data)]
    replacements = []
    for merge in merges:
        kept: list[tuple[int, int]] = []
        rest = tokens
        while rest:
            head, rest = rest[0], rest[1:]
            if rest and (head[0], rest[0][0]) == (merge.left, merge.right):
                replacements.append((merge.rank, head[1]))
                head, rest = (merge.id, head[1]), rest[1:]
            kept.append(head)
        tokens = kept
    return [token for token, _ in tokens], replacements


def pairs_of(merges: list[Merge]) -> list[tuple[int, int]]:
    return [(merge.left, merge.right) for merge in merges]


@st.composite
def merge_tables(draw: st.DrawFn) -> list[Merge]:
    """Any list of distinct pairs of older tokens, learned from nothing."""
    known = [A, B]
    pairs: list[tuple[int, int]] = []
    for _ in range(draw(st.integers(0, 8))):
        pair = draw(st.tuples(st.sampled_from(known), st.sampled_from(known)))
        if pair not in pairs:
            known.append(FIRST + len(pairs))
            pairs.append(pair)
    return [Merge(rank, *pair, FIRST + rank, 1, 1) for rank, pair in enumerate(pairs)]


@given(
    merge_tables(),
    st.one_of(st.text("ab", max_size=60), st.text("a", max_size=60)).map(str.encode),
)
def test_applying_equals_the_definition(merges: list[Merge], data: bytes) -> None:
    ranks = {pair: rank for rank, pair in enumerate(pairs_of(merges))}
    tokens, starts, fired = apply_merges(data, merges, ranks)
    expected, replacements = by_definition(data, merges)
    assert tokens == expected
    assert [(rank, place) for rank, places in fired for place in places] == replacements
    assert len(starts) == len(tokens)
    assert tokens_by_passes(data, passes_of(merges)) == expected


@given(st.lists(st.text("abc", max_size=30).map(str.encode), max_size=6), st.integers(0, 12))
def test_learned_merges_replay_to_the_counts_they_state(sequences: list[bytes], limit: int) -> None:
    merges = train_merges(sequences, limit, FIRST)
    for merge in merges:
        before = [by_definition(data, merges[: merge.rank])[0] for data in sequences]
        after = [by_definition(data, merges[: merge.rank + 1])[0] for data in sequences]
        assert merge.replaced == sum(map(len, before)) - sum(map(len, after))
        counted = [list(pairwise(tokens)) for tokens in before]
        pair = (merge.left, merge.right)
        assert merge.count == sum(pairs.count(pair) for pairs in counted)
        for other in {pair for pairs in counted for pair in pairs}:
            rival = sum(pairs.count(other) for pairs in counted)
            assert rival < merge.count or (rival == merge.count and pair <= other)


@given(st.lists(st.text("abc", max_size=20).map(str.encode), max_size=5), st.data())
def test_the_order_of_the_sequences_decides_nothing(
    sequences: list[bytes], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(sequences))
    assert train_merges(shuffled, 6, FIRST) == train_merges(sequences, 6, FIRST)


def test_a_run_counts_overlapping_pairs_and_says_how_many_it_replaced() -> None:
    # Four adjacent pairs aa in aaaaa; only two of them can become one token.
    assert train_merges([b"aaaaa"], 1, FIRST) == [Merge(0, A, A, FIRST, count=4, replaced=2)]


def test_a_tie_goes_to_the_smallest_pair_even_where_another_replaces_more() -> None:
    # aa is counted 3 times and ab 3 times; merging aa leaves 7 tokens, ab would leave 6.
    (merge,) = train_merges([b"aaaababab"], 1, FIRST)
    assert (merge.left, merge.right, merge.count, merge.replaced) == (A, A, 3, 2)
    assert len(by_definition(b"aaaababab", [merge])[0]) == 7


def test_the_textbook_example() -> None:
    # aaabdaaabac -> XdXac with Z = aa, Y = ab, X = ZY: Wikipedia's "Byte pair encoding".
    merges = train_merges([b"aaabdaaabac"], 10, FIRST)
    assert pairs_of(merges) == [(A, A), (A, B), (FIRST, FIRST + 1)]
    tokens, _ = by_definition(b"aaabdaaabac", merges)
    assert tokens == [FIRST + 2, ord("d"), FIRST + 2, ord("a"), ord("c")]


def test_no_pair_reaches_across_two_sequences() -> None:
    assert train_merges([b"xa", b"bx", b"ya", b"by"], 5, FIRST) == []


@pytest.mark.parametrize(
    "sequences",
    [
        pytest.param([], id="nothing"),
        pytest.param([b""], id="an empty text"),
        pytest.param([b"a"], id="one byte"),
        pytest.param([b"abc"], id="every pair once"),
    ],
)
def test_learning_ends_early_when_no_pair_is_counted_twice(sequences: list[bytes]) -> None:
    assert train_merges(sequences, 32, FIRST) == []


def test_learning_ends_early_after_the_last_repeated_pair() -> None:
    # abab -> XX: X X is there once, so one merge is all.
    assert pairs_of(train_merges([b"abab"], 32, FIRST)) == [(A, B)]


def test_a_limit_of_none_learns_nothing() -> None:
    assert train_merges([b"aaaa"], 0, FIRST) == []


def test_replacement_goes_left_to_right() -> None:
    merge = Merge(0, A, A, FIRST, 2, 1)
    applied = apply_merges(b"aaa", [merge], {(A, A): 0})
    assert applied.tokens == [FIRST, A]
    assert applied.starts == [0, 2]
    assert applied.fired == [(0, [0])]


def test_a_lower_rank_wins_over_a_pair_that_comes_first() -> None:
    # In abc, bc has rank 0 and ab rank 1: bc is joined although ab lies to its left.
    merges = [Merge(0, B, ord("c"), FIRST, 1, 1), Merge(1, A, B, FIRST + 1, 1, 1)]
    applied = apply_merges(b"abc", merges, {(B, ord("c")): 0, (A, B): 1})
    assert applied.tokens == [A, FIRST]
    assert applied.fired == [(0, [1])]  # the other never fired
