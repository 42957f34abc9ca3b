"""How names and values out of somebody else's file are shown: as text that does nothing.

A name may be any characters: a terminal would obey some, and JSON cannot hold halves of a
surrogate pair or, as it is written here, integers of more than 64 bits.
"""

from __future__ import annotations

import re
import reprlib
from typing import Any, Final

#: Control characters, those that turn the direction of writing, and halves of surrogate pairs.
_ACTING: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_LARGEST: Final = (1 << 63) - 1
_BRIEF: Final = reprlib.Repr()
_BRIEF.maxlevel = 2
_BRIEF.maxstring = _BRIEF.maxlong = _BRIEF.maxother = 40


def readable(text: str) -> str:
    """The text with every character that would act, or has no UTF-8, as its escape."""
    return _ACTING.sub(_escape, text)


def brief(value: object) -> str:
    """A value as Python writes it, at most some 40 characters of it, however deep or long it is."""
    return _BRIEF.repr(value)


def writable(value: Any) -> Any:  # noqa: ANN401, whatever JSON has
    """The same value with every text in it readable, and integers beyond 64 bits as text."""
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, int):
        return value if -_LARGEST <= value <= _LARGEST else brief(value)
    if isinstance(value, dict):
        return {writable(name): writable(each) for name, each in value.items()}
    if isinstance(value, tuple):
        parts = [writable(each) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, list):
        return [writable(each) for each in value]
    return value


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
