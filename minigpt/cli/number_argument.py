"""A whole number given as an argument, within the range that the command can do something with."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

#: Of every seed: what PyTorch's generators take.
LARGEST_SEED: Final = 2**63 - 1
#: More digits than any number here has; Python refuses to read thousands of them.
_MOST_DIGITS: Final = 20


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """The `type` of an argparse argument that takes `least` to `most`."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS:
            number = int(text)
            if least <= number <= most:
                return number
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {least} to {most}, not {text[:40]!r}"
        )

    return read
