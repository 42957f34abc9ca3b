"""Windows of a stream: drawn at random to learn from, or one after another to measure by.

A window of T inputs needs T + 1 IDs: each input's target is the ID after it, so every slot of
every window is scored. The global random state is neither read nor moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import torch
from torch import Tensor

from minigpt.errors import TextDamagedError

#: So many windows at once: enough to be quick, few enough for the largest model's memory.
WINDOWS: Final = 32


class RandomWindows:
    """An endless sequence of batches that depends on the IDs, the length and the seed alone.

    Raises:
        TextDamagedError: from the constructor, if the IDs do not fill one window.
    """

    def __init__(self, ids: Tensor, length: int, seed: int) -> None:
        """From ids [N]: windows of `length` inputs, at any place that has a whole one."""
        if len(ids) <= length:
            raise TextDamagedError(
                f"{len(ids)} tokens do not fill one window of {length} and the one after it; "
                "use a longer text or a shorter context."
            )
        self._ids = ids
        self._length = length
        self._generator = torch.Generator().manual_seed(seed)

    @property
    def state(self) -> Tensor:
        """The generator's state, bytes [S]; a copy."""
        return self._generator.get_state()

    @state.setter
    def state(self, state: Tensor) -> None:
        self._generator.set_state(state)

    def draw(self, windows: int) -> tuple[Tensor, Tensor]:
        """The next inputs and their targets, [windows, length] each."""
        return self.at(self.draw_places(windows))

    def draw_places(self, windows: int) -> Tensor:
        """Where the next windows begin, [windows]: places of the IDs, drawn with replacement."""
        places = len(self._ids) - self._length
        return torch.randint(places, (windows,), generator=self._generator)  # [W]

    def at(self, starts: Tensor) -> tuple[Tensor, Tensor]:
        """Inputs and targets, [W, length] each, of the windows that begin at starts [W]."""
        return _at(self._ids, starts, self._length)


def consecutive_windows(
    ids: Tensor, length: int, *, at_once: int = WINDOWS
) -> Iterator[tuple[Tensor, Tensor]]:
    """Every target of ids [N] exactly once: N - 1 of them, the first ID is never one.

    Windows start at 0, length, 2 length and so on. What is left at the end makes a last window
    that is shorter and comes alone. Nothing is read across the edge of a window, so targets
    early in one are predicted from little: that belongs to the definition of the loss.

    Returns:
        Inputs and targets, [up to at_once, length] each, and the shorter ones [1, rest].
    """
    whole, rest = divmod(max(len(ids) - 1, 0), length)
    for first in range(0, whole, at_once):
        numbers = torch.arange(first, min(first + at_once, whole))  # [W]
        yield _at(ids, numbers * length, length)
    if rest:
        tail = ids[whole * length :][None]  # [1, rest + 1]
        yield tail[:, :-1], tail[:, 1:]


def _at(ids: Tensor, starts: Tensor, length: int) -> tuple[Tensor, Tensor]:
    """Windows of ids [N] from starts [W]: inputs and targets, [W, length] each."""
    places = starts[:, None] + torch.arange(length)  # [W, T]
    return ids[places], ids[places + 1]
