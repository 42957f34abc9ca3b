"""One Pre-Norm transformer block: attention between positions, then an FFN at each.

All products are written out; matrices are [in, out] and multiply from the
right. The block keeps the shape [B, T, C] and knows nothing of tokens.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from minigpt.activations import ACTIVATIONS
from minigpt.affine import affine
from minigpt.attention import visible_softmax
from minigpt.config import ModelConfig
from minigpt.dropout import dropout
from minigpt.row_norm import RowNorm
from minigpt.taps import Tap, no_tap


class Block(nn.Module):
    """R = X + attention(norm1(X)), then Y = R + FFN(norm2(R)).

    Pre-Norm as in Xiong et al. (2020), multi-head attention as in Vaswani et
    al. (2017), section 3.2. Which biases there are, which activation, and whether
    training drops numbers at random is composed here from the config; `forward`
    asks no such question. A bias that is absent is None, and no parameter.
    """

    bq: nn.Parameter | None
    bk: nn.Parameter | None
    bv: nn.Parameter | None
    bo: nn.Parameter | None
    b1: nn.Parameter | None
    b2: nn.Parameter | None

    def __init__(self, config: ModelConfig) -> None:
        """Matrices and biases zero, to be filled by `create_model`."""
        super().__init__()
        width, ffn_width = config.width, config.ffn_width
        self.heads = config.heads
        self.activation = ACTIVATIONS[config.activation]
        self.drop_weights = dropout(config)
        self.drop_attention = dropout(config)
        self.drop_ffn = dropout(config)
        self.norm1 = RowNorm(width, config.norm_epsilon, offset=config.norm_bias)
        self.wq = nn.Parameter(torch.zeros(width, width))  # [C, C]
        self.wk = nn.Parameter(torch.zeros(width, width))  # [C, C]
        self.wv = nn.Parameter(torch.zeros(width, width))  # [C, C]
        self.wo = nn.Parameter(torch.zeros(width, width))  # [C, C]
        for bias in ("bq", "bk", "bv", "bo"):
            self._register_bias(bias, width, config.attention_bias)  # [C]
        self.norm2 = RowNorm(width, config.norm_epsilon, offset=config.norm_bias)
        self.w1 = nn.Parameter(torch.zeros(width, ffn_width))  # [C, F]
        self._register_bias("b1", ffn_width, config.ffn_bias)  # [F]
        self.w2 = nn.Parameter(torch.zeros(ffn_width, width))  # [F, C]
        self._register_bias("b2", width, config.ffn_bias)  # [C]

    def _register_bias(self, name: str, length: int, present: bool) -> None:
        self.register_parameter(name, nn.Parameter(torch.zeros(length)) if present else None)

    def forward(self, x: Tensor, visible: Tensor, tap: Tap = no_tap) -> Tensor:
        """From block_input [B, T, C] to block_output [B, T, C].

        Args:
            x: [B, T, C].
            visible: [B, 1, Q, K] bool, from `visible_pairs`.
            tap: sees every tensor of `BLOCK_TENSORS`, in that order.
        """
        x = tap("block_input", x)  # [B, T, C]
        norm1 = tap("norm1", self.norm1(x))  # [B, T, C]
        attention_output = self._attention(norm1, visible, tap)  # [B, T, C]
        residual1 = tap("residual1", self._add_attention(x, attention_output))  # [B, T, C]
        norm2 = tap("norm2", self.norm2(residual1))  # [B, T, C]
        ffn_output = self._ffn(norm2, tap)  # [B, T, C]
        return tap("block_output", self._add_ffn(residual1, ffn_output))  # [B, T, C]

    def _attention(self, x: Tensor, visible: Tensor, tap: Tap) -> Tensor:
        """Read from other positions: [B, T, C] to attention_output [B, T, C]."""
        q = tap("q_projection", affine(x, self.wq, self.bq))  # [B, T, C]
        k = tap("k_projection", affine(x, self.wk, self.bk))  # [B, T, C]
        v = tap("v_projection", affine(x, self.wv, self.bv))  # [B, T, C]
        q_heads = tap("q_heads", self._split(q))  # [B, H, T, d]
        k_heads = tap("k_heads", self._split(k))  # [B, H, T, d]
        v_heads = tap("v_heads", self._split(v))  # [B, H, T, d]

        products = q_heads @ k_heads.transpose(-2, -1)  # [B, H, Q, K]
        scores = tap("scores", products / self._divisor())  # [B, H, Q, K]
        visible = tap("visible", visible)  # [B, 1, Q, K]
        weights = tap("weights", self._weights(scores, visible))  # [B, H, Q, K]
        mixtures = tap("mixtures", self.drop_weights(weights) @ v_heads)  # [B, H, T, d]
        joined = tap("joined", self._join(mixtures))  # [B, T, C]
        return tap("attention_output", self._project(joined))  # [B, T, C]

    def _ffn(self, x: Tensor, tap: Tap) -> Tensor:
        """Transform each position alone: [B, T, C] to ffn_output [B, T, C]."""
        ffn_linear = tap("ffn_linear", affine(x, self.w1, self.b1))  # [B, T, F]
        ffn_relu = tap("ffn_relu", self._activate(ffn_linear))  # [B, T, F]
        return tap("ffn_output", affine(ffn_relu, self.w2, self.b2))  # [B, T, C]

    # Each method below is one step. They stand apart so that a subclass in
    # `minigpt/faults` can get exactly one of them wrong.

    def _divisor(self) -> float:
        """What the products of queries and keys are divided by: the root of d."""
        return math.sqrt(self.wq.shape[1] // self.heads)

    def _weights(self, scores: Tensor, visible: Tensor) -> Tensor:
        """How much each query reads from each key: [B, H, Q, K]."""
        return visible_softmax(scores, visible)  # [B, H, Q, K]

    def _project(self, joined: Tensor) -> Tensor:
        """Mix the heads' coordinates: joined [B, T, C] to attention_output [B, T, C]."""
        return affine(joined, self.wo, self.bo)  # [B, T, C]

    def _add_attention(self, x: Tensor, attention_output: Tensor) -> Tensor:
        """The first residual sum, [B, T, C]."""
        kept: Tensor = self.drop_attention(attention_output)  # [B, T, C]
        return x + kept  # [B, T, C]

    def _activate(self, ffn_linear: Tensor) -> Tensor:
        """ReLU or GELU of [B, T, F], as the config says."""
        return self.activation(ffn_linear)  # [B, T, F]

    def _add_ffn(self, residual1: Tensor, ffn_output: Tensor) -> Tensor:
        """The second residual sum, [B, T, C]."""
        kept: Tensor = self.drop_ffn(ffn_output)  # [B, T, C]
        return residual1 + kept  # [B, T, C]

    def _split(self, x: Tensor) -> Tensor:
        """Group [B, T, C] into heads of consecutive coordinates: [B, H, T, d]."""
        return x.view(*x.shape[:2], self.heads, -1).transpose(1, 2)  # [B, H, T, d]

    @staticmethod
    def _join(x: Tensor) -> Tensor:
        """Lay the heads [B, H, T, d] side by side again: [B, T, C]."""
        return x.transpose(1, 2).flatten(start_dim=2)  # [B, T, C]
