"""`minigpt trace TEXT...`: what the model says at each position of each text.

It shows; batching, the forward pass and the document are made elsewhere.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json
from minigpt.cli.text_argument import text_argument

if TYPE_CHECKING:
    from minigpt.traced_records import TracedRecords

_LESSON = """\
how to read the table:
  A text of n tokens has n + 1 positions: BOS is put before it, and its end (EOS) is predicted
  too. Each position sees itself and what stands before it, never the target. Its loss is
  -ln p(target), in nats: 0 would be certainty, ln 291 = 5.673 is what a blind guess costs.
  The mean is the sum of all losses divided by the number of targets; padding never counts.
  A model of one long text has no BOS and no EOS: n tokens, n positions, and what follows the
  last one is not known.

examples:
  minigpt trace "The key is red. Answer: red."
  minigpt trace "The key is red." "The key is blue."     one batch of two records
  minigpt trace --mask none "The key is red."            let every position see the future
  minigpt trace --model shakespeare "What light is this?"
  minigpt trace --json "The key is red."                 all numbers, as POST /api/trace sends them
  minigpt trace --out red.safetensors "The key is red."  the same as a file; also .npz and .json
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "trace",
        help="run the model on texts and show every position's target and loss",
        description="Run the model once on a batch of texts and show what each position predicts.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "texts", nargs="+", type=text_argument, metavar="TEXT", help='one record; "" is legal'
    )
    parser.add_argument(
        "--mask",
        choices=("causal", "none"),
        default="causal",
        help="what a position may see: the past (default), or everything that is not padding",
    )
    whole = parser.add_mutually_exclusive_group()
    whole.add_argument("--json", action="store_true", help="print every traced tensor as JSON")
    whole.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write every traced tensor to FILE.json, FILE.npz or FILE.safetensors",
    )
    parser.add_argument(
        "--padded",
        action="store_true",
        help="with --json or --out: keep the padding slots as well",
    )
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Trace the texts and print a table, or the document."""
    # Imported here: torch takes longer to load than everything else takes to run.
    from minigpt.export import format_of
    from minigpt.opened import load
    from minigpt.trace_json import to_json
    from minigpt.traced_records import trace_records

    if arguments.out:
        format_of(arguments.out)  # a wrong ending is told before any work
    traced = trace_records(
        load(data_folder(arguments)),
        arguments.texts,
        mask=arguments.mask,
        padded=arguments.padded,
    )
    if arguments.json:
        write_json(to_json(traced.document()))
    elif arguments.out:
        traced.save(arguments.out)
        console().print(f"written to {arguments.out}")
    else:
        _show(traced)
    return 0


def _show(traced: TracedRecords) -> None:
    from minigpt.vocabulary import vocabulary

    names = [entry.name for entry in vocabulary(traced.opened.tokenizer)]
    for record in range(len(traced.texts)):
        _show_record(traced, record, names)
    output = traced.trace.output
    if output.loss is None:
        console().print("no position has a target, so there is no loss")
        return
    targets = "1 target" if output.scored_events == 1 else f"{output.scored_events} targets"
    console().print(f"mean loss {output.loss.item()!r} nats over {targets}")


def _named(names: list[str], token: int) -> str:
    """A model may have more IDs than its tokenizer has pieces."""
    return names[token] if token < len(names) else ""


def _show_record(traced: TracedRecords, record: int, names: list[str]) -> None:
    shown = table(
        f"record {record}: {traced.texts[record]!r}",
        ("position", "right"),
        ("ID", "right"),
        ("piece", "left"),
        ("target", "right"),
        ("piece", "left"),
        ("loss (nats)", "left"),
        ("top candidate", "left"),
    )
    from minigpt.batch import IGNORED

    batch, losses = traced.trace.batch, traced.trace.output.losses
    assert losses is not None
    probabilities = traced.trace.outputs["logits"][record].softmax(dim=-1)  # [T,V]
    for position in range(batch.lengths[record]):
        token = int(batch.ids[record, position])
        target = int(batch.targets[record, position])
        p, best = probabilities[position].max(dim=-1)
        unknown = target == IGNORED
        shown.add_row(
            str(position),
            str(token),
            names[token],
            "–" if unknown else str(target),
            "not known" if unknown else names[target],
            "" if unknown else repr(losses[record, position].item()),
            f"{int(best)} {_named(names, int(best))}  p {p.item()!r}",
        )
    console().print(shown)
