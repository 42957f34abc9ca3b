"""The bug matrix: every fault before every check, from nothing to the last verdict."""

from __future__ import annotations

from statistics import median
from time import perf_counter

import torch

from minigpt.bug_matrix import BugMatrix
from minigpt.config import ModelConfig
from minigpt.model import create_model
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from tests.bench.result import Result

RUNS = 3
THREADS = (1, 2)

#: Seconds for the whole matrix on two cores.
MOST_SECONDS = 10.0


def run() -> list[Result]:
    """Medians in seconds at one thread and at two; the thread count is put back."""
    before = torch.get_num_threads()
    try:
        return [_measure(threads) for threads in THREADS]
    finally:
        torch.set_num_threads(before)


def _measure(threads: int) -> Result:
    torch.set_num_threads(threads)
    config = ModelConfig.load(data_dir() / "config.json")
    tokenizer = Tokenizer.load(data_dir() / "tokenizer.json")
    times, asked = [], 0
    for _ in range(RUNS):
        start = perf_counter()
        rows = list(BugMatrix(create_model(config), tokenizer).rows())
        times.append(perf_counter() - start)
        asked = sum(len(verdicts) for _, verdicts in rows)
    how = f"{threads} thread{'s' if threads > 1 else ''}, median of {RUNS}"
    return Result(f"bug matrix, {asked} verdicts", median(times), "s", MOST_SECONDS, how)
