"""Records that are pieces of a stream: tokens in, next tokens out, nothing put around them."""

from __future__ import annotations

import pytest

from minigpt.batch import IGNORED, batch_ids, batch_records, replace_ids
from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.errors import (
    EmptyRecordError,
    RecordTooLongError,
    TokenIdError,
    UnknownCharacterError,
)
from minigpt.id_tokenizer import IdTokenizer
from minigpt.pipeline import make_batch
from minigpt.tokenizer import Tokenizer

LETTERS = CharacterTokenizer("abcdef")


def test_each_target_is_the_next_token_and_the_last_is_not_known() -> None:
    batch = batch_records(["abc", "f"], LETTERS, 5)
    assert batch.ids.tolist() == [[0, 1, 2, 0, 0], [5, 0, 0, 0, 0]]
    assert batch.valid.tolist() == [[True] * 3 + [False] * 2, [True] + [False] * 4]
    assert batch.targets.tolist() == [[1, 2] + [IGNORED] * 3, [IGNORED] * 5]
    assert batch.lengths == (3, 1)
    assert batch.scored_events == 2


def test_what_follows_in_the_text_is_the_last_target() -> None:
    batch = batch_ids([[0, 1], [2], [3]], LETTERS, 4, slots=2, following=[4, None, 0])
    assert batch.targets.tolist() == [[1, 4], [IGNORED, IGNORED], [0, IGNORED]]
    assert batch.scored_events == 3


def test_a_full_context_is_scored_at_every_slot() -> None:
    batch = batch_ids([[0, 1, 2]], LETTERS, 3, following=[3])
    assert batch.valid.all()
    assert batch.scored_events == 3


def test_a_continued_record_ends_open_unless_its_next_is_given() -> None:
    batch = make_batch([[0], [0]], LETTERS, 3, continued=[[1, 2], [1]], following=[None, 5])
    assert batch.ids.tolist() == [[0, 1, 2], [0, 1, 0]]
    assert batch.targets.tolist() == [[1, 2, IGNORED], [1, 5, IGNORED]]


def test_an_exchanged_token_is_the_target_before_it() -> None:
    batch = replace_ids(batch_ids([[0, 1, 2]], LETTERS, 3, following=[3]), 0, {0: 5, 2: 4})
    assert batch.ids.tolist() == [[5, 1, 4]]
    assert batch.targets.tolist() == [[1, 4, 3]]


def test_an_empty_record_is_refused_by_its_index() -> None:
    with pytest.raises(EmptyRecordError, match="at least one token") as caught:
        batch_records(["ab", ""], LETTERS, 5)
    assert (caught.value.record, caught.value.code) == (1, "record_empty")
    assert batch_ids([[]], LETTERS, 5, continued=[[1]]).ids.tolist() == [[1, 0, 0, 0, 0]]


def test_a_long_record_is_refused_without_a_word_of_bos() -> None:
    with pytest.raises(RecordTooLongError) as caught:
        batch_records(["a", "abcd"], LETTERS, 3)
    assert caught.value.record == 1
    assert caught.value.details == {"positions": 4, "limit": 3, "over": 1}
    assert "BOS" not in caught.value.message


def test_a_foreign_character_or_id_names_its_record() -> None:
    with pytest.raises(UnknownCharacterError) as caught:
        batch_records(["a", "bz"], LETTERS, 3)
    assert (caught.value.record, caught.value.details["position"]) == (1, 1)
    with pytest.raises(TokenIdError) as unknown:
        batch_records(["1", "2 9"], IdTokenizer(5), 3)
    assert unknown.value.record == 1
    with pytest.raises(TokenIdError) as follows:
        batch_ids([[0], [1]], LETTERS, 3, following=[1, 6])
    assert follows.value.record == 1


def test_every_id_of_a_stream_is_an_ordinary_one() -> None:
    assert batch_ids([[256, 258]], IdTokenizer(300), 2).ids.tolist() == [[256, 258]]


def test_nothing_follows_a_record_that_ends_with_eos(tokenizer: Tokenizer) -> None:
    with pytest.raises(TokenIdError, match="ends with EOS") as caught:
        batch_ids([[65], [66]], tokenizer, 8, following=[None, 67])
    assert caught.value.record == 1
    plain = batch_ids([[65]], tokenizer, 8)
    assert batch_ids([[65]], tokenizer, 8, following=[None]).targets.equal(plain.targets)
