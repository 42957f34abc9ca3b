"""Every number kept in 32 bits: the mistake that looks like no mistake at all."""

from __future__ import annotations

import copy
from dataclasses import replace

from torch import Tensor

from minigpt.attention import Mask
from minigpt.faults.fault import Fault
from minigpt.loss import Loss
from minigpt.model import MiniGPT, Output
from minigpt.pipeline import Pipeline
from minigpt.taps import Tap, no_tap


class Widening:
    """Shows float32 numbers as the float64 numbers they are equal to, bit for bit."""

    def __init__(self, tap: Tap) -> None:
        """Wrap the tap that is to see them."""
        self._tap = tap

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        """Hand the wide numbers out, and the narrow ones on."""
        self._tap(name, tensor.double() if tensor.is_floating_point() else tensor)
        return tensor

    def block(self, index: int, /) -> Widening:
        """The same for block `index`."""
        return Widening(self._tap.block(index))


class Float32MiniGPT(MiniGPT):
    """Computes in float32 from float32 parameters; what it returns is widened."""

    def forward(
        self,
        ids: Tensor,
        valid: Tensor,
        targets: Tensor | None = None,
        *,
        mask: Mask = "causal",
        tap: Tap = no_tap,
    ) -> Output:
        """As `MiniGPT.forward`."""
        output = super().forward(ids, valid, targets, mask=mask, tap=Widening(tap))
        return replace(output, logits=output.logits.double())  # [B, T, V]

    def score(self, logits: Tensor, targets: Tensor) -> Loss:
        """As `MiniGPT.score`, in float32."""
        scored = super().score(logits.float(), targets)
        mean = None if scored.mean is None else scored.mean.double()  # []
        return replace(scored, losses=scored.losses.double(), mean=mean)  # [B, T]


def narrow(pipeline: Pipeline) -> Pipeline:
    """A copy of the model with every parameter rounded to float32."""
    model = copy.deepcopy(pipeline.model)
    model.__class__ = Float32MiniGPT
    return replace(pipeline, model=model.float())


PRECISION_FAULTS = (
    Fault(
        "float32",
        6,
        "token_embedding",
        frozenset({"model", "score"}),
        narrow,
        needs=lambda config: config.dtype == "float64",
        about="numbers of 64 bits",
    ),
)
