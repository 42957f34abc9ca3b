"""One position of a trace as Markdown: what it became at each stage, and whom it looked at.

The first table is the chapter's Table 20.4, the second its Table 20.5. Six
decimals, for reading; every digit is in `minigpt/export.py`'s files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from minigpt.trace import Array
from minigpt.traced_records import TracedRecords
from minigpt.vocabulary import vocabulary

#: As many coordinates as the chapter's table shows.
_SHOWN: Final = 3
_DECIMALS: Final = 6
_ROW_AXES: Final = {("B", "T", "C"), ("T", "C"), ("B", "T", "F")}


def position_table(traced: TracedRecords, *, record: int, position: int) -> str:
    """The tables of one position, after a line that says which.

    Args:
        traced: from `trace_records`.
        record: 0..B-1.
        position: one of the record's real positions, from 0 (BOS).

    Raises:
        IndexError: there is no such record or position.
    """
    records = traced.document()["records"]
    if not 0 <= record < len(records):
        raise IndexError(f"There is no record {record}; the trace has {len(records)}.")
    found = records[record]
    if not 0 <= position < found["valid_count"]:
        last = found["valid_count"] - 1
        raise IndexError(f"There is no position {position}; record {record} has 0 to {last}.")
    tensors = found["tensors"]
    rows = _table(
        ["representation", *(f"[{place}]" for place in range(_SHOWN)), "of"],
        [
            [f"`{name}`", *map(_number, row[:_SHOWN]), str(len(row))]
            for name, row in _rows(tensors, position)
        ],
    )
    seen = tensors["blocks"][0]["visible"][0][position]  # [K]
    keys = int(np.flatnonzero(seen)[-1]) + 1 if seen.any() else 0
    heads = _table(
        ["between positions", *(f"key {key}" for key in range(keys))],
        [
            [f"`{name}`", *map(_number, row[:keys])]
            for block, values in enumerate(tensors["blocks"])
            for name, row in _head_rows(values, _prefix(tensors, block), position)
        ],
    )
    return f"{_title(traced, record, position, found)}\n\n{rows}\n\n{heads}\n"


def _rows(tensors: dict[str, Any], position: int) -> Iterator[tuple[str, Array]]:
    for name in INPUT_TENSORS:
        yield name, tensors[name][position]
    for block, values in enumerate(tensors["blocks"]):
        for name, axes in BLOCK_TENSORS.items():
            if axes in _ROW_AXES:
                yield _prefix(tensors, block) + name, values[name][position]
    for name, axes in OUTPUT_TENSORS.items():
        if axes in _ROW_AXES:
            yield name, tensors[name][position]


def _head_rows(block: dict[str, Array], prefix: str, position: int) -> Iterator[tuple[str, Array]]:
    for name in ("scores", "weights"):
        for head, values in enumerate(block[name]):
            seen = block["visible"][0][position]  # [K]
            yield f"{prefix}{name}[{head}]", np.where(seen, values[position], np.nan)  # [K]


def _prefix(tensors: dict[str, Any], block: int) -> str:
    return f"blocks.{block}." if len(tensors["blocks"]) > 1 else ""


def _title(traced: TracedRecords, record: int, position: int, found: dict[str, Any]) -> str:
    names = [entry.name for entry in vocabulary(traced.opened.tokenizer)]
    token, target = int(found["ids"][position]), int(found["targets"][position])
    return (
        f"Record {record}, {_code(json.dumps(found['text'], ensure_ascii=False))}, "
        f"position {position}: "
        f"{_code(names[token])} ({token}), next {_code(names[target])} ({target}), "
        f"loss {_number(found['losses'][position])} nats"
    )


def _table(heads: list[str], rows: list[list[str]]) -> str:
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))


def _number(value: float) -> str:
    """Six decimals; a dash where there is no number; no value other than 0 is shown as 0."""
    if np.isnan(value):
        return "–"
    if value != 0 and abs(value) < 0.5 * 10**-_DECIMALS:
        return f"{value:.1e}"
    return f"{value:.{_DECIMALS}f}"


def _code(text: str) -> str:
    """A Markdown code span: its fence is longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest else ""
    return f"{fence}{space}{text}{space}{fence}"
