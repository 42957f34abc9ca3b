"""Byte pair encoding on plain integers: learn merges, apply merges.

It knows bytes and token numbers only: no text, no special tokens, no files.

Applying means: for each merge in rank order, replace its pair everywhere, from
left to right and without overlap. `tokens_by_passes` does just that, at the speed
of C and for few merges; `apply_merges` reaches exactly that result, and its steps,
without a pass over the whole sequence per merge.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

Pair = tuple[int, int]

#: Below this a pair saves nothing that the merge itself does not cost.
_LEAST_COUNT = 2
#: Marks a place whose token was swallowed by the one before it.
_GONE = -1


@dataclass(frozen=True, slots=True)
class Merge:
    """A pair of tokens that became one token, and what training saw of it.

    `count` is how often the pair was counted when it was chosen. In a run the
    counted pairs overlap (`aaaaa` holds the pair aa four times), so `replaced`
    tells apart how many were replaced: by so much the sequences got shorter.
    """

    rank: int
    left: int
    right: int
    id: int
    count: int
    replaced: int


class Fired(NamedTuple):
    """Where one merge fired: the offset of each left part, ascending."""

    rank: int
    places: list[int]


class Applied(NamedTuple):
    """Tokens, the byte offset at which each starts, and the merges that fired."""

    tokens: list[int]
    starts: list[int]
    fired: list[Fired]


def train_merges(sequences: Iterable[bytes], limit: int, first_id: int) -> list[Merge]:
    """Learn up to `limit` merges; the first new token gets `first_id`.

    Every adjacent pair inside one sequence is counted, overlapping ones in a
    run included; none reaches across two sequences. The most frequent pair is
    merged, of equals the smallest (left, right), so the order of the sequences
    decides nothing. Training ends early, with fewer merges, once no pair is
    counted at least twice.
    """
    current = [list(sequence) for sequence in sequences]
    merges: list[Merge] = []
    for rank in range(limit):
        counts = Counter(pair for tokens in current for pair in pairwise(tokens))
        if not counts:
            break
        (left, right), count = min(counts.items(), key=lambda item: (-item[1], item[0]))
        if count < _LEAST_COUNT:
            break
        merged = first_id + rank
        before = sum(map(len, current))
        current = [_replace(tokens, (left, right), merged) for tokens in current]
        replaced = before - sum(map(len, current))
        merges.append(Merge(rank, left, right, merged, count, replaced))
    return merges


def _replace(tokens: Sequence[int], pair: Pair, merged: int) -> list[int]:
    """`pair` replaced by `merged`, left to right, without overlap."""
    result: list[int] = []
    place = 0
    while place < len(tokens):
        if tuple(tokens[place : place + 2]) == pair:
            result.append(merged)
            place += 2
        else:
            result.append(tokens[place])
            place += 1
    return result


class _Chain:
    """Tokens as a doubly linked list; a token's place is the offset of its first byte."""

    __slots__ = ("after", "before", "tokens")

    def __init__(self, data: bytes) -> None:
        # Arrays of C ints stay in the processor's cache where lists of objects do not:
        # with lists, twice the text took 2.5 times as long.
        self.tokens = array("i", list(data))
        places = array("i", range(-1, len(data) + 1))
        self.after = places[2:]
        self.before = places[:-2]

    def pair(self, place: int) -> Pair | None:
        """The token at `place` and the one after it, if both are there."""
        if place < 0 or (follower := self.after[place]) == len(self.tokens):
            return None
        return self.tokens[place], self.tokens[follower]

    def join(self, place: int, merged: int) -> None:
        """Make the token at `place` and the one after it one token."""
        swallowed = self.after[place]
        beyond = self.after[swallowed]
        self.tokens[place] = merged
        self.tokens[swallowed] = _GONE
        self.after[place] = beyond
        if beyond < len(self.tokens):
            self.before[beyond] = place


def passes_of(merges: Iterable[Merge]) -> tuple[tuple[str, str], ...]:
    """Each merge as what `str.replace` takes: its pair and its token, every token one character.

    IDs must be below 0x110000 for that.
    """
    return tuple((chr(merge.left) + chr(merge.right), chr(merge.id)) for merge in merges)


def tokens_by_passes(data: bytes, passes: Iterable[tuple[str, str]]) -> list[int]:
    """The tokens of `data` alone, by one pass per merge: O(n) each for n bytes.

    `passes` are those of `passes_of`; `str.replace` goes left to right and without overlap.
    """
    text = data.decode("latin-1")  # byte b becomes character b
    for pair, token in passes:
        text = text.replace(pair, token)
    return list(map(ord, text))


def apply_merges(data: bytes, merges: Sequence[Merge], ranks: Mapping[Pair, int]) -> Applied:
    """Apply all merges to `data`: O(n) joins for n bytes, and a heap of ranks.

    `ranks` finds a merge's rank, its index in `merges`, by its pair. Each token
    of a merge must be older than the token it makes: a pair that comes up while
    rank r is applied holds r's new token, so its own rank is higher, and going
    through the waiting ranks from the lowest never has to turn back. A pair
    comes up when the younger of its tokens is made, and each kind of token is
    made from left to right, so the places of one rank wait in ascending order.
    """
    chain = _Chain(data)
    waiting: dict[int, list[int]] = {}  # rank -> places where its pair was seen
    order: list[int] = []  # heap of the ranks in `waiting`

    def wait(rank: int, place: int) -> None:
        if rank not in waiting:
            waiting[rank] = []
            heappush(order, rank)
        waiting[rank].append(place)

    for place, pair in enumerate(pairwise(data)):
        if (rank := ranks.get(pair)) is not None:
            wait(rank, place)
    fired: list[Fired] = []
    while order:
        merge = merges[heappop(order)]
        places: list[int] = []
        for place in waiting.pop(merge.rank):
            if chain.pair(place) != (merge.left, merge.right):
                continue  # an earlier join took one of the two
            chain.join(place, merge.id)
            places.append(place)
            for changed in (chain.before[place], place):
                found = chain.pair(changed)
                if found is not None and (rank := ranks.get(found)) is not None:
                    wait(rank, changed)
        if places:
            fired.append(Fired(merge.rank, places))
    starts = [place for place, token in enumerate(chain.tokens) if token != _GONE]
    return Applied([chain.tokens[place] for place in starts], starts, fired)
