"""A text given as an argument: whatever bytes the shell sent, once they are known to be UTF-8."""

from __future__ import annotations

import argparse

#: Enough of what comes before to find the place.
_SHOWN = 20


def text_argument(value: str) -> str:
    """`value` itself, as the `type` of an argparse argument.

    Raises:
        ArgumentTypeError: the argument's bytes are no UTF-8; names the byte and its place.
    """
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(value[error.start])
        # Python hands over a byte it cannot decode as U+DC80 to U+DCFF (PEP 383). Other
        # surrogates were never bytes; the tokenizer refuses those.
        if 0xDC80 <= code <= 0xDCFF:
            before = value[: error.start]
            place = f" after {before[-_SHOWN:]!r}" if before else " at its start"
            raise argparse.ArgumentTypeError(
                f"the argument is not UTF-8: byte {code - 0xDC00:02x}{place}; "
                "convert it to UTF-8 first, with iconv for example"
            ) from error
    return value
