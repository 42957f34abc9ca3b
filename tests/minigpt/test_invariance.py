"""What must not matter does not: the future, the padding, the neighbour, the shape.

At one shape the comparison is bit for bit: a change of content cannot reorder
the additions, so any difference at all would be a leak.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from minigpt.attention import Mask
from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.batch import IGNORED, Batch, batch_ids, batch_records, replace_ids, trim
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import cut, trace

# Matrix products of another shape add in another order: about 1e-14 was seen.
ANOTHER_SHAPE = 1e-10

RED = 6  # the slot of "red" in the first chapter record


def logits(model: MiniGPT, batch: Batch, mask: Mask = "causal") -> Tensor:
    with torch.no_grad():
        result: Tensor = model(batch.ids, batch.valid, mask=mask).logits  # [B, T, V]
    return result


def changed_rows(one: Tensor, other: Tensor) -> list[list[int]]:
    """For each record the slots whose logits are not all equal, bit for bit."""
    differs = (one != other).any(dim=-1)  # [B, T]
    return [row.nonzero()[:, 0].tolist() for row in differs]


@pytest.mark.parametrize("slots", ["trimmed", "context"])
def test_a_later_token_changes_itself_and_what_follows(
    model: MiniGPT, chapter_batch: Batch, slots: str
) -> None:
    batch = trim(chapter_batch) if slots == "trimmed" else chapter_batch
    changed = logits(model, replace_ids(batch, 0, {RED: 65}))
    assert changed_rows(logits(model, batch), changed) == [list(range(RED, 15)), []]


def test_without_the_mask_a_later_token_leaks_to_all(model: MiniGPT, chapter_batch: Batch) -> None:
    plain = logits(model, chapter_batch, "none")
    changed = logits(model, replace_ids(chapter_batch, 0, {RED: 65}), "none")
    # Slots from 15 on are padding: they read nobody, so they have nothing to leak.
    assert changed_rows(plain, changed) == [list(range(15)), []]


def test_the_mask_switch_itself_spares_only_the_last_position(
    model: MiniGPT, chapter_batch: Batch
) -> None:
    # The last valid query sees the same keys either way.
    changed = changed_rows(logits(model, chapter_batch), logits(model, chapter_batch, "none"))
    assert changed == [list(range(14)), list(range(16))]


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("filling", [0, 84, 290])
def test_what_fills_the_padding_does_not_matter(
    model: MiniGPT, chapter_batch: Batch, mask: Mask, filling: int
) -> None:
    ids = chapter_batch.ids.where(chapter_batch.valid, filling)  # [B, T]
    refilled = Batch(ids, chapter_batch.valid, chapter_batch.targets, 291)
    changed = changed_rows(logits(model, chapter_batch, mask), logits(model, refilled, mask))
    # Padding slots have logits of their own, which nobody scores.
    assert changed == [list(range(15, 64)), list(range(17, 64))]
    before, after = trace(model, chapter_batch, mask).output, trace(model, refilled, mask).output
    assert before.loss is not None
    assert after.loss is not None
    assert torch.equal(before.loss, after.loss)


@pytest.mark.parametrize("mask", ["causal", "none"])
def test_the_neighbour_does_not_matter(
    model: MiniGPT,
    tokenizer: Tokenizer,
    config: ModelConfig,
    chapter_texts: tuple[str, str],
    mask: Mask,
) -> None:
    red, blue = chapter_texts
    one, other = (
        logits(model, batch_records([red, text], tokenizer, config.context_length), mask)
        for text in (blue, "Hotel limit: 750 yuan.")
    )
    assert changed_rows(one, other)[0] == []
    assert changed_rows(one, other)[1] != []


def test_every_traced_tensor_of_the_prefix_stays(model: MiniGPT, chapter_batch: Batch) -> None:
    one = cut(trace(model, chapter_batch), 0)
    other = cut(trace(model, replace_ids(chapter_batch, 0, {RED: 65, 14: 66})), 0)
    axes = {**INPUT_TENSORS, **BLOCK_TENSORS, **OUTPUT_TENSORS}
    for (name, before), after in zip(named(one), dict(named(other)).values(), strict=True):
        own = [axis for axis in axes[name] if axis != "B"]
        queries = own.index("Q" if "Q" in own else "T")
        # Bytes, because a score of an invisible key is NaN, which equals nothing.
        kept = [array.take(range(RED), axis=queries).tobytes() for array in (before, after)]
        assert kept[0] == kept[1], name


def named(tensors: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names and arrays of a cut of one block."""
    for name, found in tensors.items():
        yield from found[0].items() if name == "blocks" else [(name, found)]


