"""What the tests of `minigpt` share: MG-1's data files, and the figures to meet.

The figures come from outside this project: they were there before its code.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer


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
