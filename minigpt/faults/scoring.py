"""Stage 6 gone wrong: the logits are right, and what is made of them is not."""

from __future__ import annotations

from dataclasses import replace

from torch import Tensor

from minigpt.faults.fault import SCORE, Fault, with_variant
from minigpt.loss import Loss
from minigpt.model import MiniGPT


class PaddingInMean(MiniGPT):
    """The sum of the losses divided by all slots: padding makes the loss look better."""

    def score(self, logits: Tensor, targets: Tensor) -> Loss:
        """As `cross_entropy`, but for the number it divides by."""
        scored = super().score(logits, targets)
        slots = targets.numel()
        return replace(scored, mean=scored.losses.sum() / slots, scored_events=slots)


class SoftmaxTwice(MiniGPT):
    """Probabilities handed to a loss that makes probabilities of them once more."""

    def score(self, logits: Tensor, targets: Tensor) -> Loss:
        """The loss of softmax(logits), as if those were logits."""
        return super().score(logits.softmax(dim=-1), targets)


SCORING_FAULTS = (
    Fault("padding-in-mean", 6, "loss", SCORE, with_variant(MiniGPT, PaddingInMean)),
    Fault("softmax-twice", 6, "losses", SCORE, with_variant(MiniGPT, SoftmaxTwice)),
)
