"""Takes prefixes off the names of tensors that wrappers around a model have put there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from minigpt.importing.errors import TensorUnknownError

#: Who puts it there, by prefix.
WRAPPERS: Final = {"_orig_mod.": "torch.compile", "module.": "data-parallel training"}


class PlainNames(NamedTuple):
    """Names as in the file by names without prefix, and how many had which prefix."""

    written: dict[str, str]
    prefixes: Counter[str]


def plain_names(names: Iterable[str]) -> PlainNames:
    """Every name without wrappers' prefixes, in whatever order and however often they are.

    Raises:
        TensorUnknownError: two tensors have the same name then.
    """
    written: dict[str, str] = {}
    prefixes: Counter[str] = Counter()
    for name in names:
        plain = name
        while prefix := next((known for known in WRAPPERS if plain.startswith(known)), None):
            plain = plain.removeprefix(prefix)
            prefixes[prefix] += 1
        if plain in written:
            raise TensorUnknownError(
                f"{name!r} and {written[plain]!r} are both {plain!r} without their prefixes.",
                details={"tensor": name},
            )
        written[plain] = name
    return PlainNames(written, prefixes)
