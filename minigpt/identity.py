"""Which files a model was built on: the SHA-256 of each, as hexadecimal text.

It hashes bytes as they lie there; a changed space is another identity.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from minigpt.ordinary_file import read_ordinary_file

ALL_FILES = ("config", "tokenizer", "corpus")
#: What the numbers of a trace depend on; an untrained model has seen no corpus.
TRACE_FILES = ("config", "tokenizer")


def identities(data_dir: Path, names: Sequence[str] = ALL_FILES) -> dict[str, str]:
    """SHA-256 of config.json, tokenizer.json and corpus.json in `data_dir`, by stem.

    A model of IDs alone has no tokenizer and one of a stream no corpus; what is
    absent has no identity, and whoever needs the file says that it is missing. A
    config there must be.

    Raises:
        OSError: a file cannot be read.
    """
    files = {name: data_dir / f"{name}.json" for name in names}
    return {
        name: hashlib.sha256(read_ordinary_file(file)).hexdigest()
        for name, file in files.items()
        if name == "config" or file.exists()
    }
