"""How large somebody else's files may be, and that they are files at all."""

from __future__ import annotations

from pathlib import Path

from minigpt.importing.errors import ImportFileError
from minigpt.ordinary_file import OversizeError, ordinary_size


def check_size(path: Path, limit: int) -> int:
    """The size in bytes of an ordinary file that is not over `limit`.

    Raises:
        ImportFileError: it is missing, no ordinary file (a pipe would be waited for), or larger.
    """
    try:
        return ordinary_size(path, limit)
    except OversizeError as cause:
        raise ImportFileError(
            f"{path.name} has {cause.size:,} bytes; at most {limit:,} are read.",
            details={"bytes": cause.size, "limit": limit},
        ) from cause
    except OSError as cause:
        raise ImportFileError(f"{path.name} cannot be read: {cause.strerror}.") from cause
