"""A model's numbers for a batch once more, by the program that shares no code with it."""

from __future__ import annotations

from typing import Any

from minigpt import scalar
from minigpt.attention import Mask
from minigpt.batch import Batch
from minigpt.model import MiniGPT
from minigpt.parameters import parameter_lists


def recomputed(model: MiniGPT, batch: Batch, mask: Mask = "causal") -> dict[str, Any]:
    """What `scalar.forward` returns for the model's parameters and the batch's IDs.

    It computes in float64 whatever the model's dtype; float32 parameters are
    float64 numbers too, exactly.
    """
    config = model.config
    return scalar.forward(
        parameter_lists(model),
        blocks=config.blocks,
        heads=config.heads,
        norm_epsilon=config.norm_epsilon,
        activation=config.activation,
        ids=batch.ids.tolist(),
        valid=batch.valid.tolist(),
        targets=batch.targets.tolist(),
        mask=mask,
    )
