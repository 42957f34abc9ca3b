"""Probes: what they are made of, and what real training makes of them."""

from __future__ import annotations

import pytest

from minigpt.corpus import Corpus, CorpusRecord
from minigpt.model import MiniGPT, create_model
from minigpt.probes import Probe, answer, probes_of
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from minigpt.training.adam import FlatParameters
from minigpt.training.run_folder import material_of

#: Of MG-1: kind, prompt, expected; what the selected and the final model say. The answers are
#: those of another implementation of the same run.
PROBES = [
    ("seen-1", "The key is red. Answer: ", "red.", "red.", "red."),
    ("seen-2", "The key is blue. Answer: ", "blue.", "red.", "blue."),
    ("seen-3", "Limit: 750. Old limit: ", "600.", "600.", "600."),
    ("seen-4", "Hotel limit: 750 yuan. Issue: ", "new.", "new.", "new."),
    ("colour-1", "The key is green. Answer: ", "green.", "que.", "queued."),
    ("colour-2", "Find the green key. Answer: ", "green.", "Paris.", "Paris."),
    ("limit-1", "Limit: 800. Old limit: ", "600.", "750. Issuew.", "750."),
    ("limit-2", "Hotel limit: 800 yuan. Issue: ", "new.", "red.", "red."),
    ("aligned-1", "The key is red. Answer", ": red.", ": red.", ": red."),
    ("unaligned-1", "The key is red. Answer:", " red.", ".", "."),
]


def corpus_of(*texts: str) -> Corpus:
    records = tuple(CorpusRecord(f"r{index}", text) for index, text in enumerate(texts))
    return Corpus("test", records, ())


def shown(corpus: Corpus, tokenizer: Tokenizer, context: int = 64) -> list[tuple[str, str, str]]:
    probes = probes_of(corpus, tokenizer, context)
    return [(probe.id, probe.prompt, probe.expected) for probe in probes]


@pytest.fixture(scope="module")
def selected_and_final() -> tuple[MiniGPT, MiniGPT]:
    material = material_of(data_dir())
    run = material.start(material.training)
    for _ in run.events():
        pass
    selected = create_model(material.config)
    FlatParameters(selected).vector.copy_(run.selected)
    return selected, run.model


def test_the_probes_of_our_corpus(corpus: Corpus, tokenizer: Tokenizer) -> None:
    assert shown(corpus, tokenizer) == [probe[:3] for probe in PROBES]


@pytest.mark.parametrize("place", range(len(PROBES)), ids=[probe[0] for probe in PROBES])
def test_what_training_makes_of_them(
    place: int,
    selected_and_final: tuple[MiniGPT, MiniGPT],
    model: MiniGPT,
    corpus: Corpus,
    tokenizer: Tokenizer,
) -> None:
    probe = probes_of(corpus, tokenizer, 64)[place]
    for trained, says in zip(selected_and_final, PROBES[place][3:], strict=True):
        ending = answer(trained, tokenizer, probe)
        assert (ending.text, ending.stop) == (says, "eos")
    untrained = answer(model, tokenizer, probe)
    assert (untrained.stop, len(untrained.new_ids)) == ("budget", 24)


def test_another_corpus_gets_probes_of_its_own() -> None:
    corpus = corpus_of(
        "Anna has it. Who? Anna.",
        "Ben has it. Who? Ben.",
        "Ask Cleo. Who? Cleo.",
        "Room 7, floor 12. Stairs: 12.",
        "No question here",
        "一二三：四五。",
    )
    assert shown(corpus, Tokenizer([])) == [
        ("seen-1", "Anna has it. Who? ", "Anna."),
        ("seen-2", "Ben has it. Who? ", "Ben."),
        ("seen-3", "Room 7, floor 12. Stairs: ", "12."),
        ("seen-4", "No question ", "here"),
        # Names that other records answer with, in places where none of them stands.
        ("colour-1", "Cleo has it. Who? ", "Cleo."),
        ("colour-2", "Ask Anna. Who? ", "Anna."),
        # A number that is nowhere else, also in the answer that repeats it.
        ("limit-1", "Room 7, floor 17. Stairs: ", "17."),
    ]


def test_what_is_new_is_new_in_the_whole_corpus() -> None:
    train = corpus_of("is it red: red", "it has 12 and K99: two", "Greens, yellow, 17").train
    held_back = (CorpusRecord("held", "22, 27; purple"),)
    found = shown(Corpus("test", train, held_back), Tokenizer([]))
    assert ("colour-1", "is it orange: ", "orange") in found
    assert ("limit-1", "it has 32 and K99: ", "two") in found


def test_bytes_alone_cannot_part() -> None:
    kinds = {probe[0] for probe in shown(corpus_of("a: b", "c: d"), Tokenizer([]))}
    assert kinds == {"seen-1", "seen-2"}


@pytest.mark.parametrize("texts", [(), ("",), ("word",), ("a ",), (" a",), ("：",), ("四五。",)])
def test_a_corpus_without_questions_has_few_or_none(texts: tuple[str, ...]) -> None:
    found = shown(corpus_of(*texts), Tokenizer([]))
    assert found == ([("seen-1", " ", "a")] if texts == (" a",) else [])


def test_a_record_whose_answer_is_inside_a_token_is_cut_elsewhere() -> None:
    # ": x" is one token, so between ": " and "x" nothing was learned.
    tokenizer = Tokenizer.train([": x"] * 3, 2)
    assert len(tokenizer.encode(": x")) == 1
    assert shown(corpus_of("so far: x y"), tokenizer)[0] == ("seen-1", "so far: x ", "y")


def test_what_does_not_fit_the_context_is_no_probe() -> None:
    corpus = corpus_of("is it red: red", "is it: 21")
    longest = len("is it green: green")
    ids = [probe[0] for probe in shown(corpus, Tokenizer([]), longest)]  # BOS has no place
    assert ids == ["seen-1", "seen-2"]
    ids = [probe[0] for probe in shown(corpus, Tokenizer([]), longest + 1)]
    assert ids == ["seen-1", "seen-2", "colour-1"]


def test_an_answer_is_greedy_and_within_24_tokens(model: MiniGPT, tokenizer: Tokenizer) -> None:
    ending = answer(model, tokenizer, Probe("seen-1", "seen", "a", "b"))
    assert ending.new_ids == answer(model, tokenizer, Probe("x", "limit", "a", "")).new_ids
    assert ending.stop == "budget"
