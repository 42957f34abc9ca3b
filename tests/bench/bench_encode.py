"""How long encoding 100,000 characters takes, and how it grows with the text.

Run with `python -m tests.bench.bench_encode`.
"""

from __future__ import annotations

from math import inf
from time import perf_counter

from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from tests.bench.result import Result

CHARACTERS = 100_000
RUNS = 9

#: Seconds for 100,000 characters.
MOST_SECONDS = 2.0
#: Time for twice the text. n log n would give 2.12 at 100,000; the rest is for noise.
MOST_GROWTH = 2.3

TEXTS = {
    "English": "Hotel limit: 750 yuan. Find the blue key, then look up order K17. ",
    "one letter": "a",
    "Chinese": "巴黎是法国的首都。每晚750元。",
}


def run() -> list[Result]:
    """Seconds per 100,000 characters and growth, for each kind of text."""
    # A run of one letter is the worst case only if that letter merges with itself.
    tokenizers = {
        "MG-1": Tokenizer.load(data_dir() / "tokenizer.json"),
        "merges of runs": Tokenizer.train(["a" * 2**16], 16),
    }
    results = []
    for kind, text in TEXTS.items():
        results += _measure(kind, tokenizers["MG-1"], text)
    results += _measure("one letter that merges", tokenizers["merges of runs"], "a")
    return results


def _measure(name: str, tokenizer: Tokenizer, text: str) -> list[Result]:
    long = (text * (2 * CHARACTERS // len(text) + 1))[: 2 * CHARACTERS]
    once, twice = _best(tokenizer, long[:CHARACTERS], long)
    how = f"best of {RUNS}"
    return [
        Result(f"{name}: {CHARACTERS:,} characters", once, "s", MOST_SECONDS, how),
        Result(f"{name}: twice as many", twice / once, "x", MOST_GROWTH, how),
    ]


def _best(tokenizer: Tokenizer, *texts: str) -> list[float]:
    """Seconds for each text; the best run is the one that other programs disturbed least.

    The texts take turns, so that a busy spell of the machine meets all of them.
    """
    best = [inf] * len(texts)
    for _ in range(RUNS):
        for index, text in enumerate(texts):
            start = perf_counter()
            tokenizer.encode(text)
            best[index] = min(best[index], perf_counter() - start)
    return best


if __name__ == "__main__":
    for result in run():
        print(f"{result.name:48} {result.measured:>8} {result.limit:>6} {result.verdict}")
