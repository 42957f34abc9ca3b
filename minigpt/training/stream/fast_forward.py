"""The forward pass once more, for training alone: fused operations, and dropout.

It uses the very parameters of a `MiniGPT` and agrees with `MiniGPT.forward`, which stays what
every page, trace and check shows. It taps nothing, knows no padding and checks no IDs.
"""

from __future__ import annotations

import torch.nn.functional as F  # noqa: N812  # its customary name
from torch import Tensor, nn

from minigpt.activations import ACTIVATIONS
from minigpt.block import Block
from minigpt.model import MiniGPT
from minigpt.row_norm import RowNorm


class FastForward(nn.Module):
    """Windows of IDs in, logits or their mean loss out.

    Dropout acts in training mode, in GPT-2's four places: on the sum of the embeddings, on
    the attention weights, and on what either branch adds to the residual stream. It draws from
    torch's global generators; whoever trains seeds them.
    """

    def __init__(self, model: MiniGPT) -> None:
        """Of that model's own parameters; its config says how much is dropped."""
        super().__init__()
        self.model = model
        self._activate = ACTIVATIONS[model.config.activation]

    def forward(self, ids: Tensor, targets: Tensor) -> Tensor:
        """The mean loss [] in nats of windows ids [B, T] with targets [B, T]."""
        logits = self.logits(ids)  # [B, T, V]
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())  # []

    def logits(self, ids: Tensor) -> Tensor:
        """[B, T, V] from ids [B, T], each 0..V-1."""
        model = self.model
        positions = model.position_embedding[: ids.shape[1]]  # [T, C]
        x = self._drop(F.embedding(ids, model.token_embedding) + positions)  # [B, T, C]
        for block in model.blocks:
            assert isinstance(block, Block)  # ModuleList does not carry its element type
            x = x + self._drop(self._attention(block, _norm(block.norm1, x)))  # [B, T, C]
            x = x + self._drop(self._ffn(block, _norm(block.norm2, x)))  # [B, T, C]
        x = _norm(model.final_norm, x)  # [B, T, C]
        return _affine(x, model.output_matrix, model.lm_bias)  # [B, T, V]

    def _attention(self, block: Block, x: Tensor) -> Tensor:
        """From rows [B, T, C] to what they read [B, T, C]."""
        q, k, v = (
            _affine(x, matrix, bias).view(*x.shape[:2], block.heads, -1).transpose(1, 2)
            for matrix, bias in (
                (block.wq, block.bq),
                (block.wk, block.bk),
                (block.wv, block.bv),
            )
        )  # [B, H, T, d] each
        rate = self.model.config.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, dropout_p=rate, is_causal=True)
        joined = mixed.transpose(1, 2).flatten(start_dim=2)  # [B, T, C]
        return _affine(joined, block.wo, block.bo)  # [B, T, C]

    def _ffn(self, block: Block, x: Tensor) -> Tensor:
        """From rows [B, T, C] to rows [B, T, C], through F coordinates."""
        hidden = self._activate(_affine(x, block.w1, block.b1))  # [B, T, F]
        return _affine(hidden, block.w2, block.b2)  # [B, T, C]

    def _drop(self, x: Tensor) -> Tensor:
        rate = self.model.config.dropout
        return F.dropout(x, rate) if self.training and rate else x  # as x


def _affine(x: Tensor, matrix: Tensor, bias: Tensor | None) -> Tensor:
    """x [..., in] times matrix [in, out], plus bias [out] where there is one."""
    return F.linear(x, matrix.T, bias)  # [..., out]


def _norm(norm: RowNorm, x: Tensor) -> Tensor:
    """Each row of x [B, T, C] normalised."""
    return F.layer_norm(x, norm.scale.shape, norm.scale, norm.offset, norm.epsilon)  # [B, T, C]
