"""Rows times a matrix, plus a bias where the model has one."""

from __future__ import annotations

from torch import Tensor


def affine(x: Tensor, matrix: Tensor, bias: Tensor | None) -> Tensor:
    """x [..., in] times matrix [in, out], plus bias [out] if there is one: [..., out]."""
    return shifted(x @ matrix, bias)  # [..., out]


def shifted(x: Tensor, bias: Tensor | None) -> Tensor:
    """x [..., out] plus bias [out]; x itself where the model has none."""
    return x if bias is None else x + bias  # [..., out]
