"""The mask gone wrong: a query sees what it must not, or not what it must."""

from __future__ import annotations

import torch
from torch import Tensor

from minigpt.attention import Mask, visible_pairs
from minigpt.faults.fault import MODEL, Fault, with_variant
from minigpt.model import MiniGPT


class MaskMissing(MiniGPT):
    """Nobody applied the triangle: every real position sees every real position."""

    def _visible(self, valid: Tensor, mask: Mask) -> Tensor:
        return visible_pairs(valid, "none")  # [B, 1, Q, K]


class MaskInverted(MiniGPT):
    """True taken for "hide": each query sees exactly what should be hidden from it."""

    def _visible(self, valid: Tensor, mask: Mask) -> Tensor:
        return ~visible_pairs(valid, mask)  # [B, 1, Q, K]


class MaskExcludesSelf(MiniGPT):
    """The triangle without its diagonal: a query cannot see its own position."""

    def _visible(self, valid: Tensor, mask: Mask) -> Tensor:
        return visible_pairs(valid, mask).tril(-1)  # [B, 1, Q, K]


class MaskOneAhead(MiniGPT):
    """The triangle with one diagonal too many: each query sees the token it must predict."""

    def _visible(self, valid: Tensor, mask: Mask) -> Tensor:
        return visible_pairs(valid, "none").tril(1)  # [B, 1, Q, K]


class PaddingVisible(MiniGPT):
    """Only the triangle, and nothing that tells padding from text.

    Padding stands last, so under the causal mask no real query reaches it; what
    changes are the padding queries, and everything once the mask is off.
    """

    def _visible(self, valid: Tensor, mask: Mask) -> Tensor:
        return visible_pairs(torch.ones_like(valid), mask)  # [B, 1, Q, K]


MASK_FAULTS = (
    Fault("mask-missing", 3, "visible", MODEL, with_variant(MiniGPT, MaskMissing)),
    Fault("mask-inverted", 3, "visible", MODEL, with_variant(MiniGPT, MaskInverted)),
    Fault("mask-excludes-self", 3, "visible", MODEL, with_variant(MiniGPT, MaskExcludesSelf)),
    Fault("mask-one-ahead", 3, "visible", MODEL, with_variant(MiniGPT, MaskOneAhead)),
    Fault("padding-visible", 3, "visible", MODEL, with_variant(MiniGPT, PaddingVisible)),
)
