"""A model opened from its folder: for a person at a Python prompt, and for the server.

It reads and puts together; it needs no corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from minigpt.config import ModelConfig
from minigpt.identity import TRACE_FILES, identities
from minigpt.model import MiniGPT, create_model
from minigpt.resources import data_dir
from minigpt.tokens import TokenMap, load_tokenizer
from minigpt.training.adam import FlatParameters
from minigpt.training.checkpoint import load_weights

#: Where a folder keeps a trained model's weights; without it the model is untrained.
WEIGHTS: Final = "weights.safetensors"


@dataclass(frozen=True, slots=True)
class OpenedModel:
    """A model with the tokenizer it belongs to, and the SHA-256 of those and other files."""

    config: ModelConfig
    tokenizer: TokenMap
    model: MiniGPT
    identities: dict[str, str]
    #: Updates that its weights have seen; None: untrained, the numbers of the seed.
    trained_step: int | None = None


def load(folder: Path | str | None = None, belongs_to: Sequence[str] = TRACE_FILES) -> OpenedModel:
    """MG-1, or the model of any other folder with a config.json and what its tokenizer needs.

    It has the weights of weights.safetensors if there is one, else those of the seed.
    `belongs_to` names the files that the weights must have been made with.

    Raises:
        ConfigError, TokenizerError, CheckpointError: a file is damaged.
        ForeignCheckpointError: the weights belong to another of those files.
        OSError: a file cannot be read.
    """
    place = Path(folder) if folder else data_dir()
    config = ModelConfig.load(place / "config.json")
    tokenizer = load_tokenizer(place, config)
    model, belongs = create_model(config), identities(place, belongs_to)
    if (weights := place / WEIGHTS).exists():
        parameters = FlatParameters(model)
        trained = load_weights(weights, parameters, belongs)
        parameters.vector.copy_(trained.vector)  # [P]
        return OpenedModel(config, tokenizer, model, belongs, trained.step)
    return OpenedModel(config, tokenizer, model, belongs)
