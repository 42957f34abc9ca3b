"""Brings a text to where `minigpt/stream/text.py` looks for it: from its address, or a copy.

Nothing lies there before its SHA-256 is known to be right; a broken transfer leaves nothing.
"""

from __future__ import annotations

import hashlib
import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from minigpt.errors import TextDownloadError
from minigpt.ordinary_file import LARGEST_FILE, read_ordinary_file
from minigpt.stream.text import TextIdentity, stored_text
from minigpt.training.atomic_file import write_atomically

#: Called with the bytes that are there, and with how many there will be; None: not said.
Progress = Callable[[int, int | None], None]
#: So long the other side may be silent, in seconds.
TIMEOUT: Final = 30.0
_PART: Final = 64 * 1024
#: No character of UTF-8 has more bytes.
_MOST_BYTES: Final = 4


def bring_text(
    identity: TextIdentity,
    *,
    copy: Path | None = None,
    progress: Progress = lambda done, total: None,
    timeout: float = TIMEOUT,
) -> Path:
    """Put a text into the folder of texts, from its address or from a copy on this machine.

    Args:
        identity: which text.
        copy: a file that should be it; without one the address is asked.
        progress: told after each part that has come.
        timeout: seconds that the other side may be silent.

    Returns:
        Where the text lies now.

    Raises:
        TextDownloadError: the text has no address, or it cannot be had there; says why.
        TextDamagedError: what came is another text; nothing is kept.
        OSError: the copy cannot be read, or the folder not be written to.
    """
    if copy is None:
        content = _from_address(identity, progress, timeout)
    else:
        content = copy.read_bytes()
        progress(len(content), len(content))
    identity.check(content)
    place = stored_text(identity)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(place, content)
    return place


def is_stored(identity: TextIdentity) -> bool:
    """Whether the text lies in the folder of texts already, whole."""
    try:
        content = read_ordinary_file(stored_text(identity), LARGEST_FILE)
    except OSError:
        return False
    return hashlib.sha256(content).hexdigest() == identity.sha256


def _from_address(identity: TextIdentity, progress: Progress, timeout: float) -> bytes:
    if identity.url is None:
        raise TextDownloadError(
            f"No public address is known for {identity.name}; give a copy with --file FILE."
        )
    try:
        with urllib.request.urlopen(identity.url, timeout=timeout) as reply:
            return _read(reply, _announced(reply), identity, progress)
    except urllib.error.HTTPError as cause:
        why = f"it answered {cause.code} {cause.reason}"
        cause.close()
    except urllib.error.URLError as cause:
        why = f"it could not be reached ({cause.reason})"
    except TimeoutError:
        why = f"it was silent for {timeout:g} seconds"
    except (http.client.HTTPException, OSError) as cause:
        why = f"the transfer broke off ({type(cause).__name__})"
    raise TextDownloadError(
        f"{identity.name} could not be brought from {identity.url}: {why}. Try again later, or "
        "give a copy with --file FILE.",
        details={"url": identity.url},
    )


def _read(reply: IO[bytes], total: int | None, identity: TextIdentity, progress: Progress) -> bytes:
    """All of a reply, in parts; no more of it than the text can have."""
    most = _MOST_BYTES * identity.characters
    content = bytearray()
    while part := reply.read(_PART):
        content += part
        progress(len(content), total)
        if len(content) > most:
            raise TextDownloadError(
                f"What comes from {identity.url} is longer than {identity.name} can be "
                f"({most:,} bytes); it is another file.",
                details={"url": identity.url, "most": most},
            )
    if total is not None and len(content) < total:
        # The standard library hands over what came when it is read in parts.
        raise http.client.IncompleteRead(bytes(content), total - len(content))
    return bytes(content)


def _announced(reply: http.client.HTTPResponse) -> int | None:
    said = reply.headers.get("Content-Length", "")
    return int(said) if said.isdecimal() else None
