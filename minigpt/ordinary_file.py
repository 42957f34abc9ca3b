"""Reads files that anybody may have put into a folder: ordinary ones, up to a size.

A pipe would be waited for and a device read without end, by whoever only wanted to list models.
"""

from __future__ import annotations

import errno
import stat
from pathlib import Path
from typing import Final

#: Bytes of a file of tensors.
LARGEST_FILE: Final = 1 << 30
#: Bytes of a file of JSON or of text.
LARGEST_TEXT: Final = 64 << 20


class OversizeError(OSError):
    """An ordinary file that is larger than what is read; `size` and `limit` in bytes."""

    def __init__(self, path: Path, size: int, limit: int) -> None:
        super().__init__(errno.EFBIG, f"it has {size:,} bytes; at most {limit:,} are read", path)
        self.size, self.limit = size, limit


def ordinary_size(path: Path, limit: int) -> int:
    """The size in bytes of an ordinary file that is not over `limit`; links are followed.

    Raises:
        FileNotFoundError: there is none.
        OversizeError: it is larger.
        OSError: it is a folder, a pipe, a device or a ring of links.
    """
    try:
        found = path.stat()
    except ValueError as cause:  # a name that no system has
        raise FileNotFoundError(errno.ENOENT, str(cause), path) from cause
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", path)
    if found.st_size > limit:
        raise OversizeError(path, found.st_size, limit)
    return found.st_size


def read_ordinary_file(path: Path, limit: int = LARGEST_TEXT) -> bytes:
    """All bytes of such a file.

    Raises:
        OSError: as `ordinary_size`, or it may not be read.
    """
    ordinary_size(path, limit)
    return path.read_bytes()
