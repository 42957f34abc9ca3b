"""Where a model can come from: a folder of the package, one of a person's, or a checkpoint.

A source can be described without being loaded, and loaded again after it was let go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from minigpt.errors import ConfigError
from minigpt.importing.model_folder import REPORT
from minigpt.importing.places import can_be_named, stays_inside
from minigpt.model_summary import ModelSummary, summary_of
from minigpt.presets import preset_folder, preset_names
from server.loaded_model import LoadedModel

Kind = Literal["preset", "folder", "imported"]


@dataclass(frozen=True, slots=True)
class Source:
    """A model that can be loaded. Both calls may read files, and raise what that raises."""

    name: str
    kind: Kind
    summary: Callable[[], ModelSummary]
    load: Callable[[], LoadedModel]


def preset_sources() -> Iterator[Source]:
    """The models that come with the package."""
    for name in preset_names():
        yield _of_folder(name, preset_folder(name), "preset")


def folder_sources(folder: Path) -> Iterator[Source]:
    """The models in a person's folder: its subfolders that hold one of ours."""
    for inner in sorted(path.parent for path in folder.glob("*/config.json")):
        if not can_be_named(inner) or not _all_inside(inner, folder):
            continue
        if not _describes_a_model(inner):
            continue
        yield _of_folder(inner.name, inner, "imported" if (inner / REPORT).exists() else "folder")


def _of_folder(name: str, folder: Path, kind: Kind) -> Source:
    return Source(name, kind, lambda: summary_of(folder), lambda: LoadedModel.load(folder))


def _all_inside(inner: Path, folder: Path) -> bool:
    """Whether neither the folder nor a file in it is a link that leads out."""
    return all(stays_inside(path, folder) for path in (inner, *inner.iterdir()))


def _describes_a_model(folder: Path) -> bool:
    """Whether its config is one of this project's; other libraries name a file so, too."""
    try:
        summary_of(folder)
    except ConfigError:
        return False
    return True
