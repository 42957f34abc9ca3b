"""float32 numbers as the float64 numbers they are equal to, for text.

A JSON writer gives a float32 the fewest digits that tell it from its float32
neighbours; read as float64, as everybody reads JSON, those are another number.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def widened(tree: Any) -> Any:  # noqa: ANN401  # any nesting of arrays
    """Dicts and lists of arrays with every float32 array as float64; others as they are."""
    if isinstance(tree, np.ndarray):
        return tree.astype(np.float64) if tree.dtype == np.float32 else tree
    if isinstance(tree, dict):
        return {name: widened(value) for name, value in tree.items()}
    return [widened(value) for value in tree]
