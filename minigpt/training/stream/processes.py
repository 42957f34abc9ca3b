"""The processes that make one run together: one alone, or several on shares of each batch.

All of them hold the same weights, draw the same windows and make the same update; each
differentiates its own share. Without dropout that is the update of one process but for rounding;
with dropout each drops numbers of its own, so another number of them makes another run. Which of
them prints and writes, `leads` says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
import torch.distributed as distributed
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from minigpt.errors import TrainingConfigError


@dataclass(frozen=True, slots=True)
class Processes:
    """One process's view of all. As it stands by default, it is alone."""

    number: int = 0  # this one's, from 0
    count: int = 1

    @property
    def leads(self) -> bool:
        """Whether this is the one that prints and writes."""
        return self.number == 0

    def check_share(self, batch_windows: int) -> None:
        """Refuse a batch that cannot be shared evenly: its mean would not be the mean of means.

        Raises:
            TrainingConfigError: names the numbers.
        """
        if batch_windows % self.count:
            raise TrainingConfigError(
                f"batch_windows {batch_windows} cannot be shared evenly by {self.count} processes.",
                details={"field": "batch_windows"},
            )

    def share(self, windows: Tensor) -> Tensor:
        """This process's rows of windows [B, T], in their order."""
        each = windows.shape[0] // self.count
        return windows[self.number * each : (self.number + 1) * each]  # [B / count, T]

    def joined(self, module: nn.Module) -> nn.Module:
        """The module, with gradients that are the means over all processes."""
        return module if self.count == 1 else DistributedDataParallel(module)

    def mean(self, value: Tensor) -> float:
        """The mean of a number [] over all processes; the same in each."""
        if self.count > 1:
            value = value.clone()  # []
            distributed.all_reduce(value)
            value /= self.count
        return float(value)

    def wait(self) -> None:
        """Until all have come here."""
        if self.count > 1:
            distributed.barrier()

    def total(self, values: Tensor) -> Tensor:
        """The sums of numbers [N] over all processes; the same in each."""
        if self.count > 1:
            values = values.clone()  # [N]
            distributed.all_reduce(values)
        return values


@contextmanager
def started_by_torchrun(device: torch.device) -> Iterator[Processes]:
    """The processes that torchrun started; without it, this one alone.

    They talk through nccl on GPUs, each with one of its own, and through gloo on CPUs.
    """
    if "TORCHELASTIC_RUN_ID" not in os.environ:
        yield Processes()
        return
    if device.type == "cuda":
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
    try:
        yield Processes(distributed.get_rank(), distributed.get_world_size())
        distributed.barrier()  # who is done first must not hang up on the others
    finally:
        distributed.destroy_process_group()
