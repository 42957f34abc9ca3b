"""The vocabulary as a list: 291 entries, each named so that nothing looks alike."""

from __future__ import annotations

from collections import Counter

from minigpt.character_tokenizer import CharacterTokenizer
from minigpt.id_tokenizer import IdTokenizer
from minigpt.tokenizer import Tokenizer
from minigpt.vocabulary import VocabularyEntry, visible, vocabulary


def test_every_id_has_its_kind(tokenizer: Tokenizer) -> None:
    entries = vocabulary(tokenizer)
    assert [entry.id for entry in entries] == list(range(291))
    assert Counter(entry.kind for entry in entries) == {"byte": 256, "special": 3, "merge": 32}
    assert entries[:256] == [entry for entry in entries if entry.kind == "byte"]
    assert [entry.bytes for entry in entries[:256]] == [bytes([value]) for value in range(256)]


def test_specials_have_names_and_no_bytes(tokenizer: Tokenizer) -> None:
    entries = vocabulary(tokenizer)[256:259]
    assert entries == [
        VocabularyEntry(256, "special", b"", "BOS"),
        VocabularyEntry(257, "special", b"", "EOS"),
        VocabularyEntry(258, "special", b"", "PAD"),
    ]


def test_merges_say_what_they_are_made_of(tokenizer: Tokenizer) -> None:
    entries = vocabulary(tokenizer)
    # The chapter writes ID 265 as "he" and a visible space, 270 as "red".
    assert entries[265] == VocabularyEntry(265, "merge", b"he ", "he␠", 6, 104, 260)
    assert entries[270] == VocabularyEntry(270, "merge", b"red", "red", 11, 114, 263)
    assert all(
        entry.bytes == entries[entry.left or 0].bytes + entries[entry.right or 0].bytes
        for entry in entries[259:]
    )


def test_control_characters_and_byte_fragments_are_visible(tokenizer: Tokenizer) -> None:
    names = {entry.id: entry.name for entry in vocabulary(tokenizer)}
    assert [names[token] for token in (0x00, 0x0A, 0x20, 0x21, 0x7E, 0x7F, 0x80, 0xE7)] == [
        "⟨00⟩", "⟨0a⟩", "␠", "!", "~", "⟨7f⟩", "⟨80⟩", "⟨e7⟩",
    ]  # fmt: skip
    assert len(set(names.values())) == 291


def test_typed_signs_are_not_mistaken_for_what_they_stand_for() -> None:
    assert visible("␠".encode()) == "⟨e2⟩⟨90⟩⟨a0⟩"
    assert visible(b"<0a>") == "<0a>"
    assert visible("⟨".encode()) == "⟨e2⟩⟨9f⟩⟨a8⟩"


def test_characters_are_shown_as_themselves_or_as_a_sign() -> None:
    letters = CharacterTokenizer("\n\t aé漢␠\u00a0⟨")
    assert [(entry.kind, entry.name) for entry in vocabulary(letters)] == [
        ("character", name)
        for name in ("⏎", "⇥", "␠", "a", "é", "漢", "⟨U+2420⟩", "⟨U+00A0⟩", "⟨U+27E8⟩")
    ]
    assert vocabulary(letters)[4].bytes == b"\xc3\xa9"


def test_ids_are_shown_as_their_numbers() -> None:
    assert vocabulary(IdTokenizer(12))[11] == VocabularyEntry(11, "id", b"#11", "#11")
