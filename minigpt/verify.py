"""Every check that the chapter makes on MG-1, run in the chapter's order.

It gathers rows; what a check compares is written in `minigpt.checks`, and how a table of them
looks is the command line's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from minigpt.batch import batch_records
from minigpt.checks.expected import Expected
from minigpt.checks.losses import check_losses, check_softmax, check_zero_logits
from minigpt.checks.padding import check_padding
from minigpt.checks.parameters import check_counts, check_gradient
from minigpt.checks.position import check_attention, check_rows
from minigpt.checks.prefix import check_prefix
from minigpt.checks.records import check_records
from minigpt.checks.row import CheckRow, failed
from minigpt.checks.scalar_agreement import check_scalar
from minigpt.checks.shapes import check_shapes
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer
from minigpt.trace import trace
from minigpt.verify_family import verify_family

#: The figures that were printed before the code was written.
EXPECTED: Final = "expected.json"


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one part of the chapter."""

    title: str
    rows: list[CheckRow]


def verify_folder(folder: Path) -> list[Section]:
    """Build MG-1 from a data folder and check it against the folder's expected figures.

    A folder without such figures has any model: it is asked all that needs none.

    Raises:
        ConfigError, TokenizerError, CheckpointError: a file of the folder cannot be read.
    """
    if not (folder / EXPECTED).exists():
        return [Section("what must hold for any model", verify_family(folder))]
    config = ModelConfig.load(folder / "config.json")
    tokenizer = Tokenizer.load(folder / "tokenizer.json")
    expected = Expected.load(folder / EXPECTED)
    return verify(create_model(config), tokenizer, expected)


def verify(model: MiniGPT, tokenizer: Tokenizer, expected: Expected) -> list[Section]:
    """Check a model, its tokenizer and its records. The model is left as it was.

    A check that cannot even run (a tokenizer that refuses the texts, shapes that do not fit)
    becomes a failed row, and the others still run.
    """
    context = model.config.context_length
    batch = cache(lambda: batch_records(expected.texts, tokenizer, context))
    traced = cache(lambda: trace(model, batch()))
    parts: list[tuple[str, Callable[[], list[CheckRow]]]] = [
        ("20.2 · records", lambda: check_records(batch(), tokenizer, expected)),
        ("20.3 · shapes", lambda: check_shapes(traced(), expected.shapes)),
        ("20.3 · parameters", lambda: check_counts(model, expected.parameters)),
        ("20.3 · padding", lambda: check_padding(traced())),
        ("20.4 · one position", lambda: check_rows(traced(), expected.position)),
        ("20.4 · its attention", lambda: check_attention(traced(), expected.position)),
        ("20.4 · scalar path", lambda: check_scalar(model, traced())),
        ("20.5 · its softmax", lambda: check_softmax(traced(), expected)),
        ("20.5 · losses", lambda: check_losses(traced(), expected)),
        ("20.5 · zero logits", lambda: check_zero_logits(tokenizer, expected)),
        ("20.6 · prefix", lambda: check_prefix(model, tokenizer, expected.texts)),
        ("20.6 · gradient", lambda: check_gradient(model, batch())),
    ]
    return [Section(title, _rows(title, check)) for title, check in parts]


def _rows(title: str, check: Callable[[], list[CheckRow]]) -> list[CheckRow]:
    try:
        return check()
    except Exception as error:  # whatever is broken, the verdict must say so and go on
        return [failed(title, "can be checked", error)]
