"""Reads a safetensors file that anybody may have made; the format holds no code.

The `safetensors` library checks the header: every range within the file, no gap, no overlap.
"""

from __future__ import annotations

from pathlib import Path

from safetensors import SafetensorError, safe_open
from torch import Tensor

from minigpt.importing.errors import ImportFileError
from minigpt.importing.limits import check_size
from minigpt.importing.torch_file import check_numbers
from minigpt.ordinary_file import LARGEST_FILE


def read_safetensors_file(path: Path) -> dict[str, Tensor]:
    """All tensors by name.

    Raises:
        ImportFileError: the file is too large, damaged, truncated, or holds no tensor.
    """
    check_size(path, LARGEST_FILE)
    try:
        with safe_open(path, framework="pt", device="cpu") as file:
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError, KeyError, AttributeError, TypeError) as cause:
        raise ImportFileError(f"{path.name} is damaged or truncated: {cause}.") from cause
    if not tensors:
        raise ImportFileError(f"{path.name} holds no tensor.")
    check_numbers(path.name, tensors)
    return tensors
