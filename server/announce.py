"""What the command says on standard output, which nobody need read; it loads nothing heavy."""

from __future__ import annotations

import os
import sys


def announce(line: str) -> None:
    """Print at once, if anybody can read it."""
    if sys.stdout is None:
        return
    try:
        print(line, flush=True)
    except BrokenPipeError:
        # Python flushes once more at exit: let it go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
