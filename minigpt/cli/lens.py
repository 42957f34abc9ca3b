"""`minigpt lens TEXT`: what final norm and head would say already, after each block."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json
from minigpt.cli.text_argument import text_argument

if TYPE_CHECKING:
    from minigpt.lens import LensRow
    from minigpt.traced_records import TracedRecords

_LESSON = """\
how to read it:
  Every block adds to the same residual stream. Final norm and head are put behind the sum of
  the embeddings and behind each block, as if it were the last one. Shown are the rank of the
  target among all candidates (1 is the likeliest), its probability, and what would be said.
  The last column is what the model says.

examples:
  minigpt lens --model shakespeare "What light is this?"
  minigpt lens --json "The key is red."        for each block: rank, probability, the top three
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "lens",
        help="show what the model would say after each of its blocks",
        description="Read the residual stream after each block as if it were the last.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", type=text_argument, metavar="TEXT")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Trace the text, look through the lens, and print a table or JSON."""
    from minigpt.lens import lens_document, logit_lens
    from minigpt.opened import load
    from minigpt.trace_json import to_json
    from minigpt.traced_records import trace_records

    traced = trace_records(load(data_folder(arguments)), [arguments.text])
    rows = logit_lens(traced.opened.model, traced.trace)
    if arguments.json:
        write_json(to_json({"lens": lens_document(rows, 0, traced.trace.lengths[0])}))
    else:
        _show(traced, rows)
    return 0


def _show(traced: TracedRecords, rows: list[LensRow]) -> None:
    from minigpt.vocabulary import vocabulary

    names = {entry.id: entry.name for entry in vocabulary(traced.opened.tokenizer)}
    batch = traced.trace.batch
    after = ["embeddings" if row.after < 0 else f"block {row.after}" for row in rows]
    shown = table(
        f"{traced.texts[0]!r}: rank and probability of the target, and the likeliest",
        ("position", "right"),
        ("piece", "left"),
        ("target", "left"),
        *((name, "left") for name in after),
    )
    for position in range(traced.trace.lengths[0]):
        target = int(batch.targets[0, position])
        cells = []
        for row in rows:
            rank, likeliest = int(row.rank[0, position]), int(row.top_ids[0, position, 0])
            said = names.get(likeliest, f"#{likeliest}")
            probability = float(row.probability[0, position])
            cells.append(f"{rank}  {probability:.3g}  {said}" if rank else said)
        piece = names[int(batch.ids[0, position])]
        shown.add_row(str(position), piece, names.get(target, "not known"), *cells)
    console().print(shown)
