"""What a file says beside its tensors: how many updates they have seen, and the best loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import torch
from torch import Tensor

_UPDATES: Final = "iter_num"
_LOSS: Final = "best_val_loss"
#: A page's numbers are whole up to here.
_MOST_UPDATES: Final = (1 << 53) - 1
_LARGEST_SINGLE: Final = float(np.finfo(np.float32).max)


def updates_of(others: Mapping[str, object]) -> int:
    """How many updates the file says the weights have seen; 0 if it does not say, or no count."""
    value = others.get(_UPDATES)
    return value if type(value) is int and 0 <= value <= _MOST_UPDATES else 0


def described(others: Mapping[str, object]) -> list[str]:
    """Both figures, or that one is none; and the names of what is not read."""
    found: list[str] = []
    if _UPDATES in others:
        count = others[_UPDATES]
        if type(count) is int and count == updates_of(others):
            found.append(f"{_UPDATES} {count}")
        else:
            found.append(
                f"{_UPDATES} is no whole number from 0 to {_MOST_UPDATES:,}: "
                "as if it were not there"
            )
    if _LOSS in others:
        loss = _number(others[_LOSS])
        found.append(
            f"{_LOSS} is no single number: not read" if loss is None else f"{_LOSS} {loss}"
        )
    if unread := sorted(set(others) - {_UPDATES, _LOSS}):
        found.append(f"also in the file, and not read: {', '.join(unread)}")
    return found


def _number(value: object) -> str | None:
    """A number as short as its type tells it apart from its neighbours; None: it is none."""
    if isinstance(value, Tensor):
        real = value.dtype.is_floating_point or value.dtype in (torch.int32, torch.int64)
        if value.numel() != 1 or not real or value.device.type != "cpu":
            return None
        value = value.item()
    if not isinstance(value, int | float):
        return None
    try:
        wide = float(value)
    except OverflowError:
        return None
    single = np.float32(wide) if abs(wide) < _LARGEST_SINGLE else wide
    return str(single) if float(single) == wide else f"{wide:.10g}"
