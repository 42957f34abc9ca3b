"""RowNorm against hand work and against another implementation."""

from __future__ import annotations

import math

import torch
from torch.nn import functional

from minigpt.row_norm import RowNorm

# Sixteen float64 additions of numbers near 1 lose a few units of 1e-16.
ROUNDING = 1e-14


def norm(width: int, epsilon: float = 1e-5) -> RowNorm:
    return RowNorm(width, epsilon).double()


def test_one_to_four_by_hand() -> None:
    # Mean 2.5, variance 5/4 (not 5/3), epsilon inside the root.
    x = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.float64)  # [C]
    got = norm(4)(x).tolist()
    expected = [step / math.sqrt(1.25 + 1e-5) for step in (-1.5, -0.5, 0.5, 1.5)]
    torch.testing.assert_close(got, expected, rtol=0, atol=ROUNDING)
    assert [round(number, 8) for number in got] == [
        -1.34163542,
        -0.44721181,
        0.44721181,
        1.34163542,
    ]


def test_a_constant_row_becomes_the_offset() -> None:
    row_norm = norm(8)
    offset = torch.arange(8.0, dtype=torch.float64)  # [C]
    with torch.no_grad():
        row_norm.get_parameter("offset").copy_(offset)
    assert torch.equal(row_norm(torch.full((2, 8), 3.0, dtype=torch.float64)), offset.expand(2, 8))


def test_agrees_with_torchs_layer_norm() -> None:
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(3, 5, 12, generator=generator, dtype=torch.float64)  # [B, T, C]
    row_norm = norm(12, epsilon=0.1)  # large enough that its place shows
    with torch.no_grad():
        row_norm.scale.copy_(torch.randn(12, generator=generator, dtype=torch.float64))
        row_norm.get_parameter("offset").copy_(
            torch.randn(12, generator=generator, dtype=torch.float64)
        )
    other = functional.layer_norm(x, (12,), row_norm.scale, row_norm.offset, 0.1)  # [B, T, C]
    torch.testing.assert_close(row_norm(x), other, rtol=0, atol=ROUNDING)


def test_a_row_does_not_depend_on_the_rows_beside_it() -> None:
    x = torch.randn(2, 6, 16, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    changed = x.clone()
    changed[1] = 100.0
    changed[0, 1:] = -7.0
    assert torch.equal(norm(16)(x)[0, 0], norm(16)(changed)[0, 0])
