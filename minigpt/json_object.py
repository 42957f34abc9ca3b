"""Reads JSON objects from files, strictly: no missing, unknown or repeated field.

It knows nothing of what the fields mean; each caller brings its own error type.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from minigpt.errors import MiniGPTError
from minigpt.ordinary_file import read_ordinary_file


def read_object(
    path: Path,
    fields: Collection[str],
    error: type[MiniGPTError],
    optional: Collection[str] = (),
) -> dict[str, object]:
    """The one JSON object in `path`, which must have `fields`, may have `optional`, and no more.

    Raises:
        error: the file cannot be read, is not UTF-8 JSON, repeats a field, or
            holds something other than an object with these fields.
    """

    def without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            # JSON leaves the meaning of a repeated name open; Python would keep the last.
            raise ValueError(f"a field is given twice among {', '.join(k for k, _ in pairs)}")
        return found

    try:
        text = read_ordinary_file(path).decode("utf-8")
        value = json.loads(text, object_pairs_hook=without_repeats)
    except FileNotFoundError as cause:
        raise error(f"There is no {path}.") from cause
    except OSError as cause:
        raise error(f"{path.name} cannot be read: {cause.strerror}.") from cause
    except (ValueError, RecursionError) as cause:
        raise error(f"{path.name} cannot be read as JSON: {cause}") from cause
    return exact_object(value, fields, path.name, error, optional)


def exact_object(
    value: object,
    fields: Collection[str],
    where: str,
    error: type[MiniGPTError],
    optional: Collection[str] = (),
) -> dict[str, object]:
    """`value` itself, once it is known to be an object with `fields` and no others.

    It may have those that are `optional`.

    Raises:
        error: it is not; the sentence starts with `where`.
    """
    if not isinstance(value, dict):
        raise error(f"{where} must be a JSON object with {', '.join(fields)}.")
    if missing := [field for field in fields if field not in value]:
        raise error(f"{where} lacks {', '.join(missing)}.")
    if unknown := sorted(set(value) - {*fields, *optional}):
        raise error(f"{where} has unknown fields: {', '.join(unknown)}.")
    return value
