"""Both splits of a text as IDs, and the loss of a model in training on either of them.

The validation loss is exact: every target of the split once. That of training, which is nine
times as long, is over as many windows, spread evenly over it; always the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import torch
from torch import Tensor

from minigpt.stream.text import Split
from minigpt.stream.windows import WINDOWS, consecutive_windows
from minigpt.training.stream.fast_forward import FastForward
from minigpt.training.stream.processes import Processes


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    """train: [N] IDs that windows are drawn from. validation: [M], never drawn from."""

    train: Tensor
    validation: Tensor

    @torch.no_grad()
    def loss(
        self, split: Split, fast: FastForward, device: torch.device, processes: Processes
    ) -> float:
        """The mean loss in nats; each process computes its share, and all get the same."""
        total, targets = 0.0, 0
        windows = self._windows(split, fast.model.config.context_length)
        for ids, following in islice(windows, processes.number, None, processes.count):
            mean = fast(ids.to(device), following.to(device))  # []
            total += mean.item() * following.numel()
            targets += following.numel()
        sums = torch.tensor([total, targets], dtype=torch.float64, device=device)  # [2]
        sums = processes.total(sums)  # [2]
        return float(sums[0] / sums[1])

    def _windows(self, split: Split, length: int) -> Iterator[tuple[Tensor, Tensor]]:
        """Inputs and targets, [up to WINDOWS, length] each; what is left over comes alone."""
        if split == "validation":
            yield from consecutive_windows(self.validation, length)
            return
        last = len(self.train) - 1 - length
        count = max((len(self.validation) - 1) // length, 1)
        starts = torch.linspace(0, last, count, dtype=torch.float64).long()  # [W]
        for some in torch.split(starts, WINDOWS):  # [W] each
            places = some[:, None] + torch.arange(length)  # [W, T]
            yield self.train[places], self.train[places + 1]
