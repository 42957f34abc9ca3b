"""The parts of a model that can be switched off, and how they are written.

"0.1" is head 1 of block 0, "ffn2" the FFN of block 2, "block3" all that block 3 adds. It
switches nothing off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from minigpt.config import ModelConfig
from minigpt.errors import UnknownPartError

Kind = Literal["head", "ffn", "block"]
_WRITTEN: Final = re.compile(
    r"(?P<head_block>[0-9]{1,6})\.(?P<head>[0-9]{1,6})"
    r"|ffn(?P<ffn>[0-9]{1,6})|block(?P<block>[0-9]{1,6})"
)


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """One part; `head` only where it is one."""

    block: int
    kind: Kind
    head: int | None = None

    def __str__(self) -> str:
        return f"{self.block}.{self.head}" if self.kind == "head" else f"{self.kind}{self.block}"


def parse_part(text: str, config: ModelConfig) -> Part:
    """The part that `text` writes.

    Raises:
        UnknownPartError: it is written otherwise, or the model has no such block or head.
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise UnknownPartError(
            f'{text[:40]!r} is no part of a model: write "0.1" for head 1 of block 0, "ffn2" for '
            'the FFN of block 2, "block3" for all of block 3.',
            details=_sizes(config),
        )
    if found["head"] is not None:
        part = Part(int(found["head_block"]), "head", int(found["head"]))
    elif found["ffn"] is not None:
        part = Part(int(found["ffn"]), "ffn")
    else:
        part = Part(int(found["block"]), "block")
    if part.block >= config.blocks or (part.head or 0) >= config.heads:
        raise UnknownPartError(
            f"The model has no {part}: its blocks are 0 to {config.blocks - 1}, the heads of "
            f"each 0 to {config.heads - 1}.",
            details=_sizes(config),
        )
    return part


def parse_parts(texts: Iterable[str], config: ModelConfig) -> frozenset[Part]:
    """As `parse_part`, of several.

    Raises:
        UnknownPartError: one of them is none.
    """
    return frozenset(parse_part(text, config) for text in texts)


def all_parts(config: ModelConfig) -> list[Part]:
    """Every part that can be switched off alone: each block's heads, its FFN, the block."""
    return [
        part
        for block in range(config.blocks)
        for part in (
            *(Part(block, "head", head) for head in range(config.heads)),
            Part(block, "ffn"),
            Part(block, "block"),
        )
    ]


def _sizes(config: ModelConfig) -> dict[str, object]:
    return {"blocks": config.blocks, "heads": config.heads}
