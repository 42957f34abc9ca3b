"""The corpus: whole records of text in two splits, read from one JSON file.

It neither encodes nor joins records; a record is never cut across splits.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from minigpt.errors import CorpusError
from minigpt.json_object import exact_object, read_object

_SPLITS = ("train", "validation")


@dataclass(frozen=True, slots=True)
class CorpusRecord:
    """One text that is learned from, or held back, as a whole."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """A named version of the records, split into training and validation."""

    version: str
    train: tuple[CorpusRecord, ...]
    validation: tuple[CorpusRecord, ...]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read `{"version", "train": [{"id", "text"}], "validation": [...]}`.

        Raises:
            CorpusError: the file is not such JSON, an ID is empty or used twice,
                or a text has no UTF-8 encoding. Names the split and the record.
        """
        fields = read_object(path, ("version", *_SPLITS), CorpusError)
        version = fields["version"]
        if not isinstance(version, str) or not version:
            raise CorpusError(f"{path.name}: version must be a non-empty string, not {version!r}.")
        train, validation = (_records(fields[split], split) for split in _SPLITS)
        seen: set[str] = set()
        for record in (*train, *validation):
            if record.id in seen:
                raise CorpusError(f"{path.name}: the ID {record.id!r} is used by two records.")
            seen.add(record.id)
        return cls(version, train, validation)


def _records(value: object, split: str) -> tuple[CorpusRecord, ...]:
    if not isinstance(value, list):
        raise CorpusError(f"{split} must be a list of records.")
    return tuple(_record(item, f"{split}[{index}]") for index, item in enumerate(value))


def _record(value: object, where: str) -> CorpusRecord:
    fields = exact_object(value, ("id", "text"), where, CorpusError)
    name, text = fields["id"], fields["text"]
    if not isinstance(name, str) or not name:
        raise CorpusError(f"{where}: id must be a non-empty string, not {name!r}.")
    if not isinstance(text, str):
        raise CorpusError(f"{where} ({name}): text must be a string, not {text!r}.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as cause:
        raise CorpusError(
            f"{where} ({name}): character {cause.start} is half a surrogate pair; "
            "write the whole character."
        ) from cause
    return CorpusRecord(name, text)
