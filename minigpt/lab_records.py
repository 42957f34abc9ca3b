"""The two records that checks are made on: short enough to be computed by loops.

Loops take some seconds where a tensor takes milliseconds, so a larger model is
checked on the beginnings of the same texts. It reads no files.
"""

from __future__ import annotations

from typing import Final

from minigpt.errors import TextError, TokenIdError
from minigpt.model import MiniGPT
from minigpt.tokens import TokenMap

#: The chapter's two records: of unequal length, so that one has padding in any batch.
RECORDS: Final = ("The key is red. Answer: red.", "The key is blue. Answer: blue.")

#: What the loops may multiply: some seconds. A position takes a product for each parameter.
_PRODUCTS: Final = 40_000_000
#: IDs of such a record where the tokenizer reads no text.
_IDS: Final = 14


def lab_records(model: MiniGPT, tokenizer: TokenMap) -> tuple[str, str]:
    """The chapter's records, or their beginnings, or a few IDs; the second is one token longer.

    Whole records are never cut to fit a short context: that is for whoever lays them out.
    """
    if not _readable(tokenizer):
        return _of_ids(model, tokenizer)
    positions = sum(len(tokenizer.encode(text)) + 1 for text in RECORDS)
    parameters = sum(parameter.numel() for parameter in model.parameters())
    if positions * parameters <= _PRODUCTS:
        return RECORDS
    tokens = max(2, _PRODUCTS // (2 * parameters))
    return _beginning(RECORDS[0], tokens, tokenizer), _beginning(RECORDS[1], tokens + 1, tokenizer)


def _readable(tokenizer: TokenMap) -> bool:
    try:
        return all(len(tokenizer.encode(text)) > 1 for text in RECORDS)
    except (TextError, TokenIdError):
        return False


def _beginning(text: str, tokens: int, tokenizer: TokenMap) -> str:
    """As many whole characters of a text as have at most so many tokens."""
    while len(tokenizer.encode(text)) > tokens:
        text = text[:-1]
    return text


def _of_ids(model: MiniGPT, tokenizer: TokenMap) -> tuple[str, str]:
    """Different IDs, spread over the vocabulary."""
    config = model.config
    parameters = sum(parameter.numel() for parameter in model.parameters())
    tokens = min(_IDS, config.context_length - 2, _PRODUCTS // (2 * parameters))
    size = config.vocabulary_size
    ids = [place * 7 % size for place in range(2 * max(1, tokens) + 3)]
    cut = max(2, tokens)
    return tokenizer.decode(ids[:cut]), tokenizer.decode(ids[cut : 2 * cut + 1])
