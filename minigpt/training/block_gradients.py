"""One block forward and backward: what a step keeps, and the chain rule through it.

The forward pass is `minigpt/block.py` once more on rows [M, C], M = B * T, with the three
projections as one product, and without dropout. It knows nothing of tokens or losses.
A bias that the model does not have gets no gradient.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from minigpt.activations import ACTIVATIONS
from minigpt.affine import shifted
from minigpt.attention import visible_softmax
from minigpt.block import Block
from minigpt.row_norm import RowNorm

#: What a norm keeps: the normalised rows [M, C] and the root they were divided by [M, 1].
Kept = tuple[Tensor, Tensor]


def product(x: Tensor, matrix: Tensor, bias: Tensor | None) -> Tensor:
    """`affine` in one operation: x [M, in] times matrix [in, out], plus bias [out]; [M, out]."""
    return x @ matrix if bias is None else torch.addmm(bias, x, matrix)  # [M, out]


def norm_forward(norm: RowNorm, x: Tensor) -> tuple[Tensor, Kept]:
    """`norm` of rows x [M, C], with what its gradient needs."""
    centred = x - x.mean(dim=-1, keepdim=True)  # [M, C]
    variance = (centred * centred).mean(dim=-1, keepdim=True)  # [M, 1]
    root = (variance + norm.epsilon).sqrt_()  # [M, 1]
    unit = centred / root  # [M, C]
    out = unit * norm.scale if norm.offset is None else torch.addcmul(norm.offset, unit, norm.scale)
    return out, (unit, root)  # [M, C]


def norm_backward(
    norm: RowNorm, kept: Kept, d_out: Tensor, name: str, gradients: dict[str, Tensor]
) -> Tensor:
    """dL/dx [M, C] from dL/d norm(x) [M, C]; adds the gradients of scale and offset.

    Mean and variance depend on all of a row, so the direction along the row's mean
    and the one along the normalised row itself drop out.
    """
    unit, root = kept  # [M, C], [M, 1]
    gradients[f"{name}.scale"] = (d_out * unit).sum(dim=0)  # [C]
    if norm.offset is not None:
        gradients[f"{name}.offset"] = d_out.sum(dim=0)  # [C]
    d_unit = d_out * norm.scale  # [M, C]
    along = (d_unit * unit).mean(dim=-1, keepdim=True)  # [M, 1]
    d_unit = d_unit - d_unit.mean(dim=-1, keepdim=True)  # [M, C]
    return d_unit.addcmul_(unit, along, value=-1).div_(root)  # [M, C]


class BlockPass:
    """One block on one batch: `forward` once, then `backward` once."""

    def __init__(self, block: Block, activation: str, visible: Tensor) -> None:
        """`visible` is [B, 1, Q, K]."""
        self.block = block
        self.activation = ACTIVATIONS[activation]
        self.visible = visible
        self.divisor = math.sqrt(block.wq.shape[1] // block.heads)
        self.projections = torch.cat((block.wq, block.wk, block.wv), dim=1)  # [C, 3C]
        biases: list[Tensor] = [b for b in (block.bq, block.bk, block.bv) if b is not None]
        self.biases = torch.cat(biases) if biases else None  # [3C]

    def forward(self, x: Tensor) -> Tensor:
        """From block_input [M, C] to block_output [M, C]."""
        block = self.block
        self.norm1, self.kept1 = norm_forward(block.norm1, x)  # [M, C]
        records, slots = self.visible.shape[0], self.visible.shape[2]
        together = product(self.norm1, self.projections, self.biases)  # [M, 3C]
        projected = together.view(records, slots, 3, block.heads, -1)  # [B, T, 3, H, d]
        # The three in heads, each [B, H, T, d].
        self.q, self.k, self.v = projected.permute(2, 0, 3, 1, 4).unbind()
        scores = self.q @ self.k.transpose(-2, -1) / self.divisor  # [B, H, Q, K]
        self.weights = visible_softmax(scores, self.visible)  # [B, H, Q, K]
        mixtures = self.weights @ self.v  # [B, H, T, d]
        self.joined = mixtures.transpose(1, 2).reshape(x.shape)  # [M, C]
        residual1 = torch.addmm(shifted(x, block.bo), self.joined, block.wo)  # [M, C]
        self.norm2, self.kept2 = norm_forward(block.norm2, residual1)  # [M, C]
        self.linear = product(self.norm2, block.w1, block.b1)  # [M, F]
        self.activated = self.activation(self.linear)  # [M, F]
        return torch.addmm(shifted(residual1, block.b2), self.activated, block.w2)  # [M, C]

    def backward(self, d_out: Tensor, name: str, gradients: dict[str, Tensor]) -> Tensor:
        """dL/d block_input [M, C] from dL/d block_output [M, C]; adds the block's gradients."""
        d_norm2 = self._ffn_backward(d_out, name, gradients)  # [M, C]
        d_residual1 = d_out + norm_backward(
            self.block.norm2, self.kept2, d_norm2, f"{name}.norm2", gradients
        )  # [M, C]
        d_norm1 = self._attention_backward(d_residual1, name, gradients)  # [M, C]
        return d_residual1 + norm_backward(
            self.block.norm1, self.kept1, d_norm1, f"{name}.norm1", gradients
        )  # [M, C]

    def _ffn_backward(self, d_out: Tensor, name: str, gradients: dict[str, Tensor]) -> Tensor:
        """dL/d norm2 [M, C] from dL/d ffn_output [M, C]."""
        block = self.block
        gradients[f"{name}.w2"] = self.activated.t() @ d_out  # [F, C]
        d_linear = (d_out @ block.w2.t()).mul_(self.activation.slope(self.linear))  # [M, F]
        gradients[f"{name}.w1"] = self.norm2.t() @ d_linear  # [C, F]
        if block.b1 is not None:
            gradients[f"{name}.b1"] = d_linear.sum(dim=0)  # [F]
            gradients[f"{name}.b2"] = d_out.sum(dim=0)  # [C]
        return d_linear @ block.w1.t()  # [M, C]

    def _attention_backward(self, d_out: Tensor, name: str, gradients: dict[str, Tensor]) -> Tensor:
        """dL/d norm1 [M, C] from dL/d attention_output [M, C]."""
        block = self.block
        gradients[f"{name}.wo"] = self.joined.t() @ d_out  # [C, C]
        d_projected = self._heads_backward(d_out @ block.wo.t())  # [M, 3C]
        together = self.norm1.t() @ d_projected  # [C, 3C]
        for matrix, part in zip(("wq", "wk", "wv"), together.chunk(3, dim=1), strict=True):
            gradients[f"{name}.{matrix}"] = part.contiguous()  # [C, C]
        if self.biases is not None:
            sums = d_projected.sum(dim=0).chunk(3)  # three of [C]
            for bias, part in zip(("bq", "bk", "bv"), sums, strict=True):
                gradients[f"{name}.{bias}"] = part  # [C]
            gradients[f"{name}.bo"] = d_out.sum(dim=0)  # [C]
        return d_projected @ self.projections.t()  # [M, C]

    def _heads_backward(self, d_joined: Tensor) -> Tensor:
        """dL/d of queries, keys and values side by side, [M, 3C], from dL/d joined [M, C]."""
        records, heads, slots, _ = self.q.shape
        d_mixtures = d_joined.view(records, slots, heads, -1).transpose(1, 2)  # [B, H, T, d]
        d_weights = d_mixtures @ self.v.transpose(-2, -1)  # [B, H, Q, K]
        # Softmax: each weight pushes against the mean of the whole row.
        mean = (d_weights * self.weights).sum(dim=-1, keepdim=True)  # [B, H, Q, 1]
        d_scores = (d_weights - mean).mul_(self.weights).div_(self.divisor)  # [B, H, Q, K]
        d_heads = torch.stack(
            (
                d_scores @ self.k,
                d_scores.transpose(-2, -1) @ self.q,
                self.weights.transpose(-2, -1) @ d_mixtures,
            )
        )  # [3, B, H, T, d]
        return d_heads.permute(1, 3, 0, 2, 4).reshape(records * slots, -1)  # [M, 3C]
