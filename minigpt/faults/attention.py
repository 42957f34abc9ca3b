"""Attention gone wrong inside the block: heads, scale, softmax, projection."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from minigpt.attention import visible_softmax
from minigpt.block import Block
from minigpt.config import ModelConfig
from minigpt.faults.fault import MODEL, Fault, with_variant


class HeadsNotMoved(Block):
    """[B, T, C] read as [B, H, T, d] in memory order: a head gets pieces of other positions."""

    def _split(self, x: Tensor) -> Tensor:
        return x.reshape(x.shape[0], self.heads, x.shape[1], -1)  # [B, H, T, d]


class ScaledByWidth(Block):
    """Divided by the root of the model's width, not of a head's."""

    def _divisor(self) -> float:
        return math.sqrt(self.wq.shape[1])


class ScaledByHeadWidth(Block):
    """Divided by d itself: the root forgotten."""

    def _divisor(self) -> float:
        return float(self.wq.shape[1] // self.heads)


class NotScaled(Block):
    """Not divided at all."""

    def _divisor(self) -> float:
        return 1.0


class MaskedRowsNaN(Block):
    """The plain masked softmax: a row without keys is 0 / 0."""

    def _weights(self, scores: Tensor, visible: Tensor) -> Tensor:
        masked = scores.where(visible, -torch.inf)  # [B, H, Q, K]
        peak = masked.detach().amax(dim=-1, keepdim=True)  # [B, H, Q, 1]
        raised = (masked - peak).exp()  # [B, H, Q, K]
        return raised / raised.sum(dim=-1, keepdim=True)  # [B, H, Q, K]


class SoftmaxOverQueries(Block):
    """Softmax along the wrong axis: the weights of each key sum to 1, those of a query do not."""

    def _weights(self, scores: Tensor, visible: Tensor) -> Tensor:
        by_key = visible_softmax(scores.transpose(-2, -1), visible.transpose(-2, -1))  # [B,H,K,Q]
        return by_key.transpose(-2, -1)  # [B, H, Q, K]


class ProjectionDropped(Block):
    """The heads' mixtures go on as they are; wo has no part in anything."""

    def _project(self, joined: Tensor) -> Tensor:
        return joined  # [B, T, C]


def _several_heads(config: ModelConfig) -> bool:
    return config.heads > 1


def _wide_heads(config: ModelConfig) -> bool:
    return config.head_width > 1


_SEVERAL = "several heads"
_WIDE = "heads wider than 1"

ATTENTION_FAULTS = (
    Fault(
        "heads-not-moved",
        3,
        "q_heads",
        MODEL,
        with_variant(Block, HeadsNotMoved),
        needs=_several_heads,
        about=_SEVERAL,
    ),
    Fault(
        "scale-by-root-width",
        3,
        "scores",
        MODEL,
        with_variant(Block, ScaledByWidth),
        needs=_several_heads,
        about=_SEVERAL,
    ),
    Fault(
        "scale-by-head-width",
        3,
        "scores",
        MODEL,
        with_variant(Block, ScaledByHeadWidth),
        needs=_wide_heads,
        about=_WIDE,
    ),
    Fault(
        "scale-missing",
        3,
        "scores",
        MODEL,
        with_variant(Block, NotScaled),
        needs=_wide_heads,
        about=_WIDE,
    ),
    Fault("masked-rows-nan", 3, "weights", MODEL, with_variant(Block, MaskedRowsNaN)),
    Fault("softmax-over-queries", 3, "weights", MODEL, with_variant(Block, SoftmaxOverQueries)),
    Fault(
        "output-projection-dropped",
        3,
        "attention_output",
        MODEL,
        with_variant(Block, ProjectionDropped),
    ),
)