@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_only_what_a_query_may_see_can_change_it(
    data: st.DataObject, other_config: Callable[..., ModelConfig]
) -> None:
    """Change any one ID of any padded batch: exactly the queries that see it may differ."""
    slots, vocabulary = 7, 13
    config = other_config(
        vocabulary_size=vocabulary, context_length=slots, blocks=2, heads=3, width=9, init_std=0.5
    )
    mask: Mask = data.draw(st.sampled_from(["causal", "none"]))
    lengths = data.draw(st.lists(st.integers(0, slots), min_size=1, max_size=3))
    ids = data.draw(
        st.lists(
            st.lists(st.integers(0, vocabulary - 1), min_size=slots, max_size=slots),
            min_size=len(lengths),
            max_size=len(lengths),
        )
    )
    record = data.draw(st.integers(0, len(lengths) - 1))
    slot = data.draw(st.integers(0, slots - 1))
    step = data.draw(st.integers(1, vocabulary - 1))

    before = torch.tensor(ids)  # [B, T]
    after = before.clone()
    after[record, slot] = (before[record, slot] + step) % vocabulary
    valid = torch.arange(slots)[None] < torch.tensor(lengths)[:, None]  # [B, T]
    model, nothing = create_model(config), torch.full_like(before, IGNORED)
    one, other = (
        logits(model, Batch(x, valid, nothing, vocabulary), mask) for x in (before, after)
    )

    expected: list[list[int]] = [[] for _ in lengths]
    if slot >= lengths[record]:
        expected[record] = [slot]  # a padding slot is read by itself alone, along the residual
    else:
        expected[record] = [q for q in range(lengths[record]) if mask == "none" or q >= slot]
    assert changed_rows(one, other) == expected


class TestAnotherShape:
    """Alone, trimmed, or beside a long record: equal up to the order of additions."""

    def test_alone_and_in_any_row_beside_a_full_record(
        self,
        model: MiniGPT,
        tokenizer: Tokenizer,
        chapter_texts: tuple[str, str],
        config: ModelConfig,
    ) -> None:
        red = tokenizer.encode(chapter_texts[0])
        full = [65] * (config.context_length - 1)
        alone = logits(model, batch_ids([red], tokenizer, 64, slots=15))[0]  # [n, V]
        for row in (0, 3):
            sequences = [full] * 4
            sequences[row] = red
            beside = logits(model, batch_ids(sequences, tokenizer, 64))[row, :15]  # [n, V]
            torch.testing.assert_close(beside, alone, rtol=0, atol=ANOTHER_SHAPE)

    def test_trimming_changes_nothing_that_counts(
        self, model: MiniGPT, chapter_batch: Batch
    ) -> None:
        wide, narrow = trace(model, chapter_batch), trace(model, trim(chapter_batch))
        assert narrow.output.logits.shape == (2, 17, 291)
        for record, n in enumerate((15, 17)):
            torch.testing.assert_close(
                narrow.output.logits[record, :n],
                wide.output.logits[record, :n],
                rtol=0,
                atol=ANOTHER_SHAPE,
            )
        torch.testing.assert_close(narrow.output.loss, wide.output.loss, rtol=0, atol=ANOTHER_SHAPE)

    def test_positions_count_from_the_first_token(
        self, model: MiniGPT, chapter_batch: Batch
    ) -> None:
        seen = trace(model, chapter_batch)
        assert torch.equal(seen.inputs["position_embedding"], model.position_embedding)
        for record in (0, 1):
            rows = seen.blocks[0]["block_input"][record] - seen.inputs["token_embedding"][record]
            # A sum and its difference: rounding of numbers below 0.2.
            torch.testing.assert_close(rows, model.position_embedding.detach(), rtol=0, atol=1e-16)


def test_two_runs_of_the_same_batch_are_the_same(model: MiniGPT, chapter_batch: Batch) -> None:
    assert torch.equal(logits(model, chapter_batch), logits(model, chapter_batch))
