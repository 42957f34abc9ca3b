"""Named places in the forward pass where a tensor can be looked at.

The forward pass calls `tap(name, tensor)` in ordinary code and goes on with
what comes back. Nothing here computes, copies or knows the model; the names
and their axes are declared in `minigpt/axes.py`.
"""

from __future__ import annotations

from typing import Final, Protocol, Self

from torch import Tensor


class Tap(Protocol):
    """What the forward pass is handed. Shapes: as `minigpt/axes.py` declares them."""

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        """Take note of `tensor`; the forward pass continues with the result."""
        ...

    def block(self, index: int, /) -> Tap:
        """The tap for everything inside block `index`, counted from zero."""
        ...


class _NoTap:
    """Hands every tensor straight through."""

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        return tensor

    def block(self, index: int, /) -> Self:
        return self


#: The tap of a forward pass that nobody watches.
no_tap: Final[Tap] = _NoTap()


class Recorder:
    """Keeps the very tensors that pass, by name, in the order they were computed.

    `tensors` are those outside any block, `blocks[i]` the recorder of block i.
    """

    def __init__(self) -> None:
        """Start empty; one recorder serves one forward pass."""
        self.tensors: dict[str, Tensor] = {}
        self.blocks: list[Recorder] = []

    def __call__(self, name: str, tensor: Tensor, /) -> Tensor:
        """Keep `tensor` under `name` and hand it on unchanged."""
        self.tensors[name] = tensor
        return tensor

    def block(self, index: int, /) -> Recorder:
        """The recorder of block `index`; blocks are entered in order.

        Raises:
            IndexError: `index` skips a block.
        """
        if index == len(self.blocks):
            self.blocks.append(Recorder())
        return self.blocks[index]
