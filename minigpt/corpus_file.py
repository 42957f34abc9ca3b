"""Anybody's records as a corpus: JSON like ours, or plain text with one record per line.

It reads and splits; whether the records fit a model is seen when they are laid out.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from minigpt.corpus import Corpus, CorpusRecord
from minigpt.errors import CorpusError

#: Of a text file, the last of every four records is held back: 24 and 8 in MG-1's corpus, too.
_ONE_HELD_BACK_OF: Final = 4


def read_corpus(path: Path) -> Corpus:
    """The corpus in a `.json` file, or in any other file as UTF-8 text.

    Of a text file each line, up to LF, is one record as it stands; empty lines are none.
    Every fourth record is for validation. IDs are `line-N`, counted from 1.

    Raises:
        CorpusError: it is no such file, or a split has no record. Names the line or record.
    """
    corpus = Corpus.load(path) if path.suffix.lower() == ".json" else _from_lines(path)
    for split, records in (("training", corpus.train), ("validation", corpus.validation)):
        if not records:
            raise CorpusError(
                f"{path.name} has no {split} record; a run needs at least one in each split"
                + ("." if path.suffix.lower() == ".json" else ", so at least four lines.")
            )
    return corpus


def corpus_json(corpus: Corpus) -> bytes:
    """The corpus as the bytes of a file that `Corpus.load` reads; always the same."""
    document = {
        "version": corpus.version,
        **{
            split: [{"id": record.id, "text": record.text} for record in records]
            for split, records in (("train", corpus.train), ("validation", corpus.validation))
        },
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _from_lines(path: Path) -> Corpus:
    try:
        content = path.read_bytes()
    except OSError as cause:
        raise CorpusError(f"{path.name} cannot be read: {cause.strerror}.") from cause
    records: list[CorpusRecord] = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as cause:
            raise CorpusError(
                f"{path.name}: line {number} is not UTF-8; byte {cause.start} of it is "
                f"{line[cause.start]:02x}."
            ) from cause
        if text:
            records.append(CorpusRecord(f"line-{number}", text))
    kept = [record for place, record in enumerate(records, 1) if place % _ONE_HELD_BACK_OF]
    held_back = records[_ONE_HELD_BACK_OF - 1 :: _ONE_HELD_BACK_OF]
    version = f"{path.stem or 'corpus'}-{hashlib.sha256(content).hexdigest()[:12]}"
    return Corpus(version, tuple(kept), tuple(held_back))
