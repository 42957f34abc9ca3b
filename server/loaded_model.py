"""The model that one server explains, with all that belongs to it, loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.identity import ALL_FILES
from minigpt.model import MiniGPT
from minigpt.model_summary import ModelSummary
from minigpt.opened import load
from minigpt.parameters import named_parameters
from minigpt.tokenizer import Tokenizer
from minigpt.training.run_folder import Material, material_of


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model, what it is made of, and the SHA-256 of the files that came from."""

    material: Material
    model: MiniGPT
    identities: dict[str, str]
    #: Updates that the weights have seen; None: untrained.
    trained_step: int | None

    @property
    def summary(self) -> ModelSummary:
        """As it is told among others."""
        count = sum(tensor.numel() for tensor in named_parameters(self.model).values())
        return ModelSummary(self.config, count, self.trained_step)

    @property
    def config(self) -> ModelConfig:
        """Its sizes."""
        return self.material.config

    @property
    def tokenizer(self) -> Tokenizer:
        """What makes its IDs."""
        return self.material.tokenizer

    @property
    def corpus(self) -> Corpus:
        """What it learns from."""
        return self.material.corpus

    @classmethod
    def load(cls, data_dir: Path) -> Self:
        """Read a data folder; the model has the weights in it, or those of its seed.

        Raises:
            ConfigError, TokenizerError, CorpusError, TrainingConfigError, CheckpointError: a
                file is damaged.
            ForeignCheckpointError: the weights belong to another config, tokenizer or corpus.
            OSError: a file cannot be read.
        """
        material = material_of(data_dir)
        opened = load(data_dir, ALL_FILES)
        return cls(material, opened.model, opened.identities, opened.trained_step)
