"""Tokens as text while they come: no half character is ever shown.

Bytes are kept as they are; text is what can be said of them so far.
"""

from __future__ import annotations

import codecs


class StreamedText:
    """Decodes bytes piece by piece, with U+FFFD for each maximal broken part.

    What `add` and `finish` return, joined, is what decoding all bytes at once gives.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.content = b""

    def add(self, piece: bytes) -> str:
        """The text that is certain now; bytes that may yet become a character wait."""
        self.content += piece
        return self._decoder.decode(piece)

    def finish(self) -> str:
        """What still waits, as U+FFFD; nothing if the last character is whole."""
        return self._decoder.decode(b"", final=True)

    @property
    def is_utf8(self) -> bool:
        """Whether all bytes so far are whole characters."""
        try:
            self.content.decode("utf-8")
        except UnicodeDecodeError:
            return False
        return True
