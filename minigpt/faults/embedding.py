"""Stages 2 and 5 gone wrong: a table is read at the wrong rows, or used for two things."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor, nn

from minigpt.faults.fault import MODEL, Fault, sharing_copy, with_variant
from minigpt.model import MiniGPT
from minigpt.pipeline import Pipeline


class PermutedVocabulary(MiniGPT):
    """The embedding numbers the vocabulary otherwise than the tokenizer: one further on."""

    def _token_rows(self, ids: Tensor) -> Tensor:
        return self.token_embedding[(ids + 1) % self.config.vocabulary_size]  # [B, T, C]


class PositionsFromOne(MiniGPT):
    """Slots counted from 1: each reads the next slot's row, and the last row serves twice."""

    def _position_rows(self, slots: int) -> Tensor:
        last = self.config.context_length - 1
        rows = torch.arange(1, slots + 1).clamp(max=last)  # [T]
        return self.position_embedding[rows]  # [T, C]


def tie(pipeline: Pipeline) -> Pipeline:
    """One matrix in place of two: the LM head is no parameter any more."""
    model = sharing_copy(pipeline.model)
    model.lm_head = None
    return replace(pipeline, model=model)


def untie(pipeline: Pipeline) -> Pipeline:
    """Two matrices in place of one: a head that nobody has loaded, at its first random numbers."""
    model = sharing_copy(pipeline.model)
    table, config = model.token_embedding, model.config
    generator = torch.Generator().manual_seed(config.seed + 1)
    drawn = torch.randn(table.shape[::-1], generator=generator, dtype=table.dtype)  # [C, V]
    model.lm_head = nn.Parameter(drawn * config.init_std)
    return replace(pipeline, model=model)


EMBEDDING_FAULTS = (
    Fault(
        "vocabulary-permuted",
        2,
        "token_embedding",
        MODEL,
        with_variant(MiniGPT, PermutedVocabulary),
    ),
    Fault(
        "position-off-by-one",
        2,
        "position_embedding",
        MODEL,
        with_variant(MiniGPT, PositionsFromOne),
    ),
)
HEAD_FAULTS = (
    Fault(
        "embeddings-tied",
        5,
        "logits",
        MODEL,
        tie,
        needs=lambda config: not config.tied_head,
        about="a head of its own",
    ),
    Fault(
        "head-not-tied",
        5,
        "logits",
        MODEL,
        untie,
        needs=lambda config: config.tied_head,
        about="a tied head",
    ),
)
