"""Does a finite gradient that is not zero reach every parameter?"""

from __future__ import annotations

import copy
from collections.abc import Mapping

from torch import Tensor

from minigpt.checks.lab.evidence import Gradient, Gradients
from minigpt.checks.lab.subject import Context, Subject
from minigpt.checks.lab.verdict import Check, Finding
from minigpt.pipeline import Pipeline


def check_gradients_reach(subject: Subject) -> Finding:
    """Run the loss backward on a copy, beside the healthy one."""
    healthy = _largest(subject.context.healthy, subject.context)
    found = _largest(subject.pipeline, subject.context)
    parameters: list[Gradient] = [
        {
            "name": name,
            "healthy": healthy.get(name),
            "faulty": size,
            "reached": bool(size) or (size is not None and _moves_nothing(name)),
        }
        for name, size in found.items()
    ]
    missed = sum(not one["reached"] for one in parameters)
    evidence: Gradients = {"kind": "gradients", "parameters": parameters, "missed": missed}
    return Finding(missed > 0, evidence)


def _largest(pipeline: Pipeline, context: Context) -> Mapping[str, float | None]:
    """The largest |gradient| of each parameter; None where none arrived or one is no number."""
    learner = copy.deepcopy(pipeline.model)
    learner.zero_grad(set_to_none=True)
    batch = context.batch(pipeline, context.widths[-1])
    loss = learner(batch.ids, batch.valid, batch.targets).loss
    assert loss is not None  # every record has a target
    loss.backward()
    return {name: _size(parameter.grad) for name, parameter in learner.named_parameters()}


def _moves_nothing(name: str) -> bool:
    """The keys' bias adds the same to all scores of a query, so no softmax moves with it."""
    return name.endswith(".bk")


def _size(gradient: Tensor | None) -> float | None:
    if gradient is None or not bool(gradient.isfinite().all()):
        return None
    return float(gradient.abs().max())


GRADIENTS_REACH = Check(
    "gradients-reach", frozenset({"batch", "model", "score"}), check_gradients_reach
)
