"""Print JSON rows of x and what other people's programs make of it.

`math.erf` is the C library's error function; GELU and its slope, exact and with tanh, are torch's.
"""

from __future__ import annotations

import json
import math

import torch
from torch.nn.functional import gelu

#: Both sides of every border between two ranges of the approximation, and what lies far out.
BORDERS = (0.84375, 1.25, 1 / 0.35, 6.0)
EDGES = [
    0.0,
    1e-300,
    1e-9,
    27.0,
    1e300,
    *(b * f for b in BORDERS for f in (1 - 1e-15, 1, 1 + 1e-15)),
]


def main() -> None:
    generator = torch.Generator().manual_seed(9)
    drawn = 8 * torch.rand(4000, generator=generator, dtype=torch.float64) - 4  # [N]
    signed = [sign * edge for edge in EDGES for sign in (1, -1)]
    x = torch.cat([drawn, torch.tensor(signed, dtype=torch.float64)])  # [N]
    columns = {"x": x.tolist(), "erf": [math.erf(value) for value in x.tolist()]}
    for name, approximate in (("gelu", "none"), ("gelu_tanh", "tanh")):
        near = x.clamp(-30, 30).requires_grad_()  # [N]
        values = gelu(near, approximate=approximate)  # [N]
        (slopes,) = torch.autograd.grad(values.sum(), near)  # [N]
        columns[name] = values.tolist()
        columns[f"{name} slope"] = slopes.tolist()
    print(json.dumps(columns))


if __name__ == "__main__":
    main()
