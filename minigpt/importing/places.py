"""What may be opened by name: checkpoints in one folder, nothing outside it, no link out of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from minigpt.importing.beside import files_beside
from minigpt.importing.errors import ImportPathError
from minigpt.importing.source import ENDINGS, FOLDER_FILES, INDEX_FILES


class Candidate(NamedTuple):
    """A file or folder that may hold a checkpoint: its name in the folder, its bytes."""

    name: str
    bytes: int


def checkpoints_in(folder: Path) -> list[Candidate]:
    """What the folder offers, by name; links that lead out of it are left out.

    A file counts by its ending, a folder by a file of tensors with a known name in it, or by an
    index of several: to be told how those become one. None of them is opened.
    A folder that is not there offers nothing.
    """
    if not folder.is_dir():
        return []
    found: list[Candidate] = []
    for path in sorted(_offered(folder)):
        file = _file_of_tensors(path)
        if file is None:
            continue
        try:
            safe_path(folder, path.name)
        except ImportPathError:
            continue
        found.append(Candidate(path.name, _bytes(path, file)))
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
    if _file_of_tensors(path) is None:
        known = ", ".join(sorted(each.name for each in _offered(folder))) or "none"
        raise ImportPathError(
            f"The models folder has no checkpoint {name[:80]!r}; it has: {known[:300]}."
        )
    inside = path.iterdir() if path.is_dir() else iter(())
    for each in (path, *inside, *files_beside(path)):
        if not stays_inside(each, folder):
            raise ImportPathError(f"{each.name[:80]!r} leads out of the models folder.")
    return path.resolve()


def stays_inside(path: Path, folder: Path) -> bool:
    """Whether the path, every link in it followed, ends in the folder; a ring of links does not."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: what Python before 3.13 says of a ring
        return False


def can_be_named(path: Path) -> bool:
    """Whether its name is text: a system's names may be any bytes, JSON only text."""
    return not any("\ud800" <= sign <= "\udfff" for sign in path.name)


def _offered(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    named = filter(can_be_named, folder.iterdir())
    return [path for path in named if _file_of_tensors(path) is not None]


def _bytes(path: Path, file: Path) -> int:
    """Of the file, or of all files of tensors that an index is about."""
    if file.name not in INDEX_FILES:
        return file.stat().st_size
    shards = (each for each in path.iterdir() if each.suffix in ENDINGS and each.is_file())
    return sum(shard.stat().st_size for shard in shards)


def _file_of_tensors(path: Path) -> Path | None:
    """The file that would be read, if there is one."""
    try:
        if path.is_dir():
            known = (path / name for name in (*FOLDER_FILES, *INDEX_FILES))
            return next((file for file in known if file.is_file()), None)
        return path if path.is_file() and path.suffix in ENDINGS else None
    except OSError:  # a name longer than any file's
        return None
