"""Batches: shifted once, EOS kept, padded without a trace in what is scored."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from minigpt.batch import Batch, batch_ids, batch_records, replace_ids, trim
from minigpt.errors import (
    EmptyBatchError,
    RecordTooLongError,
    ShapeError,
    SlotError,
    TextError,
    TokenIdError,
)
from minigpt.tokenizer import Tokenizer

PLAIN = Tokenizer([])  # bytes alone: one token a byte
RECORDS = st.lists(st.text(max_size=12), min_size=1, max_size=4)


def test_the_chapters_batch(tokenizer: Tokenizer, figures: dict[str, Any]) -> None:
    records = figures["batch"]["records"]
    batch = batch_records([record["text"] for record in records], tokenizer, 64)
    assert list(batch.ids.shape) == figures["shapes"]["ids"]
    assert batch.lengths == (15, 17)
    assert batch.scored_events == 32
    for row, record in enumerate(records):
        n = len(record["ids"])
        assert batch.ids[row].tolist() == record["ids"] + [258] * (64 - n)
        assert batch.targets[row].tolist() == record["targets"] + [-100] * (64 - n)
        assert batch.valid[row].tolist() == [True] * n + [False] * (64 - n)


def test_targets_are_shifted_once_and_end_in_eos() -> None:
    batch = batch_records(["Hi"], PLAIN, 6)
    assert batch.ids.tolist() == [[256, 72, 105, 258, 258, 258]]
    assert batch.targets.tolist() == [[72, 105, 257, -100, -100, -100]]
    assert batch.valid.tolist() == [[True, True, True, False, False, False]]


def test_an_empty_text_scores_its_end() -> None:
    batch = batch_records([""], PLAIN, 3)
    assert batch.ids.tolist() == [[256, 258, 258]]
    assert batch.targets.tolist() == [[257, -100, -100]]
    assert (batch.lengths, batch.scored_events) == ((1,), 1)


@given(RECORDS, st.integers(0, 5))
def test_what_every_batch_keeps(texts: list[str], spare: int) -> None:
    context = max(len(text.encode()) for text in texts) + 1 + spare
    batch = batch_records(texts, PLAIN, context)
    sizes = [len(text.encode()) for text in texts]
    assert batch.ids.shape == (len(texts), context)
    assert batch.lengths == tuple(size + 1 for size in sizes)
    assert batch.scored_events == sum(size + 1 for size in sizes)
    assert torch.equal(batch.valid, batch.targets != -100)  # [B,T]
    assert batch.ids[:, 0].tolist() == [256] * len(texts)
    assert not (batch.ids[:, 1:] == 256).any()  # [B,T-1]
    assert not (batch.ids == 257).any()  # [B,T]
    for row, size in enumerate(sizes):
        assert batch.targets[row, size] == 257
        assert torch.equal(batch.targets[row, :size], batch.ids[row, 1 : size + 1])  # [size]
        assert (batch.ids[row, size + 1 :] == 258).all()  # [T-size-1]
        assert bytes(batch.ids[row, 1 : size + 1].tolist()).decode() == texts[row]


@given(RECORDS, st.integers(0, 5))
def test_trimming_takes_away_only_what_no_record_uses(texts: list[str], spare: int) -> None:
    longest = max(len(text.encode()) for text in texts) + 1
    trimmed = trim(batch_records(texts, PLAIN, longest + spare))
    expected = batch_records(texts, PLAIN, longest + spare, slots=longest)
    for part in ("ids", "valid", "targets"):
        assert torch.equal(getattr(trimmed, part), getattr(expected, part))  # [B,longest]
    assert trimmed.ids.shape[1] == longest
    assert trimmed.scored_events == expected.scored_events


@pytest.mark.parametrize(("tokens", "positions"), [(62, 63), (63, 64)])
def test_a_record_may_fill_the_context(tokens: int, positions: int) -> None:
    batch = batch_records(["a" * tokens], PLAIN, 64)
    assert batch.lengths == (positions,)
    assert batch.targets[0, positions - 1] == 257


@pytest.mark.parametrize(("tokens", "over"), [(64, 1), (74, 11), (100, 37)])
def test_a_record_over_the_context_is_refused_with_its_figures(tokens: int, over: int) -> None:
    with pytest.raises(RecordTooLongError, match=f"index 1 needs {tokens + 1} .*by {over} ") as e:
        batch_records(["short", "a" * tokens, "a" * 200], PLAIN, 64)
    assert e.value.record == 1
    assert e.value.details == {"positions": tokens + 1, "limit": 64, "over": over}


def test_a_batch_of_nothing_is_refused() -> None:
    with pytest.raises(EmptyBatchError):
        batch_records([], PLAIN, 64)


def test_text_that_is_not_unicode_names_its_record() -> None:
    with pytest.raises(TextError) as caught:
        batch_records(["fine", "ab\ud800"], PLAIN, 64)
    assert caught.value.record == 1
    assert caught.value.details["position"] == 2


@pytest.mark.parametrize("slots", [3, 65])
def test_slots_fit_the_longest_record_and_the_context(slots: int) -> None:
    with pytest.raises(ShapeError, match=f"{slots} slots"):
        batch_records(["", "abc"], PLAIN, 64, slots=slots)


@pytest.mark.parametrize("token", [-1, 259, 256, 257, 258])
def test_ids_of_text_are_bytes_and_merges_only(token: int) -> None:
    with pytest.raises(TokenIdError) as caught:
        batch_ids([[1], [2, token]], PLAIN, 64)
    assert caught.value.record == 1
    assert caught.value.details["id"] == token


def test_ids_give_the_batch_their_text_gives(tokenizer: Tokenizer) -> None:
    text = "The key is red."
    from_ids = batch_ids([tokenizer.encode(text)], tokenizer, 64)
    assert torch.equal(from_ids.ids, batch_records([text], tokenizer, 64).ids)  # [B,T]


def test_a_continued_record_ends_open() -> None:
    batch = batch_ids([[97, 98], [120], []], PLAIN, 6, continued=[[65, 257], None, []])
    assert batch.ids.tolist() == [
        [256, 97, 98, 65, 257, 258],  # EOS may be among them, and is an input like any other
        [256, 120, 258, 258, 258, 258],
        [256, 258, 258, 258, 258, 258],
    ]
    assert batch.targets.tolist() == [
        [97, 98, 65, 257, -100, -100],
        [120, 257, -100, -100, -100, -100],
        [-100] * 6,
    ]
    assert batch.lengths == (5, 2, 1)
    assert batch.scored_events == 6


def test_what_is_continued_fills_the_context_and_no_more() -> None:
    assert batch_ids([[97] * 4], PLAIN, 8, continued=[[98] * 3]).lengths == (8,)
    with pytest.raises(RecordTooLongError, match="needs 9 positions") as caught:
        batch_ids([[], [97] * 4], PLAIN, 8, continued=[None, [98] * 4])
    assert caught.value.record == 1
    assert caught.value.details == {"positions": 9, "limit": 8, "over": 1}


@pytest.mark.parametrize("token", [-1, 259])
def test_a_continuation_has_ids_of_the_vocabulary(token: int) -> None:
    with pytest.raises(TokenIdError, match="0 to 258") as caught:
        batch_ids([[], [97]], PLAIN, 8, continued=[None, [256, 258, token]])
    assert caught.value.record == 1
    assert caught.value.details["id"] == token


def test_replacing_in_an_open_record_asks_its_end_for_nothing() -> None:
    batch = batch_ids([[97]], PLAIN, 5, continued=[[98]])
    changed = replace_ids(batch, 0, {2: 90, 3: 66})
    assert changed.ids.tolist() == [[256, 97, 90, 66, 258]]
    assert changed.targets.tolist() == [[97, 90, -100, -100, -100]]


def test_a_replaced_input_is_also_the_target_before_it() -> None:
    batch = batch_records(["abc", "xyz"], PLAIN, 6)
    changed = replace_ids(batch, 1, {2: 90, 5: 65})
    assert changed.ids.tolist() == [[256, 97, 98, 99, 258, 258], [256, 120, 90, 122, 258, 65]]
    assert changed.targets.tolist() == [
        [97, 98, 99, 257, -100, -100],
        [120, 90, 122, 257, -100, -100],
    ]
    assert torch.equal(changed.valid, batch.valid)  # [B,T]
    assert changed.scored_events == batch.scored_events == 8
    assert batch.ids[1, 2] == 121  # the batch it came from is untouched
    assert batch.targets[1, 1] == 121


def test_the_first_slot_and_the_first_padding_slot_change_no_target() -> None:
    batch = batch_records(["abc"], PLAIN, 6)
    changed = replace_ids(batch, 0, {0: 97, 4: 98})
    assert changed.ids.tolist() == [[97, 97, 98, 99, 98, 258]]
    assert torch.equal(changed.targets, batch.targets)  # [B,T]


@given(st.text(min_size=1, max_size=10), st.data())
def test_replacing_keeps_targets_the_next_input(text: str, data: st.DataObject) -> None:
    size = len(text.encode())
    batch = batch_records([text], PLAIN, size + 4)
    wanted = data.draw(st.dictionaries(st.integers(0, size + 3), st.integers(0, 258)))
    changed = replace_ids(batch, 0, wanted)
    for slot in range(size + 4):
        assert changed.ids[0, slot] == wanted.get(slot, int(batch.ids[0, slot]))
    assert torch.equal(changed.targets[0, :size], changed.ids[0, 1 : size + 1])  # [size]
    assert torch.equal(changed.targets[0, size:], batch.targets[0, size:])  # [T-size]


@pytest.mark.parametrize(("record", "slot"), [(1, 0), (-1, 0), (0, 6), (0, -1)])
def test_a_slot_that_is_not_there_is_refused(record: int, slot: int) -> None:
    with pytest.raises(SlotError) as caught:
        replace_ids(batch_records(["abc"], PLAIN, 6), record, {slot: 97})
    assert caught.value.record == record


@pytest.mark.parametrize("token", [-1, 259])
def test_an_id_outside_the_vocabulary_is_refused(token: int) -> None:
    with pytest.raises(TokenIdError, match="0 to 258") as caught:
        replace_ids(batch_records(["abc"], PLAIN, 6), 0, {1: token})
    assert caught.value.record == 0


def test_arrays_that_do_not_fit_make_no_batch() -> None:
    ids = torch.zeros(1, 3, dtype=torch.long)  # [B,T]
    with pytest.raises(ShapeError, match="one shape"):
        Batch(ids, torch.ones(1, 2, dtype=torch.bool), ids, 291)
    with pytest.raises(ShapeError, match="one shape"):
        Batch(ids[0], ids[0] == 0, ids[0], 291)
    with pytest.raises(ShapeError, match="long, bool and long"):
        Batch(ids, ids, ids, 291)
