"""The SHA-256 of what a checkpoint says, so that a single changed bit is seen.

It hashes numbers and words, not the file: their order in it does not count.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from torch import Tensor

from minigpt.errors import CheckpointError
from minigpt.training.tensor_file import TensorFile


def digest_of(tensors: Mapping[str, Tensor], described: Mapping[str, object]) -> str:
    """SHA-256 of all words and numbers, whatever their order in the file."""
    content = sha256(json.dumps(described, sort_keys=True).encode())
    for name in sorted(tensors):
        content.update(name.encode() + b"\0")
        content.update(tensors[name].contiguous().numpy().tobytes())
    return content.hexdigest()


def check_digest(path: Path, file: TensorFile, metadata: Mapping[str, object]) -> None:
    """Refuse a file in which a bit has changed. Comes last: other faults can be named better.

    Raises:
        CheckpointError: the content is not what was written; both digests are named.
    """
    described = {name: value for name, value in metadata.items() if name != "sha256"}
    digest = digest_of(file.tensors, described)
    if digest != metadata["sha256"]:
        raise CheckpointError(
            f"{path.name} is damaged: its content has the SHA-256 {digest}, and "
            f"{metadata['sha256']} was written."
        )
