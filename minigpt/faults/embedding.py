"""Stages 2 and 5 gone wrong: a table is read at the wrong rows, or used for two things."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from minigpt.affine import affine
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


class TiedEmbeddings(MiniGPT):
    """Candidates scored by the token table, as if the two matrices were one."""

    def _logits(self, x: Tensor) -> Tensor:
        return affine(x, self.token_embedding.t(), self.lm_bias)  # [B, T, V]


def tie(pipeline: Pipeline) -> Pipeline:
    """One matrix in place of two: the LM head is no parameter any more."""
    model = sharing_copy(pipeline.model)
    model.__class__ = TiedEmbeddings
    del model.lm_head
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
HEAD_FAULTS = (Fault("embeddings-tied", 5, "logits", MODEL, tie),)
