"""The layouts that are known: one module each, found by being in this folder.

A module brings `LAYOUT`, an object of `Layout` below. To add one, add its file; nothing else
names it. Layouts exclude each other: two that recognise the same file are both refused.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Protocol

from minigpt.importing.errors import ImportLayoutError
from minigpt.importing.reading import Reading
from minigpt.importing.source import Source
from minigpt.readable import brief


class Layout(Protocol):
    """How one project names and stores its tensors."""

    @property
    def name(self) -> str:
        """What the report calls it."""

    def recognises(self, source: Source) -> bool:
        """Whether a file is of this layout, by its names, shapes and settings."""

    def read(self, reading: Reading) -> None:
        """Take every tensor that is a parameter; state each convention; ask what is not told."""


def layouts() -> list[Layout]:
    """Every layout in this folder, by the names of their modules."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [importlib.import_module(f"{__name__}.{name}").LAYOUT for name in names]


def layout_of(source: Source) -> Layout:
    """The one layout that a checkpoint has.

    Raises:
        ImportLayoutError: none, or more than one; says which names there are.
    """
    known = layouts()
    fitting = [layout for layout in known if layout.recognises(source)]
    if len(fitting) == 1:
        return fitting[0]
    names = sorted(source.written.values())
    shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
    those = ", ".join(layout.name for layout in (fitting or known))
    if fitting:
        sentence = f"its tensors fit more than one layout: {those}."
    else:
        kind = source.settings.get("model_type")
        told = f", model_type {brief(kind)}" if kind is not None else ""
        sentence = f"its tensors ({shown}{told}) are of no layout known here; known are {those}."
    raise ImportLayoutError(f"{source.name}: {sentence}", details={"tensors": names[:20]})
