"""Which files a model was built on: the SHA-256 of each, as hexadecimal text.

It hashes bytes as they lie there; a changed space is another identity.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

_FILES = ("config", "tokenizer", "corpus")


def identities(data_dir: Path) -> dict[str, str]:
    """SHA-256 of config.json, tokenizer.json and corpus.json in `data_dir`, by stem.

    Raises:
        OSError: a file cannot be read.
    """
    return {
        name: hashlib.sha256((data_dir / f"{name}.json").read_bytes()).hexdigest()
        for name in _FILES
    }
