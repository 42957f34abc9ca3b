"""`minigpt verify`: the chapter's checks as a table, exit code 1 if one fails."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from minigpt.cli.data_folder import add_model_option, data_folder
from minigpt.cli.output import console, table, write_json

if TYPE_CHECKING:
    from minigpt.checks.row import CheckRow
    from minigpt.verify import Section

_LESSON = """\
what is compared:
  records      the IDs and targets of two texts, shifted once, and what padding holds
  numbers      one position's row at every stage, its attention, its softmax and its loss,
               within 1e-12; each traced number again by a second path of loops and `math`
  structure    shapes, 13,875 parameters, ln 291 for zero logits however wide the padding,
               logits that keep every bit when what they may not see changes, and gradient
               that reaches every parameter

  Of any other model there are no printed figures. It is asked what the bug lab asks: shapes and
  counts that follow from its sizes, targets that are the next tokens, bits that must not move,
  every number again by loops, each loss by hand, and gradient for every parameter.

examples:
  minigpt verify
  minigpt verify --model shakespeare

exit code: 0 if all pass, 1 if one fails
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "verify",
        help="compare MG-1 with the chapter's figures, or check any other model",
        description="Build MG-1 anew from its seed and compare it with the chapter's figures, or "
        "check any other model by what must hold for all.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    add_model_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Verify, print the table or JSON, and say by the exit code whether all passed."""
    from minigpt.verify import verify_folder

    folder = data_folder(arguments)
    sections = verify_folder(folder)
    rows = [row for section in sections for row in section.rows]
    broken = [row for row in rows if not row.passed]
    if arguments.json:
        write_json(_json(sections, len(rows) - len(broken), len(broken)))
    else:
        _show(_title(folder), sections, broken)
    return 1 if broken else 0


def _title(folder: Path) -> str:
    """What is compared with what."""
    from minigpt.config import ModelConfig
    from minigpt.verify import EXPECTED

    if (folder / EXPECTED).exists():
        return "MG-1 against the chapter"
    return f"{ModelConfig.load(folder / 'config.json').name} against itself"


def _json(sections: list[Section], passed: int, failed: int) -> bytes:
    import orjson

    rows = [
        {"section": section.title, **row.to_dict()} for section in sections for row in section.rows
    ]
    return orjson.dumps({"passed": passed, "failed": failed, "rows": rows})


def _show(title: str, sections: list[Section], broken: list[CheckRow]) -> None:
    columns = ("check", "expected", "got", "|Δ|", "verdict")
    shown = table(title, *((heading, "left") for heading in columns))
    for section in sections:
        shown.add_section()
        shown.add_row(section.title, style="bold")
        for row in section.rows:
            gap = "" if row.difference is None else f"{row.difference:.2g}"
            verdict = "pass" if row.passed else "FAIL"
            style = None if row.passed else "bold red"
            shown.add_row(row.check, row.expected, row.got, gap, verdict, style=style)
    total = sum(len(section.rows) for section in sections)
    out = console()
    out.print(shown)
    out.print(f"{total - len(broken)} of {total} checks pass")
    for row in broken:
        out.print(f"failed: {row.check}")
