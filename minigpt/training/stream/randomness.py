"""Draws that depend on a seed and the number of an update, and on nothing that came before.

So there is no state of a generator to keep: update 700 of a resumed run drops what update 700
of an unbroken one dropped, where as many processes make it: each has draws of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import Final

import torch

#: The global generators are the process's: a run, and an update that is spelled out beside it,
#: would each take the other's draws.
_ONE_AT_A_TIME: Final = Lock()


@contextmanager
def drawn_for(seed: int, update: int, process: int, device: torch.device) -> Iterator[None]:
    """Inside, torch's global generators start from these three numbers; after it, as before.

    Another thread waits here until this one is out again.
    """
    devices = [device] if device.type == "cuda" else []
    mixed = sha256(f"{seed} {update} {process}".encode()).digest()
    with _ONE_AT_A_TIME, torch.random.fork_rng(devices=devices):
        torch.manual_seed(int.from_bytes(mixed[:8], "little") >> 1)
        yield
