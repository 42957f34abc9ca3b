"""The checks that need no printed figures, on any model: each asks whether anything looks wrong.

They are those of the bug lab, put to the model as it is. Whatever weights the folder has are
checked; the records are a few tokens of a text that the model can read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from minigpt.checks.lab import CHECKS
from minigpt.checks.lab.evidence_line import evidence_line
from minigpt.checks.lab.subject import Context, Subject
from minigpt.checks.lab.verdict import Check
from minigpt.checks.row import CheckRow, failed
from minigpt.errors import MiniGPTError
from minigpt.lab_records import RECORDS
from minigpt.opened import OpenedModel, load
from minigpt.pipeline import healthy_pipeline
from minigpt.stream.text import sample_text

_EXPECTED: Final = "nothing looks wrong"
#: Products that the loops over plain floats may take: some seconds. A position takes as many
#: as there are parameters.
_PRODUCTS: Final = 40_000_000
_MOST_TOKENS: Final = 16


def verify_family(folder: Path) -> list[CheckRow]:
    """Every check of the lab on the model of a folder, as rows.

    Raises:
        ConfigError, TokenizerError, CheckpointError: the model cannot be opened.
    """
    opened = load(folder)
    texts = short_texts(opened, sample_text(folder))
    context = Context(healthy_pipeline(opened.model), opened.tokenizer, texts)
    subject = Subject(context.healthy, context)
    return [_row(check, subject) for check in CHECKS.values()]


def short_texts(opened: OpenedModel, sample: str = "") -> tuple[str, str]:
    """Two records of unequal length, as long as the loops can take, of a text or of first IDs."""
    parameters = sum(parameter.numel() for parameter in opened.model.parameters())
    context = opened.config.context_length
    tokens = max(2, min(_PRODUCTS // (2 * parameters), _MOST_TOKENS, context - 2))
    # A token of these texts has at least one character, so none gets too long.
    for text in (sample, *RECORDS):
        pair = (text[: tokens + 1], text[tokens + 1 : 2 * tokens + 1])
        if all(map(str.strip, pair)) and _reads(opened, pair):
            return pair
    ids = [token % opened.tokenizer.vocabulary_size for token in range(2 * tokens + 1)]
    decode = opened.tokenizer.decode
    return decode(ids[: tokens + 1]), decode(ids[tokens + 1 :])


def _reads(opened: OpenedModel, texts: tuple[str, str]) -> bool:
    try:
        lengths = [len(opened.tokenizer.encode(text)) for text in texts]
    except MiniGPTError:
        return False
    # A single token of a stream has no target.
    return min(lengths) > 1 and max(lengths) < opened.config.context_length


def _row(check: Check, subject: Subject) -> CheckRow:
    try:
        caught, evidence = check.run(subject)
    except Exception as error:  # whatever is broken, the verdict must say so and go on
        return failed(check.name, _EXPECTED, error)
    return CheckRow(check.name, _EXPECTED, evidence_line(evidence), None, not caught)
