"""A model without a tokenizer takes IDs as they are written, and shows them as their numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigpt.encoding import Piece
from minigpt.errors import TextError, TokenIdError, TokenizerError
from minigpt.id_tokenizer import IdTokenizer


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("12 5 #7", [12, 5, 7]),
        ("", []),
        ("  \n", []),
        ("\t0\n#99 ", [0, 99]),
        ("#1#2#3", [1, 2, 3]),
        ("007", [7]),
    ],
)
def test_numbers_are_ids(text: str, ids: list[int]) -> None:
    assert IdTokenizer(100).encode(text) == ids


def test_the_bytes_of_each_number_are_known() -> None:
    assert IdTokenizer(100).encode_steps("\u2003 12 \u2003#5\n7").pieces == [
        Piece(12, 4, 6),  # a wide space has three bytes
        Piece(5, 10, 12),
        Piece(7, 13, 14),
    ]


@given(st.lists(st.integers(0, 99), max_size=20))
@settings(max_examples=30)
def test_what_is_decoded_is_read_back(ids: list[int]) -> None:
    tokens = IdTokenizer(100)
    assert tokens.encode(tokens.decode(ids)) == ids
    assert tokens.decode(ids).encode() == tokens.decode_bytes(ids)


@pytest.mark.parametrize(
    ("text", "place"), [("12 x", 3), ("1,2", 0), ("-1", 0), ("1 #", 2), ("1 ##2", 2), ("1 ٣", 2)]
)
def test_what_is_no_number_is_named_with_its_place(text: str, place: int) -> None:
    with pytest.raises(TextError, match="takes IDs alone") as caught:
        IdTokenizer(100).encode(text)
    assert caught.value.details["position"] == place


@pytest.mark.parametrize("text", ["100", "5 #100", "9" * 30, "1" * 10_000])
def test_an_id_outside_the_vocabulary_is_refused(text: str) -> None:
    with pytest.raises(TokenIdError, match="no token ID; the vocabulary has 0 to 99"):
        IdTokenizer(100).encode(text)


def test_many_zeros_are_still_zero() -> None:
    assert IdTokenizer(100).encode("0" * 5000) == [0]


def test_no_ids_make_no_vocabulary() -> None:
    with pytest.raises(TokenizerError, match="at least one ID"):
        IdTokenizer(0)
    with pytest.raises(TokenIdError):
        IdTokenizer(3).piece(3)
