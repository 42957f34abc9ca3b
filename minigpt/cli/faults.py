"""`minigpt faults`: which check notices which mistake, as a matrix, or one fault in numbers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json

if TYPE_CHECKING:
    from minigpt.checks.lab.verdict import Verdict
    from minigpt.config import ModelConfig

_SIGNS = {"caught": "●", "silent": "○", "not_applicable": ""}

_LESSON = """\
what is done:
  Each fault is one step of the program written wrongly, as people do write it: a target
  shifted twice, a mask one off, a residual left out. The model runs all the same: no shape is
  wrong, the loss looks like a loss. Every check is then made on the broken program.

how to read the matrix:
  ●  caught: the check raises the alarm
  ○  silent: the check looked at the broken piece, and the mistake got through
     blank: the check does not look at that piece at all

what to see in it:
  Shapes notice nothing. A second program that computes everything again notices nearly all, yet
  believes the targets it is given: for those, only the texts themselves help. A leak of the
  future shows when the future is changed; equal logits cannot show a second softmax. No single
  check is enough, and a silent one has proved only what it looked at.

examples:
  minigpt faults                            the matrix
  minigpt faults --fault mask-one-ahead     one fault, check by check, with the numbers
  minigpt faults --fault none               the same checks without a fault: all silent
  minigpt faults --json                     everything, with all evidence
  minigpt faults --model gpt2-mini          of another model; the larger, the longer it takes
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "faults",
        help="put classic mistakes in, and see which checks notice",
        description="Break one step of a model at a time and ask every check what it notices.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--fault", metavar="NAME", help="only this fault, with its evidence")
    parser.add_argument("--json", action="store_true", help="print verdicts and evidence as JSON")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the matrix, or the verdicts on one fault. What is caught does not fail the command."""
    import torch

    from minigpt.bug_matrix import BugMatrix
    from minigpt.opened import load

    # Thousands of small products: sharing each between cores costs more than it saves.
    torch.set_num_threads(1)
    opened = load(data_folder(arguments))
    matrix = BugMatrix(opened.model, opened.tokenizer)
    name: str | None = arguments.fault
    rows = matrix.rows() if name is None else iter([(name, matrix.verdicts(name))])
    if arguments.json:
        write_json(_json(rows))
    elif name is None:
        _show_matrix(rows, opened.config)
    else:
        _show_faults(rows)
    return 0


def _json(rows: Iterable[tuple[str, list[Verdict]]]) -> bytes:
    import orjson

    from minigpt.bug_matrix import CHECK_NAMES
    from minigpt.faults import FAULTS

    faults: list[dict[str, Any]] = []
    for name, verdicts in rows:
        fault = FAULTS.get(name)
        place = {} if fault is None else {"stage": fault.stage, "first": fault.first}
        faults.append({"name": name, **place, "verdicts": verdicts})
    return orjson.dumps({"checks": CHECK_NAMES, "faults": faults})


def _show_matrix(rows: Iterable[tuple[str, list[Verdict]]], config: ModelConfig) -> None:
    from minigpt.bug_matrix import CHECK_NAMES
    from minigpt.faults import FAULTS

    numbers = [(str(number), "left") for number in range(1, len(CHECK_NAMES) + 1)]
    shown = table("Who notices?", ("stage", "right"), ("fault", "left"), *numbers)
    caught = dict.fromkeys(CHECK_NAMES, 0)
    stage = made = 0
    for name, verdicts in rows:
        made += 1
        if FAULTS[name].stage != stage:
            stage = FAULTS[name].stage
            shown.add_section()
        shown.add_row(str(stage), name, *(_SIGNS[verdict.status] for verdict in verdicts))
        for verdict in verdicts:
            caught[verdict.check] += verdict.status == "caught"
    out = console()
    out.print(shown)
    out.print("● caught   ○ silent   blank: does not look there")
    for name, fault in FAULTS.items():
        if not fault.needs(config):
            out.print(f"not applicable: {name}, only in a model with {fault.about}")
    for number, (check, count) in enumerate(caught.items(), start=1):
        out.print(f"{number:>4}  {check:<22}{count:>3} of {made} caught")


def _show_faults(rows: Iterable[tuple[str, list[Verdict]]]) -> None:
    from minigpt.checks.lab.evidence_line import evidence_line

    for name, verdicts in rows:
        columns = (("", "left"), ("check", "left"), ("what it saw", "left"))
        shown = table(f"Fault: {name}", *columns)
        for verdict in verdicts:
            shown.add_row(_SIGNS[verdict.status], verdict.check, evidence_line(verdict.evidence))
        console().print(shown)
