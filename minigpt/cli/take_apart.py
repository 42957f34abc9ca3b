"""`minigpt take-apart TEXT`: the same record with parts off or numbers of another record."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Final

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json
from minigpt.cli.text_argument import text_argument
from minigpt.errors import MiniGPTError, SwapError

if TYPE_CHECKING:
    from minigpt.opened import OpenedModel
    from minigpt.take_apart.ablations import Ablations
    from minigpt.take_apart.switched import Swap
    from minigpt.trace import Trace

_LESSON = """\
what can be done:
  --off 0.1      head 1 of block 0 reads nothing
  --off ffn2     the FFN of block 2 adds nothing
  --off block3   all of block 3 adds nothing: its input is its output
  --swap 1:5     the residual that leaves block 1 at position 5 is that of the text --from;
                 "embeddings:5" is their sum, before block 0
  --each         what each part alone is worth: the mean loss without it

  --off and --swap can be given several times. The model's file is never changed.

examples:
  minigpt take-apart "The key is red." --model mine --off 0.0 --off 0.1
  minigpt take-apart "The key is red." --from "The key is blue." --swap 0:4
  minigpt take-apart --model shakespeare "What light is this?" --each
"""
_PLACE: Final = re.compile(r"(embeddings|[0-9]{1,6}):([0-9]{1,6})")


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "take-apart",
        help="switch off parts of the model, or exchange numbers with another record",
        description="Run a record intact and taken apart, and show what changed.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", type=text_argument, metavar="TEXT")
    parser.add_argument("--off", action="append", default=[], metavar="PART")
    parser.add_argument("--swap", action="append", default=[], metavar="BLOCK:POSITION")
    parser.add_argument("--from", dest="source", type=text_argument, metavar="TEXT")
    parser.add_argument("--each", action="store_true", help="the loss without each part alone")
    parser.add_argument("--json", action="store_true", help="with --each: as JSON")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Trace the record twice and show both, or what each part is worth."""
    from minigpt.batch import batch_records, trim
    from minigpt.opened import load
    from minigpt.take_apart.ablations import ablations
    from minigpt.take_apart.parts import parse_parts
    from minigpt.take_apart.switched import TakenApart, trace_apart
    from minigpt.trace import trace
    from minigpt.trace_json import to_json

    if arguments.json and not arguments.each:
        raise MiniGPTError("--json is for --each: the loss without each part alone.")
    if arguments.swap and arguments.source is None:
        raise SwapError("--swap needs --from TEXT, the record that the residual comes from.")
    opened = load(data_folder(arguments))
    texts = [arguments.text, *([] if arguments.source is None else [arguments.source])]
    batch = trim(batch_records(texts, opened.tokenizer, opened.config.context_length))
    swaps = tuple(_swap(written) for written in arguments.swap)
    apart = TakenApart(parse_parts(arguments.off, opened.config), swaps)
    intact = trace(opened.model, batch)
    if arguments.each:
        found = ablations(opened.model, intact, 0)
        if arguments.json:
            write_json(to_json(found.document()))
        else:
            _show_each(found)
    else:
        _show(opened, intact, trace_apart(opened.model, batch, apart))
    return 0


def _swap(written: str) -> Swap:
    from minigpt.take_apart.switched import EMBEDDING_SUM, Swap

    found = _PLACE.fullmatch(written)
    if found is None:
        raise SwapError(f'{written!r} is no place to swap at: write BLOCK:POSITION, as in "1:5".')
    block = EMBEDDING_SUM if found[1] == "embeddings" else int(found[1])
    return Swap(record=0, block=block, position=int(found[2]), source=1)


def _show(opened: OpenedModel, intact: Trace, apart: Trace) -> None:
    from minigpt.batch import IGNORED
    from minigpt.vocabulary import vocabulary

    names = {entry.id: entry.name for entry in vocabulary(opened.tokenizer)}
    shown = table(
        "each position's loss in nats, and the largest change of a logit",
        ("position", "right"),
        ("piece", "left"),
        ("target", "left"),
        ("intact", "right"),
        ("taken apart", "right"),
        ("difference", "right"),
        ("logits by", "right"),
    )
    targets = intact.batch.targets[0]  # [T]
    moved = (apart.outputs["logits"] - intact.outputs["logits"])[0].abs().amax(dim=-1)  # [T]
    before, after = (_losses(run) for run in (intact, apart))
    for position in range(intact.lengths[0]):
        target = int(targets[position])
        cells = ["", "", ""]
        if target != IGNORED:
            pair = before[position], after[position]
            cells = [f"{pair[0]:.6f}", f"{pair[1]:.6f}", f"{pair[1] - pair[0]:+.6f}"]
        piece = names[int(intact.batch.ids[0, position])]
        largest = f"{float(moved[position]):.6f}"
        shown.add_row(str(position), piece, names.get(target, "not known"), *cells, largest)
    console().print(shown)
    scored = [position for position in range(len(before)) if int(targets[position]) != IGNORED]
    if scored:
        means = [sum(run[position] for position in scored) / len(scored) for run in (before, after)]
        console().print(f"mean loss {means[0]:.6f} intact, {means[1]:.6f} taken apart")


def _losses(run: Trace) -> list[float]:
    """The losses [T] of record 0."""
    assert run.output.losses is not None  # a trace always has targets
    losses: list[float] = run.output.losses[0].tolist()
    return losses


def _show_each(found: Ablations) -> None:
    heads = range(len(found.heads[0]))
    shown = table(
        f"mean loss {found.loss:.6f} nats; by how much it is higher without",
        ("block", "right"),
        *((f"head {head}", "right") for head in heads),
        ("FFN", "right"),
        ("all of it", "right"),
    )
    for block, row in enumerate(found.heads):
        without = (*row, found.ffn[block], found.blocks[block])
        shown.add_row(str(block), *(f"{loss - found.loss:+.6f}" for loss in without))
    console().print(shown)
