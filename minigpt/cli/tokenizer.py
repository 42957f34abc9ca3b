"""`minigpt tokenizer train`: learn the merges from a corpus, the same bytes every time."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from minigpt.cli.number_argument import whole_number
from minigpt.cli.output import console, table

if TYPE_CHECKING:
    from minigpt.tokenizer import Tokenizer

#: Each is a pass over the corpus, and an ID that a model has to have a row for.
_MOST_MERGES = 1_000_000
_LESSON = """\
the rule:
  Start from bytes. In each training record alone, count all neighbouring pairs of tokens; take
  the most frequent (of equals, the one with the smallest IDs); give it the next free ID; replace
  it from left to right; count again. Validation records are not looked at.

example:
  minigpt tokenizer train --corpus data/mini-gpt/corpus.json --output tokenizer.json
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command and its one action."""
    description = "Make a tokenizer. A model belongs to the tokenizer it was made with."
    parser = commands.add_parser(
        "tokenizer",
        help="learn a tokenizer from a corpus",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    train = actions.add_parser(
        "train",
        help="learn merges from a corpus's training records",
        description="Learn merges from a corpus's training records and show them.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    train.add_argument("--corpus", type=Path, required=True, metavar="FILE")
    merges = whole_number(0, _MOST_MERGES)
    train.add_argument("--merges", type=merges, default=32, metavar="N", help="default: 32")
    train.add_argument("--output", type=Path, metavar="FILE", help="write the tokenizer here")
    train.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, show the merges, and write the file if one is named."""
    from minigpt.corpus import Corpus
    from minigpt.tokenizer import Tokenizer

    corpus = Corpus.load(arguments.corpus)
    tokenizer = Tokenizer.train([record.text for record in corpus.train], arguments.merges)
    _show(tokenizer)
    if arguments.output:
        tokenizer.save(arguments.output)
        console().print(f"written to {arguments.output}")
    return 0


def _show(tokenizer: Tokenizer) -> None:
    from minigpt.vocabulary import vocabulary

    names = [entry.name for entry in vocabulary(tokenizer)]
    shown = table(
        f"{len(tokenizer.merges)} merges",
        ("rank", "right"),
        ("joins", "left"),
        ("into", "left"),
        ("ID", "right"),
        ("counted", "right"),
    )
    for merge in tokenizer.merges:
        joins = f"{names[merge.left]} + {names[merge.right]}"
        shown.add_row(str(merge.rank), joins, names[merge.id], str(merge.id), str(merge.count))
    console().print(shown)
