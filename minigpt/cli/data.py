"""`minigpt data NAME`: bring the text that a model learns from, and check that it is the one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from minigpt.cli.data_folder import named_folder

_LESSON = """\
where it goes:
  Into your own folder of data, where every command and the page look for it; $MINIGPT_TEXTS
  names another one. Its SHA-256 is checked before anything is kept. Nothing else is sent or
  fetched, and no other command of this program uses the network.

examples:
  minigpt data shakespeare
  minigpt data shakespeare --file tinyshakespeare.txt     a copy that you have already
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "data",
        help="bring the text that a model learns from",
        description="Bring the text that a model learns from, and check its SHA-256.",
        epilog=_LESSON,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", metavar="NAME", help="shakespeare, or a model's folder")
    parser.add_argument("--file", type=Path, metavar="FILE", help="a copy on this machine")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Bring the text, unless it is there, and say where it lies."""
    from minigpt.stream.download import bring_text, is_stored
    from minigpt.stream.text import IDENTITY_FILE, TextIdentity, stored_text

    folder = named_folder(arguments.model)
    if not (folder / IDENTITY_FILE).exists():
        print(f"{arguments.model} learns from records, which lie in its folder; it needs no text.")
        return 0
    identity = TextIdentity.load(folder / IDENTITY_FILE)
    if arguments.file is None and is_stored(identity):
        print(f"{identity.name} is already there: {stored_text(identity)}")
        return 0
    if arguments.file is None:
        print(f"{identity.name} from {identity.url}", file=sys.stderr)
    place = bring_text(identity, copy=arguments.file, progress=_show)
    print(f"{identity.name}: {identity.characters:,} characters, SHA-256 as it should be; {place}")
    return 0


def _show(done: int, total: int | None) -> None:
    """How far it is: on a terminal one line that changes, in a log only the last of them."""
    whole = total is not None and done >= total
    if not (sys.stderr.isatty() or whole):
        return
    share = "" if not total else f" ({done / total:.0%} of {total:,})"
    end = "\n" if whole else ""
    print(f"\r{done:,} bytes{share}", end=end, file=sys.stderr, flush=True)
