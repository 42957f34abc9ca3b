"""MG-1: one small GPT, written to be read, and traced number by number.

    from minigpt import load, position_table, trace_records

opens the model, traces texts and shows one position. These names are looked up
when they are first used: torch takes seconds to load, and `minigpt --help` does
not need it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minigpt.opened import load
    from minigpt.position_markdown import position_table
    from minigpt.traced_records import trace_records

__all__ = ["load", "position_table", "trace_records"]

_HOMES = {
    "load": "minigpt.opened",
    "position_table": "minigpt.position_markdown",
    "trace_records": "minigpt.traced_records",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
