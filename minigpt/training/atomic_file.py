"""Writes a file whole or not at all, even if the power goes.

It knows nothing of what the bytes mean.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Ends the name of a file that is still being written. Only a kill leaves one behind,
#: nothing reads it, and the next write of the same file begins it anew.
PARTIAL = ".partial"


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` in the place of `path`; until then the file that was there stays whole.

    The bytes are on the disk before the name points to them (fsync, then rename).

    Raises:
        OSError: the disk is full, the folder missing; what was at `path` is unchanged.
    """
    partial = path.with_name(path.name + PARTIAL)
    try:
        with naming(path):
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have an error of the system name the file: a full disk is told without, by write and fsync.

    Raises:
        OSError: as it was, with the name.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def _sync_folder(folder: Path) -> None:
    """Make the new name itself last. Systems whose folders cannot be opened do without."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
