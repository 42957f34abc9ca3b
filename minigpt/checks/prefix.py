"""Section 20.6: a prefix's logits keep every bit when what it may not see changes.

All runs that are compared have one shape, because matrix products may round differently at
different shapes; so no difference can be excused as rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from minigpt.attention import Mask
from minigpt.batch import Batch, batch_ids, batch_records, replace_ids
from minigpt.checks.row import CheckRow, same
from minigpt.model import MiniGPT
from minigpt.tokens import TokenMap

_IDENTICAL = "identical bits"
#: The one token of a record that takes a neighbour's place: in MG-1 a question mark.
_SHORT = ord("?")


@dataclass(frozen=True, slots=True)
class Change:
    """A changed batch, and the positions of one record that must not notice."""

    batch: Batch
    record: int
    upto: int


def check_prefix(model: MiniGPT, tokenizer: TokenMap, texts: list[str]) -> list[CheckRow]:
    """Change every future, all padding and each neighbour; then prove that a leak would show."""
    batch = batch_records(texts, tokenizer, model.config.context_length)
    changes = {
        "every later token": list(futures(batch, tokenizer)),
        "the content of padding": list(paddings(batch, tokenizer)),
        "the neighbour record": list(neighbours(batch, tokenizer, texts)),
    }
    rows = [
        same(f"prefix when {what} changes", _IDENTICAL, _compare(model, batch, made, "causal"))
        for what, made in changes.items()
    ]
    unmasked = _compare(model, batch, changes["every later token"], "none")
    shown = "identical" if unmasked == _IDENTICAL else "differs"
    return [*rows, same("later tokens, with the causal mask off", "differs", shown)]


def futures(batch: Batch, tokenizer: TokenMap, most: int | None = None) -> Iterator[Change]:
    """For each position of each record: every later token is another one.

    With `most`, for that many positions of a record, the first and the last among them.
    """
    for record, length in enumerate(batch.lengths):
        for position in _spread(length - 1, most):
            later = range(position + 1, length)
            ids = {slot: _another(batch, record, slot, tokenizer) for slot in later}
            yield Change(replace_ids(batch, record, ids), record, position + 1)


def _spread(count: int, most: int | None) -> list[int]:
    """0 to count - 1, or at most so many of them in even steps, with both ends."""
    if most is None or count <= most:
        return list(range(count))
    return [place * (count - 1) // (most - 1) for place in range(most)]


def paddings(batch: Batch, tokenizer: TokenMap) -> Iterator[Change]:
    """For each record: its padding holds the first ID, BOS where there is one, or the last ID."""
    slots = batch.ids.shape[1]
    opening = [] if tokenizer.bos_id is None else [tokenizer.bos_id]
    for record, length in enumerate(batch.lengths):
        for token in (0, *opening, tokenizer.vocabulary_size - 1):
            ids = dict.fromkeys(range(length, slots), token)
            yield Change(replace_ids(batch, record, ids), record, length)


def neighbours(batch: Batch, tokenizer: TokenMap, texts: Sequence[str]) -> Iterator[Change]:
    """For each record: all others are another text, as short as can be."""
    for record, length in enumerate(batch.lengths):
        others = [[_SHORT % tokenizer.vocabulary_size]] * len(texts)
        others[record] = tokenizer.encode(texts[record])
        yield Change(batch_ids(others, tokenizer, batch.ids.shape[1]), record, length)


def rows_that_differ(left: Tensor, right: Tensor) -> Tensor:
    """True where two rows [n, V] of one dtype are not the same bits; [n].

    As bits: == would call -0.0 and 0.0 the same, and a NaN unlike itself.
    """
    return (left.view(torch.uint8) != right.view(torch.uint8)).any(dim=-1)  # [n]


def _another(batch: Batch, record: int, slot: int, tokenizer: TokenMap) -> int:
    """Some other ID: half the vocabulary away, so that it is never the same."""
    size = tokenizer.vocabulary_size
    return (int(batch.ids[record, slot]) + size // 2) % size


def _compare(model: MiniGPT, batch: Batch, changes: Iterable[Change], mask: Mask) -> str:
    before = _logits(model, batch, mask)  # [B,T,V]
    for change in changes:
        after = _logits(model, change.batch, mask)  # [B,T,V]
        kept = before[change.record, : change.upto]  # [n,V]
        found = after[change.record, : change.upto]  # [n,V]
        differing = rows_that_differ(kept, found)  # [n]
        if differing.any():
            position = int(differing.nonzero()[0])
            gap = (kept - found).abs().max().item()
            return f"record {change.record} differs from position {position}, |Δ| ≤ {gap:.3g}"
    return _IDENTICAL


def _logits(model: MiniGPT, batch: Batch, mask: Mask) -> Tensor:
    with torch.no_grad():
        logits: Tensor = model(batch.ids, batch.valid, mask=mask).logits  # [B,T,V]
    return logits
