"""What the tests of `minigpt` share: MG-1's data files, and the figures to meet.

The figures come from outside this project: they were there before its code.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.batch import Batch, batch_records
from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.model import MiniGPT, create_model
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer


def pytest_configure() -> None:
    """One core for each of pytest's processes, which are as many as there are cores.

    Products this small are quickest so; two processes of two threads that spin took twenty times
    as long. It holds for all tests of a process, and their bits are those of the commands.
    """
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def figures() -> dict[str, Any]:
    """The facts of `figures.json`."""
    found: dict[str, Any] = json.loads(
        Path(__file__).with_name("figures.json").read_text(encoding="utf-8")
    )
    return found


@pytest.fixture(scope="session")
def config() -> ModelConfig:
    """MG-1's configuration."""
    return ModelConfig.load(data_dir() / "config.json")


@pytest.fixture(scope="session")
def tokenizer() -> Tokenizer:
    """MG-1's tokenizer, as its file has it."""
    return Tokenizer.load(data_dir() / "tokenizer.json")


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The 24 training and 8 validation records."""
    return Corpus.load(data_dir() / "corpus.json")


@pytest.fixture(scope="session")
def chapter_texts() -> tuple[str, str]:
    """The two records that the chapter follows: the red key and the blue key."""
    return ("The key is red. Answer: red.", "The key is blue. Answer: blue.")


@pytest.fixture(scope="session")
def chapter_batch(
    chapter_texts: tuple[str, str], tokenizer: Tokenizer, config: ModelConfig
) -> Batch:
    """The two chapter records in all 64 slots."""
    return batch_records(chapter_texts, tokenizer, config.context_length)


@pytest.fixture
def model(config: ModelConfig) -> MiniGPT:
    """MG-1 untrained; each test gets its own, so that gradients stay apart."""
    return create_model(config)


@pytest.fixture(scope="session")
def other_config(config: ModelConfig) -> Callable[..., ModelConfig]:
    """Makes a config that is MG-1's except for what is named: `other_config(heads=4)`."""

    def make(**changes: Any) -> ModelConfig:
        return replace(config, **changes)

    return make


@pytest.fixture(scope="session")
def deep_model(other_config: Callable[..., ModelConfig]) -> MiniGPT:
    """Two blocks, three heads, and numbers large enough for every gradient to be seen."""
    config = other_config(blocks=2, heads=3, width=6, ffn_width=5, context_length=12, init_std=0.5)
    model = create_model(config)
    noise = torch.Generator().manual_seed(3)
    with torch.no_grad():  # at their initial 1 and 0 a mistake in a norm or bias could hide
        for parameter in model.parameters():
            drawn = torch.randn(parameter.shape, generator=noise, dtype=torch.float64)
            parameter.add_(drawn, alpha=0.3)
    return model


@pytest.fixture(scope="session")
def short_texts() -> tuple[str, str]:
    """Two texts without merges: one token for each letter."""
    return ("xyzw", "abc")


@pytest.fixture(scope="session")
def short_batch(short_texts: tuple[str, str], tokenizer: Tokenizer) -> Batch:
    """Those two, five and four positions in five slots."""
    return batch_records(short_texts, tokenizer, 12, slots=5)
