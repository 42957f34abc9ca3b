"""Where the commands write: tables for people, JSON for programs, both safe in any stream."""

from __future__ import annotations

import io
import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

#: Without a terminal there is no width to keep to; nothing is folded or cut then.
_PIPE_WIDTH = 400


def make_streams_safe() -> None:
    """Let a stream that has no ␠ or ⟨ in its encoding (Windows pipes) show an escape instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def console() -> Console:
    """A console that shows text as it is: no markup, no emoji codes, no guessed colours."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(width=width, markup=False, emoji=False, highlight=False)


def table(title: str, *columns: tuple[str, str]) -> Table:
    """An empty table; each column is its heading and "left" or "right"."""
    made = Table(title=Text(title, style="bold"), title_justify="left", header_style="dim")
    for heading, justify in columns:
        made.add_column(heading, justify="right" if justify == "right" else "left")
    return made


def write_json(document: bytes) -> None:
    """Write JSON as UTF-8, whatever the stream's own encoding is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(document + b"\n")
