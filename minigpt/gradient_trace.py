"""One backward pass with everything it computed: dL/d of every traced tensor and parameter.

L is the mean loss over the scored targets of the batch. The forward pass is the
ordinary one and keeps its bits; torch's autograd goes backward through it, so
this shares no formula with `minigpt/training`, whose gradients are written out.
It updates nothing, and leaves no gradient behind on the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from minigpt.attention import Mask
from minigpt.batch import IGNORED, Batch
from minigpt.errors import NothingScoredError
from minigpt.model import MiniGPT, Output
from minigpt.trace import Trace, record_forward


@dataclass(frozen=True, slots=True)
class Gradients:
    """What one backward pass gave; values are in nats, gradients in nats per unit.

    values: the forward pass, bit for bit what `trace` gives.
    tensors: the same names and axes with dL/d in the place of every float tensor;
        `visible` decides and has none, so it is unchanged. `position_embedding` has no
        axis B: all records share its rows, and its gradient is the sum over them.
    losses: [B, T] dL/d of each target's loss: 1 / N at each of the N that are scored.
    parameters: by name, dL/d in the parameter's own shape.
    """

    values: Trace
    tensors: Trace
    losses: Tensor
    parameters: dict[str, Tensor]


def trace_gradients(model: MiniGPT, batch: Batch, mask: Mask = "causal") -> Gradients:
    """Run `model` on `batch`, and the chain rule back from the mean loss to every number.

    Raises:
        NothingScoredError: no target of the batch is scored.
        What `MiniGPT.forward` raises.
    """
    parameters = dict(model.named_parameters())
    with torch.enable_grad():
        recorded = record_forward(model, batch, mask)
        loss = recorded.output.loss
        if loss is None:
            raise NothingScoredError(
                "No target of these records is scored, so there is no loss, and nothing has "
                "a gradient. Give at least one record something to predict."
            )
        sought = [*_float_tensors(recorded), *parameters.values()]
        # `autograd.grad` hands the gradients over; `backward` would add them to the model.
        found = torch.autograd.grad(loss, sought)
    values, gradients = _detached(recorded), iter(found)
    return Gradients(
        values=values,
        tensors=_with_gradients(values, gradients),
        losses=_per_target(batch.targets, values.output),  # [B, T]
        parameters=dict(zip(parameters, gradients, strict=True)),  # what is left of them
    )


def _groups(trace: Trace) -> list[dict[str, Tensor]]:
    """The trace's tensors in the order computed."""
    return [trace.inputs, *trace.blocks, trace.outputs]


def _float_tensors(trace: Trace) -> Iterator[Tensor]:
    for group in _groups(trace):
        yield from (tensor for tensor in group.values() if tensor.is_floating_point())


def _with_gradients(values: Trace, gradients: Iterator[Tensor]) -> Trace:
    """The trace with the next gradient in the place of each float tensor."""
    inputs, *blocks, outputs = (
        {
            name: next(gradients) if tensor.is_floating_point() else tensor
            for name, tensor in group.items()
        }
        for group in _groups(values)
    )
    return replace(values, inputs=inputs, blocks=blocks, outputs=outputs)


def _detached(recorded: Trace) -> Trace:
    """The trace's values, without what torch remembers of how they came about."""
    output = recorded.output
    assert output.losses is not None
    assert output.loss is not None  # both are there when a target is scored
    inputs, *blocks, outputs = (
        # The position rows are a view of the parameter, which a later update changes.
        {name: tensor.detach().clone() for name, tensor in group.items()}
        for group in _groups(recorded)
    )
    return replace(
        recorded,
        output=replace(
            output,
            logits=output.logits.detach(),  # [B, T, V]
            losses=output.losses.detach(),  # [B, T]
            loss=output.loss.detach(),  # []
        ),
        inputs=inputs,
        blocks=blocks,
        outputs=outputs,
    )


def _per_target(targets: Tensor, output: Output) -> Tensor:
    """1 / N where a target of [B, T] is scored, since L is the sum of their losses over N."""
    scored = targets != IGNORED  # [B, T]
    return scored.to(output.logits.dtype) / output.scored_events  # [B, T]
