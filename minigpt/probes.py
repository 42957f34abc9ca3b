"""Prompts that tell memory from understanding, made from the corpus that a model learns.

A record that was learned is cut where it answers, and continued greedily: as it is, with one
word or one number exchanged for another, and from inside a token. What is expected is what
the record would say. Nothing is trained here, and nothing is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from minigpt.alignment import misalignment
from minigpt.corpus import Corpus, CorpusRecord
from minigpt.generation import Ending, generate
from minigpt.generation_settings import GenerationSettings
from minigpt.model import MiniGPT
from minigpt.tokens import TokenMap

#: seen: a record's own beginning; colour, limit: with another word or number in it; aligned,
#: unaligned: the same beginning, stopped between two tokens and inside one.
Kind = Literal["seen", "colour", "limit", "aligned", "unaligned"]

#: How many of a kind there are at most; twice as many that were seen.
_MOST: Final = 2
#: So many training records are looked at.
_CONSIDERED: Final = 1000
#: After the last of these a record answers; where there is none, after its last space.
_ANSWERS: Final = ((": ", "："), (" ",))
_NUMBER: Final = re.compile(r"(?<![0-9A-Za-z.,])[0-9]{2,15}(?![0-9A-Za-z])")
#: A colour is exchanged for the first of these that no record has.
_COLOURS: Final = (
    *("green", "yellow", "purple", "orange", "brown", "white", "black", "grey", "pink"),
    *("red", "blue"),
)


@dataclass(frozen=True, slots=True)
class Probe:
    """A prompt, and what a record that begins so would say."""

    id: str
    kind: Kind
    prompt: str
    expected: str


@dataclass(frozen=True, slots=True)
class _Question:
    """A record cut where it answers; `subject` is the word or number in the prompt to exchange."""

    prompt: str
    answer: str
    subject: str = ""

    def about(self, other: str) -> _Question:
        """The same question with another subject, also where the answer repeats it."""
        pattern = rf"\b{re.escape(self.subject)}\b"
        prompt, answer = (re.sub(pattern, other, text) for text in (self.prompt, self.answer))
        return _Question(prompt, answer, other)


def probes_of(corpus: Corpus, tokenizer: TokenMap, context_length: int) -> tuple[Probe, ...]:
    """The probes for a corpus; of the kinds that its records allow, and none of the others.

    Only such are made whose prompt and expected text fit the context.
    """
    questions = list(_questions(corpus.train[:_CONSIDERED], tokenizer))
    words = [question for question in questions if question.subject.isalpha()]
    numbers = [question for question in questions if question.subject.isdigit()]
    rest = [question for question in questions if not question.subject]
    seen = [*words[:_MOST], *numbers[:_MOST], *rest][: 2 * _MOST]
    found: list[tuple[Kind, _Question]] = [("seen", question) for question in seen]
    found += [("colour", question) for question in islice(_other_words(words, corpus), _MOST)]
    found += [("limit", question) for question in islice(_other_numbers(numbers, corpus), _MOST)]
    found += next(_around_a_token(seen, corpus, tokenizer), [])
    probes: list[Probe] = []
    for kind, question in found:
        if len(tokenizer.encode(question.prompt + question.answer)) < context_length:
            number = sum(probe.kind == kind for probe in probes) + 1
            probes.append(Probe(f"{kind}-{number}", kind, question.prompt, question.answer))
    return tuple(probes)


def answer(model: MiniGPT, tokenizer: TokenMap, probe: Probe) -> Ending:
    """What `model` makes of it greedily, within the ordinary budget."""
    *_, ending = generate(model, tokenizer, probe.prompt, GenerationSettings())
    assert isinstance(ending, Ending)  # it always comes, and comes last
    return ending


def _questions(records: Iterable[CorpusRecord], tokenizer: TokenMap) -> Iterator[_Question]:
    """The records that can be cut between two of their tokens where they answer."""
    for record in records:
        text = record.text
        ends = {piece.end for piece in tokenizer.encode_steps(text).pieces}
        for marks in _ANSWERS:
            cut = max(text.rfind(mark) + len(mark) if mark in text else 0 for mark in marks)
            if 0 < cut < len(text) and len(text[:cut].encode()) in ends:
                yield _about(text[:cut], text[cut:])
                break


def _about(prompt: str, answer: str) -> _Question:
    """A question with its subject: the word that is its answer, or the first number in it."""
    word = answer.rstrip(".!?。")
    if word.isalpha() and re.search(rf"\b{word}\b", prompt):
        return _Question(prompt, answer, word)
    number = _NUMBER.search(prompt)
    return _Question(prompt, answer, number[0] if number else "")


def _other_words(words: Sequence[_Question], corpus: Corpus) -> Iterator[_Question]:
    """Each template with another word: a colour that is new, any other that is new there.

    An answer that was copied from the prompt would change along with it.
    """
    text = _whole(corpus)
    colours = [colour for colour in _COLOURS if colour not in text.lower()]
    known = [question.subject for question in words]

    def others(word: str) -> Iterable[str]:
        return colours if word.lower() in _COLOURS else known

    for question in _once_each(words):
        new = (question.about(word) for word in others(question.subject))
        yield from islice((each for each in new if each.prompt not in text), 1)


def _other_numbers(numbers: Sequence[_Question], corpus: Corpus) -> Iterator[_Question]:
    """Each template with a number that the corpus has nowhere, a little above its own."""
    text = _whole(corpus)
    for question in _once_each(numbers):
        step = max(10 ** (len(question.subject) - 1) // 2, 1)
        number = int(question.subject) + step
        while str(number) in text:
            number += step
        yield question.about(str(number))


def _around_a_token(
    questions: Iterable[_Question], corpus: Corpus, tokenizer: TokenMap
) -> Iterator[list[tuple[Kind, _Question]]]:
    """The prompt without its last token, and with that token but for its last character."""
    for question in questions:
        whole = question.prompt + question.answer
        start = tokenizer.encode_steps(question.prompt).pieces[-1].start
        before = len(question.prompt.encode()[:start].decode("utf-8", errors="ignore"))
        inside = len(question.prompt) - 1
        if before and misalignment(whole[:inside], corpus.train, tokenizer):
            yield [
                ("aligned", _Question(whole[:before], whole[before:])),
                ("unaligned", _Question(whole[:inside], whole[inside:])),
            ]


def _once_each(questions: Iterable[_Question]) -> Iterator[_Question]:
    """The first question of each template: what is left when the subject is taken out."""
    met: set[str] = set()
    for question in questions:
        template = question.about("").prompt
        if template not in met:
            met.add(template)
            yield question


def _whole(corpus: Corpus) -> str:
    return "\n".join(record.text for record in (*corpus.train, *corpus.validation))
