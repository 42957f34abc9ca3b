"""The model that one server explains, with all that belongs to it, loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.identity import identities
from minigpt.model import MiniGPT, create_model
from minigpt.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model, its tokenizer and corpus, and the SHA-256 of the files they came from."""

    config: ModelConfig
    tokenizer: Tokenizer
    corpus: Corpus
    model: MiniGPT
    identities: dict[str, str]

    @classmethod
    def load(cls, data_dir: Path) -> Self:
        """Read config.json, tokenizer.json and corpus.json and make the parameters.

        Raises:
            ConfigError, TokenizerError, CorpusError: a file is damaged.
            OSError: a file cannot be read.
        """
        config = ModelConfig.load(data_dir / "config.json")
        return cls(
            config=config,
            tokenizer=Tokenizer.load(data_dir / "tokenizer.json"),
            corpus=Corpus.load(data_dir / "corpus.json"),
            model=create_model(config).eval(),
            identities=identities(data_dir),
        )
