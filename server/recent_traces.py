"""Forward passes computed lately, so that another slice of one needs no other.

Kept within `MOST_BYTES` and `MOST_TRACES`, the latest used last to go. Only what is worth
keeping is asked of it: a pass of MG-1 takes less time than looking it up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

import torch

from minigpt.batch import Batch
from minigpt.model import MiniGPT
from minigpt.trace import Trace

#: A trace of `shakespeare-large` at 256 positions takes 70 MiB.
MOST_BYTES: Final = 256 * 1024 * 1024
#: The last texts somebody typed, and what they are compared with. More only cost time: a pass
#: into memory that another has left takes two thirds of one for which the system must find some.
MOST_TRACES: Final = 8


class TraceKey(NamedTuple):
    """All that a forward pass depends on; two equal ones give the same bits."""

    model: MiniGPT
    inputs: tuple[bytes, ...]
    how: Hashable

    @classmethod
    def of(cls, model: MiniGPT, batch: Batch, *how: Hashable) -> TraceKey:
        """`how`: mask, fault, and whatever else decides."""
        parts = (batch.ids, batch.valid, batch.targets)
        return cls(model, tuple(part.numpy().tobytes() for part in parts), (batch.ids.shape, how))


class RecentTraces:
    """One server's. To be asked from one thread at a time, as `Work` does for large work."""

    def __init__(self) -> None:
        """Hold none yet."""
        self._held: dict[TraceKey, tuple[Trace, int]] = {}

    def trace(self, key: TraceKey, compute: Callable[[], Trace]) -> Trace:
        """The trace of that key, computed only if it is not held."""
        held = self._held.pop(key, None)
        if held is None:
            traced = compute()
            # The key holds the model, perhaps longer than anybody else does.
            held = traced, bytes_of(traced) + sum(part.nbytes for part in key.model.parameters())
            self._make_room(held[1])
        if held[1] <= MOST_BYTES:
            self._held[key] = held
        return held[0]

    def forget(self, model: MiniGPT) -> None:
        """Let go of what a model has computed."""
        for key in [key for key in self._held if key.model is model]:
            del self._held[key]

    def __len__(self) -> int:
        return len(self._held)

    def _make_room(self, needed: int) -> None:
        kept = sum(size for _, size in self._held.values())
        for key, (_, size) in tuple(self._held.items()):
            if kept + needed <= MOST_BYTES and len(self._held) < MOST_TRACES:
                return
            del self._held[key]
            kept -= size


def bytes_of(traced: Trace) -> int:
    """What its tensors take; those that share memory are counted once."""
    groups = (traced.inputs, *traced.blocks, traced.outputs)
    storages: dict[int, torch.UntypedStorage] = {}
    for tensor in (tensor for group in groups for tensor in group.values()):
        storage = tensor.untyped_storage()
        storages[storage.data_ptr()] = storage
    return sum(storage.nbytes() for storage in storages.values())
