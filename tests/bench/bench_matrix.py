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

RUNS = 5

#: Seconds for the whole matrix on two cores.
MOST_SECONDS = 10.0


def run() -> list[Result]:
    """The median in seconds at one thread, as the commands set it; it is put back."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return [_measure()]
    finally:
        torch.set_num_threads(before)


def _measure() -> Result:
    config = ModelConfig.load(data_dir() / "config.json")
    tokenizer = Tokenizer.load(data_dir() / "tokenizer.json")
    times, asked = [], 0
    for _ in range(RUNS):
        start = perf_counter()
        rows = list(BugMatrix(create_model(config), tokenizer).rows())
        times.append(perf_counter() - start)
        asked = sum(len(verdicts) for _, verdicts in rows)
    how = f"{asked} verdicts with their evidence, 1 thread, median of {RUNS}"
    return Result("the whole matrix", median(times), "s", MOST_SECONDS, how)
