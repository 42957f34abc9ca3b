"""Layer normalisation gone wrong, in every norm of the model at once."""

from __future__ import annotations

from torch import Tensor

from minigpt.faults.fault import MODEL, Fault, with_variant
from minigpt.row_norm import RowNorm


class NormOverPositions(RowNorm):
    """Each coordinate normalised over all positions: the past is scaled by the future."""

    def _normalise(self, x: Tensor) -> Tensor:
        return super()._normalise(x.transpose(-2, -1)).transpose(-2, -1)  # [B, T, C]


class UnbiasedVariance(RowNorm):
    """The sample variance of statistics: divided by C - 1."""

    def _variance(self, centred: Tensor) -> Tensor:
        width = centred.shape[-1]
        return (centred * centred).sum(dim=-1, keepdim=True) / (width - 1)  # [..., 1]


class EpsilonOutside(RowNorm):
    """Epsilon added to the root, not under it."""

    def _root(self, variance: Tensor) -> Tensor:
        return variance.sqrt() + self.epsilon  # [..., 1]


NORM_FAULTS = (
    Fault("norm-over-positions", 3, "norm1", MODEL, with_variant(RowNorm, NormOverPositions)),
    Fault("norm-unbiased-variance", 3, "norm1", MODEL, with_variant(RowNorm, UnbiasedVariance)),
    Fault("norm-epsilon-outside", 3, "norm1", MODEL, with_variant(RowNorm, EpsilonOutside)),
)
