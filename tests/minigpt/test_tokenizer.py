"""Text to IDs and back: exact, never special, the same bytes of file every time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigpt.corpus import Corpus
from minigpt.errors import TextError, TokenIdError
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer

TEXTS = st.one_of(st.text(), st.text("The key is blue. Answer: red, 750 yuan; order K17"))

AWKWARD = [
    "",
    "x != y",
    " !",
    "don 't . stop",
    "\u00e9",  # one code point
    "e\u0301",  # the same letter from two
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family of three, 18 bytes
    "\U0001f44d\U0001f3ff",
    "\ufeffa",  # a byte order mark is text like any other
    "ab\x00cd",
    "\r\n\t\x7f\x80\x85\u2028",
    "\u202eright to left\u202c",
    "Z\u0351\u036b\u0343a\u030a\u0352",
    "\ufffd\uffff\U0010ffff",
    "␠⟨0a⟩",
    "巴黎是法国的首都。",
]
SPECIAL_NAMES = [
    "BOS", "EOS", "PAD", "<BOS>", "<EOS>", "<PAD>", "<|endoftext|>", "[PAD]", "⟨BOS⟩", "256", "257",
]  # fmt: skip


@given(text=TEXTS)
def test_any_text_comes_back_unchanged_and_without_special_ids(
    tokenizer: Tokenizer, text: str
) -> None:
    ids = tokenizer.encode(text)
    assert tokenizer.decode_bytes(ids) == text.encode()
    assert tokenizer.decode(ids) == text
    assert {256, 257, 258}.isdisjoint(ids)


@pytest.mark.parametrize("text", AWKWARD + SPECIAL_NAMES)
def test_awkward_text_comes_back_unchanged(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode(text)
    assert tokenizer.decode_bytes(ids) == text.encode()
    assert tokenizer.decode(ids) == text
    assert {256, 257, 258}.isdisjoint(ids)


def test_nothing_is_normalised(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("\u00e9") == [0xC3, 0xA9]
    assert tokenizer.encode("e\u0301") == [0x65, 0xCC, 0x81]
    assert tokenizer.encode("\ufeffa") == [0xEF, 0xBB, 0xBF, 0x61]
    assert tokenizer.encode("ab\x00cd") == [0x61, 0x62, 0x00, 0x63, 0x64]


def test_the_chapters_records(tokenizer: Tokenizer, figures: dict[str, Any]) -> None:
    for record in figures["batch"]["records"]:
        assert tokenizer.encode(record["text"]) == record["ids"][1:]


def test_the_vocabulary_is_bytes_specials_and_merges(tokenizer: Tokenizer) -> None:
    assert tokenizer.vocabulary_size == 291
    assert (tokenizer.bos_id, tokenizer.eos_id, tokenizer.pad_id) == (256, 257, 258)
    assert [tokenizer.piece(special) for special in (256, 257, 258)] == [b""] * 3
    assert tokenizer.piece(265) == b"he "
    assert tokenizer.decode([256, 84, 265, 257, 258]) == "The "


def test_training_gives_the_figures_merges(
    tokenizer: Tokenizer, corpus: Corpus, figures: dict[str, Any]
) -> None:
    trained = Tokenizer.train(record.text for record in corpus.train)
    expected = figures["tokenizer"]["merges"]
    assert [[merge.left, merge.right] for merge in trained.merges] == expected
    assert [merge.id for merge in trained.merges] == list(range(259, 291))
    assert trained.merges == tokenizer.merges
    # No merge of MG-1 comes near the early end, and none overlaps itself.
    assert min(merge.count for merge in trained.merges) == 5
    assert all(merge.count == merge.replaced for merge in trained.merges)


def test_the_file_comes_out_byte_for_byte(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    Tokenizer.train(record.text for record in corpus.train).save(path)
    assert path.read_bytes() == (data_dir() / "tokenizer.json").read_bytes()
    again = tmp_path / "again.json"
    Tokenizer.load(path).save(again)
    assert again.read_bytes() == path.read_bytes()


def test_the_file_does_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from minigpt.corpus import Corpus; from minigpt.tokenizer import Tokenizer\n"
        "corpus = Corpus.load(Path(sys.argv[1]))\n"
        "Tokenizer.train(r.text for r in corpus.train).save(Path(sys.argv[2]))\n"
    )
    for seed in ("0", "1"):
        path = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", program, data_dir() / "corpus.json", path],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
        )
        assert path.read_bytes() == (data_dir() / "tokenizer.json").read_bytes()


def test_too_little_to_learn_from_leaves_the_specials_where_they_are(tmp_path: Path) -> None:
    for texts in ([], [""], ["a"], ["abc"]):
        tokenizer = Tokenizer.train(texts)
        assert tokenizer.merges == ()
        assert tokenizer.vocabulary_size == 259
        assert (tokenizer.bos_id, tokenizer.eos_id, tokenizer.pad_id) == (256, 257, 258)
        tokenizer.save(tmp_path / "tokenizer.json")
        assert Tokenizer.load(tmp_path / "tokenizer.json").merges == ()


def test_a_run_of_three_becomes_two_tokens() -> None:
    assert Tokenizer.train(["aaaaa"], 1).encode("aaa") == [259, 97]


@pytest.mark.parametrize(
    ("text", "position", "code_point"),
    [("\ud83d", 0, "U+D83D"), ("ab\udc00c", 2, "U+DC00"), ("\ude42\ud83d", 0, "U+DE42")],
)
def test_half_a_surrogate_pair_is_refused_with_its_place(
    tokenizer: Tokenizer, text: str, position: int, code_point: str
) -> None:
    for read in (tokenizer.encode, tokenizer.encode_steps):
        with pytest.raises(TextError, match=code_point.replace("+", r"\+")) as caught:
            read(text)
        assert caught.value.details == {"position": position, "code_point": code_point}


@pytest.mark.parametrize(
    ("data", "text"),
    [
        # WHATWG: one replacement sign for each maximal part of a character.
        (b"\xf0\x9f\x99\x82", "🙂"),
        (b"\xf0\x9f", "\ufffd"),
        (b"\x80", "\ufffd"),
        (b"\xc0\xaf", "\ufffd\ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
        (b"\xf0\x9fA", "\ufffdA"),
        (b"\xef\xbb\xbfa", "\ufeffa"),
    ],
)
def test_broken_characters_decode_as_in_a_browser(
    tokenizer: Tokenizer, data: bytes, text: str
) -> None:
    assert tokenizer.decode(list(data)) == text


@pytest.mark.parametrize("token", [-1, 291, 10**9])
def test_an_unknown_id_is_refused(tokenizer: Tokenizer, token: int) -> None:
    for read in (tokenizer.decode, tokenizer.decode_bytes):
        with pytest.raises(TokenIdError, match="the vocabulary has 0 to 290"):
            read([84, token])
    with pytest.raises(TokenIdError):
        tokenizer.piece(token)


def test_pieces_and_steps_of_a_word(tokenizer: Tokenizer) -> None:
    # By hand, from the figures' merges: (101,32)=260, (101,121)=264, (104,260)=265, (107,264)=268.
    encoding = tokenizer.encode_steps("The key")
    assert encoding.ids == [84, 265, 268]
    assert encoding.pieces == [(84, 0, 1), (265, 1, 4), (268, 4, 7)]
    assert encoding.steps == [
        (1, 101, 32, 260, [2]),
        (5, 101, 121, 264, [5]),
        (6, 104, 260, 265, [1]),
        (9, 107, 264, 268, [4]),
    ]


def test_offsets_count_bytes(tokenizer: Tokenizer) -> None:
    # 8 code points, 10 UTF-16 units, 14 bytes: only the last is what offsets count.
    encoding = tokenizer.encode_steps("👍🏿 John")
    assert [piece.start for piece in encoding.pieces] == list(range(13))
    assert encoding.pieces[-4:] == [(74, 9, 10), (111, 10, 11), (104, 11, 12), (110, 12, 13)]


@given(text=TEXTS)
def test_pieces_and_steps_account_for_every_byte(tokenizer: Tokenizer, text: str) -> None:
    data = text.encode()
    ids, pieces, steps = tokenizer.encode_steps(text)
    assert ids == tokenizer.encode(text) == [piece.id for piece in pieces]
    assert b"".join(data[piece.start : piece.end] for piece in pieces) == data
    assert all(tokenizer.piece(token) == data[start:end] for token, start, end in pieces)

    # Replayed from single bytes, the steps end in the pieces.
    replayed = {place: (value, place + 1) for place, value in enumerate(data)}
    assert [step.rank for step in steps] == sorted({step.rank for step in steps})
    for _, left, right, merged, at in steps:
        assert at == sorted(at)
        for place in at:
            token, middle = replayed[place]
            other, end = replayed.pop(middle)
            assert (token, other) == (left, right)
            replayed[place] = (merged, end)
    assert [(token, start, end) for start, (token, end) in sorted(replayed.items())] == pieces


def test_many_merges_encode_as_their_steps_say() -> None:
    # Beyond a few hundred merges, encoding goes another way than with MG-1's 32.
    words = [f"{left}{right}{left}" for left in "abcdefghijklmnopqrst" for right in "uvwxyz"]
    many = Tokenizer.train([" ".join(words)] * 2, 400)
    assert len(many.merges) > 256
    text = "é" + " ".join(words)
    ids, _, steps = many.encode_steps(text)
    assert max(step.rank for step in steps) > 256
    assert many.encode(text) == ids
    assert many.decode(ids) == text
