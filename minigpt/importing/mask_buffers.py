"""Knows the causal masks that other projects keep among their weights, and sets them aside.

Such a buffer is called `attn.bias` where a real bias could be; name, shape and content
together tell it apart. One that looks like a mask by name and is none is refused, not dropped.
"""

from __future__ import annotations

import re
from typing import Final

import torch
from torch import Tensor

from minigpt.importing.assembly import Assembly
from minigpt.importing.errors import TensorShapeError

_TRIANGLE: Final = re.compile(r"(?:^|\.)attn\.(?:bias|mask)$")
_FILLING: Final = re.compile(r"(?:^|\.)attn\.masked_bias$")


def is_mask_name(name: str) -> bool:
    """Whether a mask buffer would be called so."""
    return bool(_TRIANGLE.search(name) or _FILLING.search(name))


def set_masks_aside(assembly: Assembly, context_length: int) -> None:
    """Take every mask buffer out of what is to be read.

    Raises:
        TensorShapeError: a tensor of that name that is no lower triangle of ones of
            [1, 1, T, T], or no single negative number.
    """
    for name, tensor in assembly.source.tensors.items():
        if _TRIANGLE.search(name):
            if not _is_triangle(tensor, context_length):
                triangle = f"a lower triangle of ones, [1, 1, {context_length}, {context_length}]"
                _refuse(assembly, name, tensor, triangle)
            assembly.set_aside(name, "a causal mask: a lower triangle of ones, no weight")
        elif _FILLING.search(name):
            if tensor.numel() != 1 or tensor.is_complex() or not float(tensor) < 0:
                _refuse(assembly, name, tensor, "a single negative number")
            assembly.set_aside(name, "what a causal mask fills in: one number, no weight")


def _is_triangle(tensor: Tensor, size: int) -> bool:
    if tuple(tensor.shape) != (1, 1, size, size):
        return False
    ones = torch.ones(size, size, dtype=torch.bool).tril()  # [T, T]
    return bool((tensor[0, 0] == ones.to(tensor.dtype)).all())


def _refuse(assembly: Assembly, name: str, tensor: Tensor, expected: str) -> None:
    written = assembly.source.written[name]
    raise TensorShapeError(
        f"{written}, {list(tensor.shape)}, has the name of a mask buffer and is none: "
        f"that would be {expected}.",
        details={"tensor": written, "shape": list(tensor.shape)},
    )
