"""A byte-level tokenizer of the `tokenizers` library: its IDs, and the bytes of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from minigpt.errors import TextError, TokenIdError, TokenizerError, UnknownCharacterError
from minigpt.library_tokenizer import LibraryTokenizer

TEXTS = ["The key is red. Answer: red.", "The key is blue.", "钥匙是红色的。", "naïve café\n\tend"]


def trained(*, prefix_space: bool = False) -> tokenizers.Tokenizer:
    """A small GPT-2-style tokenizer."""
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=prefix_space)
    made.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=290,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(TEXTS, trainer)
    return made


LIBRARY = trained()
OURS = LibraryTokenizer(LIBRARY.to_str())


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text_has_the_librarys_ids_and_comes_back(text: str) -> None:
    ids = OURS.encode(text)
    assert ids == LIBRARY.encode(text).ids
    assert OURS.decode_bytes(ids) == text.encode("utf-8")
    assert OURS.decode(ids) == text
    encoding = OURS.encode_steps(text)
    assert encoding.ids == ids
    assert encoding.steps == []
    data = text.encode("utf-8")
    assert [data[piece.start : piece.end] for piece in encoding.pieces] == list(
        map(OURS.piece, ids)
    )


def test_every_byte_has_a_token_of_its_own() -> None:
    pieces = [OURS.piece(token) for token in range(OURS.vocabulary_size)]
    assert {bytes([value]) for value in range(256)} <= set(pieces)
    assert len(set(pieces)) == len(pieces) == LIBRARY.get_vocab_size()


def test_half_a_character_is_bytes_and_then_a_sign() -> None:
    ids = OURS.encode("匙")
    assert OURS.decode(ids) == "匙"
    first = next(token for token in range(256) if OURS.piece(token) == b"\xe5")
    assert OURS.decode([first]) == "�"


def test_an_end_of_text_is_a_token_with_its_text() -> None:
    assert OURS.encode("<|endoftext|>") == [0]
    assert OURS.piece(0) == b"<|endoftext|>"
    assert (OURS.bos_id, OURS.eos_id, OURS.pad_id) == (None, None, 0)


def test_an_added_token_is_its_text_and_not_of_the_alphabet() -> None:
    """Ġ is how a space is written in the alphabet of bytes; in an added token it is a letter."""
    library = trained()
    library.add_special_tokens(["<Ġ end>"])
    tokenizer = LibraryTokenizer(library.to_str())
    (token,) = tokenizer.encode("<Ġ end>")
    assert tokenizer.piece(token) == "<Ġ end>".encode()


def test_a_space_that_is_added_covers_nothing_of_the_text() -> None:
    tokenizer = LibraryTokenizer(trained(prefix_space=True).to_str())
    text = "é key"
    pieces = tokenizer.encode_steps(text).pieces
    assert pieces[0].start == 0
    assert pieces[-1].end == len(text.encode("utf-8"))


def test_padding_and_truncation_of_the_file_do_not_act() -> None:
    library = trained()
    library.enable_padding(length=50)
    library.enable_truncation(2)
    assert LibraryTokenizer(library.to_str()).encode(TEXTS[0]) == OURS.encode(TEXTS[0])


def test_half_of_a_surrogate_pair_is_refused_with_its_place() -> None:
    with pytest.raises(TextError, match=r"Character 2 is U\+D83D"):
        OURS.encode("ab\ud83d")


@pytest.mark.parametrize("token", [-1, 290, 10**9])
def test_an_id_outside_is_refused(token: int) -> None:
    with pytest.raises(TokenIdError):
        OURS.piece(token)


def test_it_is_saved_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    OURS.save(path)
    assert LibraryTokenizer.load(path).encode(TEXTS[2]) == OURS.encode(TEXTS[2])
    assert path.read_text("utf-8") == LIBRARY.to_str()


def word_level() -> str:
    """Words whose bytes nobody knows: are there spaces between them?"""
    model = tokenizers.models.WordLevel({"a": 0, "b": 1}, unk_token="a")
    return str(tokenizers.Tokenizer(model).to_str())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "does not take it"),
        ("[]", "does not take it"),
        ('{"model": {"type": "BPE"}}', "does not take it"),
        (LIBRARY.to_str()[:2000], "does not take it"),
        (word_level(), "decoder is not ByteLevel"),
    ],
)
def test_what_is_no_byte_level_tokenizer_is_refused(
    tmp_path: Path, content: str, sentence: str
) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(content, "utf-8")
    with pytest.raises(TokenizerError, match=rf"tokenizer\.json: .*{sentence}"):
        LibraryTokenizer.load(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match=r"tokenizer\.json cannot be read"):
        LibraryTokenizer.load(tmp_path / "tokenizer.json")


def with_model(**settings: object) -> str:
    """The same tokenizer with other settings of how it merges."""
    fields = json.loads(LIBRARY.to_str())
    fields["model"] |= settings
    return json.dumps(fields)


def test_merges_dropped_at_random_are_not_dropped(tmp_path: Path) -> None:
    text = "The key is red. " * 20
    theirs = tokenizers.Tokenizer.from_str(with_model(dropout=0.5))
    assert len({tuple(theirs.encode(text).ids) for _ in range(20)}) > 1
    tokenizer = LibraryTokenizer(with_model(dropout=0.5))
    assert (tokenizer.dropout, OURS.dropout) == (0.5, 0)
    assert all(tokenizer.encode(text) == OURS.encode(text) for _ in range(20))
    tokenizer.save(tmp_path / "tokenizer.json")
    kept = LibraryTokenizer.load(tmp_path / "tokenizer.json")
    assert (kept.dropout, kept.encode(text)) == (0, OURS.encode(text))


def partial(unknown: str | None = None) -> tokenizers.Tokenizer:
    """Trained on a few letters, without the whole alphabet of bytes."""
    made = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token=unknown))
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = tokenizers.decoders.ByteLevel()
    special = [unknown, "<é>"] if unknown else ["<é>"]
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=60, special_tokens=special, show_progress=False
    )
    made.train_from_iterator(["the key is red", "the key is blue"], trainer)
    return made


@pytest.mark.parametrize(
    ("text", "place", "code_point"),
    [
        ("a key", 0, "U+0061"),
        ("the\nkey is red", 3, "U+000A"),
        ("the key is réd", 12, "U+00E9"),
        ("<é> key é", 8, "U+00E9"),
        ("中文", 0, "U+4E2D"),
    ],
)
def test_a_text_that_would_be_cut_is_refused_with_the_first_character(
    text: str, place: int, code_point: str
) -> None:
    library = partial()
    assert library.decode(library.encode(text).ids, skip_special_tokens=False) != text
    tokenizer = LibraryTokenizer(library.to_str())
    for encode in (tokenizer.encode, tokenizer.encode_steps):
        with pytest.raises(UnknownCharacterError, match=f"Character {place} ") as told:
            encode(text)
    before = text[:place]
    assert told.value.details == {
        "position": place,
        "line": before.count("\n") + 1,
        "column": place - before.rfind("\n"),
        "code_point": code_point,
    }


def test_what_a_partial_alphabet_has_is_encoded() -> None:
    library = partial()
    tokenizer = LibraryTokenizer(library.to_str())
    for text in ("the key is blue", "<é>the key", ""):
        assert tokenizer.encode(text) == library.encode(text).ids
        assert tokenizer.decode(tokenizer.encode(text)) == text


def test_a_token_for_what_is_unknown_cuts_nothing() -> None:
    library = partial("?")
    tokenizer = LibraryTokenizer(library.to_str())
    assert tokenizer.encode("the a key") == library.encode("the a key").ids
    assert tokenizer.encode_steps("the a key").pieces[-1].end == 9


def test_spaces_that_are_dropped_are_refused() -> None:
    library = trained()
    library.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
        [tokenizers.pre_tokenizers.WhitespaceSplit(), library.pre_tokenizer]
    )
    with pytest.raises(UnknownCharacterError, match=r"Character 3 .*U\+0020"):
        LibraryTokenizer(library.to_str()).encode("The key")


def test_a_mark_that_becomes_one_with_its_letter_is_no_cut() -> None:
    library = trained()
    library.normalizer = tokenizers.normalizers.NFC()
    text = "cafe\u0301 key"
    assert LibraryTokenizer(library.to_str()).encode(text) == library.encode(text).ids


@pytest.mark.parametrize("mark", ["end_of_word_suffix", "continuing_subword_prefix"])
def test_marks_in_the_names_of_tokens_are_refused(mark: str) -> None:
    # The library itself stops at such a prefix here.
    with pytest.raises(TokenizerError, match=f"{mark}|does not take it"):
        LibraryTokenizer(with_model(**{mark: "</w>"}))


def test_what_the_library_does_not_encode_is_refused() -> None:
    model = tokenizers.models.WordLevel({"a": 0}, unk_token="?")
    library = tokenizers.Tokenizer(model)
    library.decoder = tokenizers.decoders.ByteLevel()
    with pytest.raises(TokenizerError, match="does not take this text"):
        LibraryTokenizer(library.to_str()).encode("b")
