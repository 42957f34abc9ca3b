"""A small model of each kind that the family has, with numbers that hide nothing."""

from __future__ import annotations

from typing import Any, Final

import torch

from minigpt.batch import IGNORED, Batch
from minigpt.config import ModelConfig
from minigpt.model import MiniGPT, create_model

#: Numbers of this size after two blocks: rounding near 1e-15 and 1e-6, times what norms magnify.
TOLERANCE: Final = {torch.float64: 1e-12, torch.float32: 2e-5}

_GPT2: Final = {"attention_bias": True, "activation": "gelu", "tied_head": True}

#: What each variant has otherwise than MG-1.
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "mg-1": {},
    "gelu": {"activation": "gelu"},
    "gelu-tanh": {"activation": "gelu_tanh"},
    "attention-bias": {"attention_bias": True},
    "no-ffn-bias": {"ffn_bias": False},
    "no-norm-bias": {"norm_bias": False},
    "no-head-bias": {"head_bias": False},
    "tied": {"tied_head": True},
    "gpt2": _GPT2,
    "nanogpt": {**_GPT2, "activation": "gelu_tanh", "head_bias": False},
    "no-bias": {"ffn_bias": False, "norm_bias": False, "head_bias": False, "tied_head": True},
    "float32": {**_GPT2, "dtype": "float32"},
    "float32-untied": {"attention_bias": True, "activation": "gelu", "dtype": "float32"},
}


def family_config(**changes: Any) -> ModelConfig:
    """Two blocks of width 8 and two heads, unless `changes` says otherwise."""
    fields: dict[str, Any] = {
        "name": "small",
        "vocabulary_size": 11,
        "context_length": 6,
        "width": 8,
        "heads": 2,
        "ffn_width": 12,
        "blocks": 2,
        "activation": "relu",
        "norm_epsilon": 1e-5,
        "dropout": 0,
        "dtype": "float64",
        "device": "cpu",
        "seed": 5,
        "init_std": 0.4,
    }
    return ModelConfig(**{**fields, **changes})


def family_model(*, noise: float = 0.3, **changes: Any) -> MiniGPT:
    """Every number random, also those that begin at 0 and 1, where a mistake could hide."""
    model = create_model(family_config(**changes))
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for parameter in model.parameters():
            drawn = torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
            parameter.add_(drawn.to(parameter.dtype), alpha=noise)
    return model


def family_batch(config: ModelConfig) -> Batch:
    """A full record, one with padding and a target that is not scored."""
    generator = torch.Generator().manual_seed(9)
    size = (2, config.context_length)
    ids = torch.randint(config.vocabulary_size, size, generator=generator)  # [B, T]
    valid = torch.ones(size, dtype=torch.bool)  # [B, T]
    valid[1, 4:] = False
    targets = torch.randint(config.vocabulary_size, size, generator=generator)  # [B, T]
    targets[1, 3:] = IGNORED
    return Batch(ids, valid, targets, config.vocabulary_size)
