"""How large somebody else's files may be, and that they are files at all."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from minigpt.importing.errors import ImportFileError

#: Bytes of a file of weights. Our own files of weights have the same limit.
LARGEST_FILE: Final = 1 << 30
#: Numbers in all tensors together: in float32 they fill LARGEST_FILE.
MOST_NUMBERS: Final = LARGEST_FILE // 4
#: Bytes of a file of JSON or of characters.
LARGEST_TEXT: Final = 64 << 20


def check_size(path: Path, limit: int) -> int:
    """The size in bytes of an ordinary file that is not over `limit`.

    Raises:
        ImportFileError: it is missing, no ordinary file (a pipe would be waited for), or larger.
    """
    try:
        found = path.stat()
    except (OSError, ValueError) as cause:
        raise ImportFileError(f"{path.name} cannot be read: {cause}.") from cause
    if not stat.S_ISREG(found.st_mode):
        raise ImportFileError(f"{path.name} is no ordinary file.")
    if found.st_size > limit:
        raise ImportFileError(
            f"{path.name} has {found.st_size:,} bytes; at most {limit:,} are read.",
            details={"bytes": found.st_size, "limit": limit},
        )
    return found.st_size
