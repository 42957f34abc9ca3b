"""What may be opened by name: checkpoints in one folder, nothing outside it, no link out of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from minigpt.importing.beside import files_beside
from minigpt.importing.errors import ImportPathError
from minigpt.importing.source import ENDINGS, FOLDER_FILES


class Candidate(NamedTuple):
    """A file or folder that may hold a checkpoint: its name in the folder, its bytes."""

    name: str
    bytes: int


def checkpoints_in(folder: Path) -> list[Candidate]:
    """What the folder offers, by name; links that lead out of it are left out.

    A file counts by its ending, a folder by a file of tensors with a known name in it. None of
    them is opened. A folder that is not there offers nothing.
    """
    if not folder.is_dir():
        return []
    found: list[Candidate] = []
    for path in sorted(folder.iterdir()):
        file = _file_of_tensors(path)
        if file is None:
            continue
        try:
            safe_path(folder, path.name)
        except ImportPathError:
            continue
        found.append(Candidate(path.name, file.stat().st_size))
    return found


def safe_path(folder: Path, name: str) -> Path:
    """The checkpoint of that name in the folder, every link in its path followed.

    Raises:
        ImportPathError: the name is more than a name, nothing is there, or it, or a file that
            would be read along with it, leads out of the folder.
    """
    path = folder / name
    if not name or name in (".", "..") or path.name != name or "\\" in name or "\0" in name:
        raise ImportPathError("A checkpoint is asked for by its name in the models folder alone.")
    home = folder.resolve()
    if not path.exists() or _file_of_tensors(path) is None:
        known = ", ".join(sorted(each.name for each in _offered(folder))) or "none"
        raise ImportPathError(
            f"The models folder has no checkpoint {name[:80]!r}; it has: {known[:300]}."
        )
    inside = path.iterdir() if path.is_dir() else iter(())
    for each in (path, *inside, *files_beside(path)):
        if not each.resolve().is_relative_to(home):
            raise ImportPathError(f"{each.name[:80]!r} leads out of the models folder.")
    return path.resolve()


def _offered(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if _file_of_tensors(path) is not None]


def _file_of_tensors(path: Path) -> Path | None:
    """The file that would be read, if there is one."""
    if path.is_dir():
        return next((path / name for name in FOLDER_FILES if (path / name).is_file()), None)
    return path if path.is_file() and path.suffix in ENDINGS else None
