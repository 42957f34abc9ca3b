"""One token a character: exact both ways, and a foreign character is named with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.encoding import Piece
from minigpt.errors import TextError, TokenIdError, TokenizerError, UnknownCharacterError
from minigpt.resources import data_dir

CHARACTERS = "\n abcé漢"


@pytest.fixture
def letters() -> CharacterTokenizer:
    return CharacterTokenizer(CHARACTERS)


def test_an_id_is_the_place_of_its_character(letters: CharacterTokenizer) -> None:
    assert letters.encode("abé 漢\n") == [2, 3, 5, 1, 6, 0]
    assert letters.decode([2, 3, 5, 1, 6, 0]) == "abé 漢\n"
    assert letters.encode("") == []
    assert (letters.bos_id, letters.eos_id, letters.pad_id) == (None, None, 0)


def test_pieces_tile_the_bytes_of_the_text(letters: CharacterTokenizer) -> None:
    made = letters.encode_steps("aé漢b")
    assert made.pieces == [Piece(2, 0, 1), Piece(5, 1, 3), Piece(6, 3, 6), Piece(3, 6, 7)]
    assert made.steps == []
    assert [letters.piece(piece.id) for piece in made.pieces] == [
        "aé漢b".encode()[piece.start : piece.end] for piece in made.pieces
    ]


@given(st.text(alphabet=CHARACTERS, max_size=60))
@settings(max_examples=40)
def test_every_text_of_its_characters_comes_back(text: str) -> None:
    letters = CharacterTokenizer(CHARACTERS)
    assert letters.decode(letters.encode(text)) == text
    assert letters.encode_steps(text).ids == letters.encode(text)


@pytest.mark.parametrize(
    ("text", "sentence", "place"),
    [
        ("abX", 'Character 2 (line 1, column 3) is "X" (U+0058)', (2, 1, 3)),
        ("ab\nc\n cX", 'Character 7 (line 3, column 3) is "X" (U+0058)', (7, 3, 3)),
        ("abX\n\n", 'Character 2 (line 1, column 3) is "X"', (2, 1, 3)),
        ("\t", "Character 0 (line 1, column 1) is U+0009,", (0, 1, 1)),
        ("a\u00a0", "Character 1 (line 1, column 2) is U+00A0,", (1, 1, 2)),
        ("a\ud83d", "Character 1 (line 1, column 2) is U+D83D,", (1, 1, 2)),
    ],
)
def test_a_foreign_character_is_named_with_its_place(
    letters: CharacterTokenizer, text: str, sentence: str, place: tuple[int, int, int]
) -> None:
    for encode in (letters.encode, letters.encode_steps):
        with pytest.raises(UnknownCharacterError) as caught:
            encode(text)
        assert sentence in caught.value.message
        assert "one of the 7 characters" in caught.value.message
        found = caught.value.details
        assert (found["position"], found["line"], found["column"]) == place
        assert isinstance(caught.value, TextError)  # whoever handles texts handles this
        caught.value.message.encode()  # it can be sent: no half character is quoted


def test_an_id_outside_the_vocabulary_is_refused(letters: CharacterTokenizer) -> None:
    for token in (-1, 7):
        with pytest.raises(TokenIdError, match="the vocabulary has 0 to 6"):
            letters.decode([token])


def test_a_saved_file_is_read_back_and_its_bytes_repeat(
    letters: CharacterTokenizer, tmp_path: Path
) -> None:
    letters.save(tmp_path / "a.json")
    loaded = CharacterTokenizer.load(tmp_path / "a.json")
    assert (loaded.characters, loaded.name) == (CHARACTERS, "characters")
    loaded.save(tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ({"name": "n", "characters": ""}, "characters must be a non-empty string"),
        ({"name": "n", "characters": ["a"]}, "characters must be a non-empty string"),
        ({"name": "", "characters": "a"}, "name must be a non-empty string"),
        ({"name": "n", "characters": "aba"}, 'characters has "a" (U+0061) twice'),
        ({"name": "n", "characters": "a\ud83d"}, "U+D83D, half of a surrogate pair"),
        ({"name": "n"}, "lacks characters"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: object, sentence: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(TokenizerError) as caught:
        CharacterTokenizer.load(path)
    assert sentence in caught.value.message


@pytest.mark.parametrize("name", ["shakespeare", "shakespeare-large"])
def test_tiny_shakespeare_has_65_characters(name: str) -> None:
    folder = data_dir().parent / name
    letters = CharacterTokenizer.load(folder / "tokenizer.json")
    # Counted in the text by another program: sort -u over its characters.
    assert letters.characters == (
        "\n !$&',-.3:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    )
    assert letters.vocabulary_size == 65
    sample = (folder / "sample.txt").read_bytes().decode("ascii")
    assert letters.decode(letters.encode(sample)) == sample
    assert 1000 < len(sample) < 1500


def test_characters_are_sorted_by_code_point() -> None:
    assert CharacterTokenizer.from_text("to be or not").characters == " benort"
    with pytest.raises(TokenizerError, match="at least one character"):
        CharacterTokenizer.from_text("")
