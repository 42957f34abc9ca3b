"""Table 20.3: every stored number is counted, and gradient reaches all of them."""

from __future__ import annotations

import copy

from minigpt.batch import Batch
from minigpt.checks.row import CheckRow, same
from minigpt.model import MiniGPT
from minigpt.parameters import parameter_table


def check_counts(model: MiniGPT, counts: dict[str, int]) -> list[CheckRow]:
    """Compare the table of components, and its total with what the module itself registers."""
    table = {row.component: row.count for row in parameter_table(model)}
    rows = [same(f"parameters: {name}", n, table.get(name)) for name, n in counts.items()]
    registered = sum(parameter.numel() for parameter in model.parameters())
    return [*rows, same("parameters registered by the module", counts["total"], registered)]


def check_gradient(model: MiniGPT, batch: Batch) -> list[CheckRow]:
    """Run the loss backward on a copy; each parameter must get a finite gradient that is not 0."""
    learner = copy.deepcopy(model)
    learner.zero_grad(set_to_none=True)
    loss = learner(batch.ids, batch.valid, batch.targets).loss
    loss.backward()
    names, missed = 0, []
    for name, parameter in learner.named_parameters():
        names += 1
        gradient = parameter.grad
        if gradient is None or not gradient.isfinite().all() or not gradient.any():
            missed.append(name)
    reached = "none missed" if not missed else "missed: " + ", ".join(missed)
    return [same(f"gradient reaches the {names} parameters", "none missed", reached)]
