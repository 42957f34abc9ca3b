"""Prompts whose text begins a training record and whose tokens do not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigpt.alignment import misalignment
from minigpt.bpe import Merge
from minigpt.cli.main import main
from minigpt.corpus import Corpus, CorpusRecord
from minigpt.generation_json import alignment_document
from minigpt.tokenizer import Tokenizer

#: "a" and "b" become one token, and that with "c" another.
SMALL = Tokenizer([Merge(0, 97, 98, 259, 1, 1), Merge(1, 259, 99, 260, 1, 1)])


def records(*texts: str) -> list[CorpusRecord]:
    return [CorpusRecord(f"r{index}", text) for index, text in enumerate(texts)]


def test_the_colon_and_its_space(tokenizer: Tokenizer, corpus: Corpus) -> None:
    found = misalignment("The key is red. Answer:", corpus.train, tokenizer)
    assert found is not None
    assert (found.record.id, found.record.text) == ("train-05", "The key is red. Answer: red.")
    # T he␠ key ␠ is␠ red .␠ A ns w er and then the two part; BOS is in slot 0.
    assert found.slot == 12
    assert [tuple(piece) for piece in found.prompt] == [(58, 22, 23)]
    assert [tuple(piece) for piece in found.training] == [(259, 22, 24)]
    assert tokenizer.piece(259) == b": "


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "The key is red. Answer: ",
        "The key is red. Answer",
        "The key is red. Answer: red.",  # a whole record
        "The key is green. Answer:",  # begins none, so nothing was learned about it either way
        "the key",
    ],
)
def test_prompts_that_part_from_nothing(prompt: str, tokenizer: Tokenizer, corpus: Corpus) -> None:
    assert misalignment(prompt, corpus.train, tokenizer) is None


def test_one_record_that_goes_along_is_enough() -> None:
    assert misalignment("xa", records("xab", "xac"), SMALL) is None
    found = misalignment("xa", records("x", "xab", "xabc"), SMALL)
    assert found is not None
    assert found.record.id == "r1"


def test_where_several_tokens_are_left() -> None:
    found = misalignment("xab", records("xabcd"), SMALL)
    assert found is not None
    assert (found.slot, [piece.id for piece in found.prompt]) == (2, [259])
    # The record's token reaches past the prompt; what comes after it is not told.
    assert [tuple(piece) for piece in found.training] == [(260, 1, 4)]
    # Without the c nothing merges: two tokens of the prompt stand against one of the record.
    small = Tokenizer([Merge(0, 98, 99, 259, 1, 1), Merge(1, 97, 259, 260, 1, 1)])
    found = misalignment("ab", records("abc"), small)
    assert found is not None
    assert [tuple(piece) for piece in found.prompt] == [(97, 0, 1), (98, 1, 2)]
    assert [tuple(piece) for piece in found.training] == [(260, 0, 3)]


@given(st.text("abcx", max_size=8), st.integers(0, 8))
def test_by_its_definition(text: str, cut: int) -> None:
    prompt = text[:cut]
    found = misalignment(prompt, records(text), SMALL)
    ours, theirs = SMALL.encode(prompt), SMALL.encode(text)
    assert (found is None) == (theirs[: len(ours)] == ours)
    if found is not None:
        same = found.slot - 1
        assert ours[:same] == theirs[:same]
        assert ours[same] != theirs[same]
        assert [piece.id for piece in found.prompt] == ours[same:]
        shown = theirs[same : same + len(found.training)]
        assert [piece.id for piece in found.training] == shown
        assert found.training[0].start == found.prompt[0].start
        assert found.training[-1].start < len(prompt) <= found.training[-1].end


def test_the_command_notes_it_beside_the_text(
    capsys: pytest.CaptureFixture[str], tokenizer: Tokenizer, corpus: Corpus
) -> None:
    prompt = "The key is red. Answer:"
    assert main(["generate", prompt, "--max-new-tokens", "0"]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{prompt}\n"
    note, ended = captured.err.splitlines()
    assert "record train-05" in note
    assert "from slot 12 on it has 58 (:), the record 259 (:␠)" in note
    assert ended.startswith("[0 new tokens")
    assert main(["generate", prompt, "--max-new-tokens", "0", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    document: Any = json.loads(captured.out)
    found = misalignment(prompt, corpus.train, tokenizer)
    assert found is not None
    assert document["alignment"] == alignment_document(found)
    assert document["alignment"]["training"] == [{"id": 259, "start": 22, "end": 24}]
    assert main(["generate", f"{prompt} ", "--max-new-tokens", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["alignment"] is None
