"""One model with all that belongs to it, whatever it learns from and wherever it came from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from minigpt.config import ModelConfig
from minigpt.corpus import Corpus
from minigpt.identity import TRACE_FILES
from minigpt.importing.model_folder import origins_in
from minigpt.importing.report import OriginsTold
from minigpt.model import MiniGPT
from minigpt.model_summary import ModelSummary, summary_of
from minigpt.opened import load
from minigpt.parameters import named_parameters
from minigpt.stream.text import IDENTITY_FILE
from minigpt.tokens import TokenMap
from minigpt.training.run_folder import Material, material_of
from minigpt.training.stream.material import StreamMaterial, stream_material_of

#: What a model learns from: records, one text, or nothing that is known here.
AnyMaterial = Material | StreamMaterial | None


@dataclass(frozen=True)
class LoadedModel:
    """A model, what it is made of, and the SHA-256 of the files that it came from."""

    config: ModelConfig
    tokenizer: TokenMap
    model: MiniGPT
    material: AnyMaterial
    identities: dict[str, str]
    #: Updates that the weights have seen; None: untrained, 0: imported from a file that is silent.
    trained_step: int | None
    #: Where its files lie; None: it was opened from a checkpoint.
    folder: Path | None
    #: The checkpoint that its parameters were read from, and each one's origin; None: from none.
    imported: OriginsTold | None = None

    @property
    def summary(self) -> ModelSummary:
        """As it is told among others."""
        if self.folder is not None:
            return summary_of(self.folder)
        return ModelSummary(self.config, self.parameter_count, self.trained_step)

    @cached_property
    def parameter_count(self) -> int:
        """How many numbers it has learned, or will."""
        return sum(tensor.numel() for tensor in named_parameters(self.model).values())

    def numbers_in_trace(self, positions: int) -> int:
        """About how many numbers the trace of one record of so many positions holds."""
        config = self.config
        block = 14 * config.width + 2 * config.ffn_width + 2 * config.heads * positions
        around = 3 * config.width + config.vocabulary_size
        return positions * (around + config.blocks * block)

    @property
    def corpus(self) -> Corpus | None:
        """The records that it learns from, if it learns from records."""
        return self.material.corpus if isinstance(self.material, Material) else None

    @classmethod
    def load(cls, data_dir: Path) -> Self:
        """Read a data folder; the model has the weights in it, or those of its seed.

        Raises:
            ConfigError, TokenizerError, CorpusError, TextIdentityError, TrainingConfigError,
                CheckpointError: a file is damaged.
            ForeignCheckpointError: the weights belong to another config, tokenizer or corpus.
            OSError: a file cannot be read.
        """
        material = _material(data_dir)
        opened = load(data_dir, material.belongs_to if material else TRACE_FILES)
        return cls(
            opened.config,
            opened.tokenizer,
            opened.model,
            material,
            opened.identities,
            opened.trained_step,
            data_dir,
            origins_in(data_dir),
        )


def _material(folder: Path) -> AnyMaterial:
    """What lies in the folder to be learned from: an imported model's has nothing."""
    if ModelConfig.load(folder / "config.json").data == "records":
        return material_of(folder)
    return stream_material_of(folder) if (folder / IDENTITY_FILE).is_file() else None
