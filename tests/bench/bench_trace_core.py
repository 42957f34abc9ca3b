"""The forward pass of the two chapter records: bare, traced, and cut to arrays.

What the web adds to it is measured elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import torch

from minigpt.batch import Batch, batch_records, trim
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from minigpt.trace import Trace, cut, trace
from tests.bench.result import Result

RECORDS = ("The key is red. Answer: red.", "The key is blue. Answer: blue.")
RUNS = 2000
WARM_UP = 200
THREADS = (1, 2)

#: Watching alone, of the same padded batch: a tap only keeps a reference.
MOST_TRACED = 1.25


def run() -> list[Result]:
    """Medians in ms at one thread and at two; the thread count is put back."""
    before = torch.get_num_threads()
    try:
        return [result for threads in THREADS for result in _measure(threads)]
    finally:
        torch.set_num_threads(before)


def _measure(threads: int) -> list[Result]:
    torch.set_num_threads(threads)
    config = ModelConfig.load(data_dir() / "config.json")
    tokenizer = Tokenizer.load(data_dir() / "tokenizer.json")
    model = create_model(config)
    padded = batch_records(RECORDS, tokenizer, config.context_length)
    trimmed = trim(padded)
    bare, traced, both = _medians(
        lambda: _bare(model, padded),
        lambda: trace(model, padded),
        lambda: _cut_all(trace(model, trimmed)),
    )
    bare_trimmed, taken = _medians(lambda: _bare(model, trimmed), _cutting(model, trimmed))
    how = f"{threads} thread{'s' if threads > 1 else ''}, median of {RUNS}"
    slots, fewer = padded.ids.shape[1], trimmed.ids.shape[1]
    return [
        Result(f"bare forward and loss, {slots} slots", bare, "ms", None, how),
        Result(f"bare forward and loss, {fewer} slots", bare_trimmed, "ms", None, how),
        Result(f"traced / bare, {slots} slots", traced / bare, "x", MOST_TRACED, how),
        Result(f"trace and cut, {fewer} slots", both, "ms", None, how),
        Result("cut of both records alone", taken, "ms", None, how),
    ]


def _bare(model: MiniGPT, batch: Batch) -> None:
    with torch.no_grad():
        model(batch.ids, batch.valid, batch.targets)


def _cutting(model: MiniGPT, batch: Batch) -> Callable[[], None]:
    taken = trace(model, batch)
    return lambda: _cut_all(taken)


def _cut_all(taken: Trace) -> None:
    for record in range(len(RECORDS)):
        cut(taken, record)


def _medians(*steps: Callable[[], object]) -> list[float]:
    """Milliseconds of each step; they take turns, so that a busy moment meets all alike."""
    times: list[list[float]] = [[] for _ in steps]
    for turn in range(WARM_UP + RUNS):
        for step, own in zip(steps, times, strict=True):
            start = perf_counter()
            step()
            if turn >= WARM_UP:
                own.append((perf_counter() - start) * 1000)
    return [median(own) for own in times]
