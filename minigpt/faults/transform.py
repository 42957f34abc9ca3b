"""Stage 4 gone wrong: what is kept, how it is transformed, and in which order."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

from minigpt.block import Block
from minigpt.faults.fault import MODEL, Fault, with_variant
from minigpt.taps import Tap, no_tap


class AttentionResidualDropped(Block):
    """What attention read replaces the row instead of being added to it."""

    def _add_attention(self, x: Tensor, attention_output: Tensor) -> Tensor:
        return attention_output  # [B, T, C]


class FFNResidualDropped(Block):
    """What the FFN made replaces the row instead of being added to it."""

    def _add_ffn(self, residual1: Tensor, ffn_output: Tensor) -> Tensor:
        return ffn_output  # [B, T, C]


class GELUForReLU(Block):
    """x times the normal distribution function of x: small negative numbers get through."""

    def _activate(self, ffn_linear: Tensor) -> Tensor:
        return functional.gelu(ffn_linear)  # [B, T, F]


class ReLUForGELU(Block):
    """Zero below zero: what GELU lets through there is cut off."""

    def _activate(self, ffn_linear: Tensor) -> Tensor:
        return ffn_linear.clamp(min=0)  # [B, T, F]


class TanhForExactGELU(Block):
    """The approximation, where the parameters were trained with the function itself."""

    def _activate(self, ffn_linear: Tensor) -> Tensor:
        return functional.gelu(ffn_linear, approximate="tanh")  # [B, T, F]


class ExactForTanhGELU(Block):
    """The function itself, where the parameters were trained with its approximation."""

    def _activate(self, ffn_linear: Tensor) -> Tensor:
        return functional.gelu(ffn_linear)  # [B, T, F]


class PostNorm(Block):
    """The order of 2017: R = norm1(X + attention(X)), then Y = norm2(R + FFN(R)).

    `residual1` is the sum before its norm, so `norm1` is computed after it here.
    """

    def forward(self, x: Tensor, visible: Tensor, tap: Tap = no_tap) -> Tensor:
        """As `Block.forward`, each norm after its sum."""
        x = tap("block_input", x)  # [B, T, C]
        attention_output = self._attention(x, visible, tap)  # [B, T, C]
        residual1 = tap("residual1", self._add_attention(x, attention_output))  # [B, T, C]
        norm1 = tap("norm1", self.norm1(residual1))  # [B, T, C]
        summed = self._add_ffn(norm1, self._ffn(norm1, tap))  # [B, T, C]
        norm2 = tap("norm2", self.norm2(summed))  # [B, T, C]
        return tap("block_output", norm2)  # [B, T, C]


def _activation(fault: str, mistaken: type[Block], right: str, about: str) -> Fault:
    """The activation `right` exchanged for that of `mistaken`."""
    return Fault(
        fault,
        4,
        "ffn_relu",
        MODEL,
        with_variant(Block, mistaken),
        needs=lambda config: config.activation == right,
        about=about,
    )


TRANSFORM_FAULTS = (
    Fault(
        "attention-residual-dropped",
        4,
        "residual1",
        MODEL,
        with_variant(Block, AttentionResidualDropped),
    ),
    Fault(
        "ffn-residual-dropped", 4, "block_output", MODEL, with_variant(Block, FFNResidualDropped)
    ),
    _activation("gelu-for-relu", GELUForReLU, "relu", "ReLU"),
    _activation("relu-for-gelu", ReLUForGELU, "gelu", "GELU in its exact form"),
    _activation("tanh-for-exact-gelu", TanhForExactGELU, "gelu", "GELU in its exact form"),
    _activation("exact-for-tanh-gelu", ExactForTanhGELU, "gelu_tanh", "GELU in its tanh form"),
    Fault("post-norm", 4, "norm1", MODEL, with_variant(Block, PostNorm)),
)
