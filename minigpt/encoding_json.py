"""A tokenized text as one plain document, for `POST /api/tokenize` and `minigpt tokenize --json`.

It arranges; the tokens and the merge steps come from `minigpt.tokenizer`.
"""

from __future__ import annotations

from typing import Any

from minigpt.encoding import Encoding


def encoding_document(encoding: Encoding) -> dict[str, Any]:
    """IDs, pieces with byte offsets, and merge steps, as JSON-ready values."""
    return {
        "ids": encoding.ids,
        "pieces": [piece._asdict() for piece in encoding.pieces],
        "steps": [step._asdict() for step in encoding.steps],
    }
