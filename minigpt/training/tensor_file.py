"""Reads a safetensors file that anybody may have made: nothing in it is trusted.

The layout is: 8 bytes with the header's length (little endian), the header as JSON, and
one buffer that the tensors fill without gap or overlap. All of it is checked against what
the caller expects before a tensor is made, so memory stays within the file's own size.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import torch
from torch import Tensor

from minigpt.errors import CheckpointError
from minigpt.ordinary_file import LARGEST_FILE, read_ordinary_file

METADATA_KEY: Final = "minigpt"
_LENGTH_BYTES: Final = 8
_DTYPES: Final = {"F32": torch.float32, "F64": torch.float64, "U8": torch.uint8}


class TensorFile(NamedTuple):
    """Tensors by name, and the JSON text that the header keeps for this project."""

    tensors: dict[str, Tensor]
    metadata: str


def read_tensor_file(path: Path) -> TensorFile:
    """Every tensor of the file, copied out of it, and its metadata.

    Raises:
        CheckpointError: the file is missing, damaged, truncated, hostile or holds a
            number that is not finite. Says what is wrong and with which tensor.
    """
    try:
        content = read_ordinary_file(path, LARGEST_FILE)
    except OSError as cause:
        raise CheckpointError(f"{path.name} cannot be read: {cause.strerror}.") from cause
    header, buffer = _header(path.name, content)
    described = header.pop("__metadata__", None)
    if not isinstance(described, dict) or not isinstance(described.get(METADATA_KEY), str):
        raise CheckpointError(f"{path.name}: the header has no text {METADATA_KEY!r}.")
    tensors: dict[str, Tensor] = {}
    ranges: list[tuple[int, int, str]] = []
    for name, entry in header.items():
        where = f"{path.name}: tensor {name!r}"
        kind, shape, start, end = _entry(where, entry, len(buffer))
        ranges.append((start, end, name))
        tensors[name] = _tensor(where, buffer[start:end], kind, shape)
    _check_tiling(path.name, ranges, len(buffer))
    return TensorFile(tensors, described[METADATA_KEY])


def _header(name: str, content: bytes) -> tuple[dict[str, object], bytes]:
    if len(content) < _LENGTH_BYTES:
        raise CheckpointError(f"{name} is truncated: {len(content)} bytes are no header.")
    length = int.from_bytes(content[:_LENGTH_BYTES], "little")
    rest = len(content) - _LENGTH_BYTES
    if length > rest:
        raise CheckpointError(
            f"{name} is truncated or damaged: its header says {length} bytes, {rest} are there."
        )
    end = _LENGTH_BYTES + length
    try:
        header = json.loads(content[_LENGTH_BYTES:end], object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as cause:
        raise CheckpointError(f"{name}: the header is no JSON: {cause}") from cause
    if not isinstance(header, dict):
        raise CheckpointError(f"{name}: the header must be a JSON object.")
    return header, content[end:]


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"{', '.join(map(repr, twice))} is given twice")
    return found


def _entry(where: str, entry: object, size: int) -> tuple[str, list[int], int, int]:
    """Kind, shape, start and end of one tensor, once they agree with each other."""
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise CheckpointError(f"{where} must have dtype, shape and data_offsets.")
    kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(kind, str) or kind not in _DTYPES:
        raise CheckpointError(f"{where} has the type {kind!r}; known are {', '.join(_DTYPES)}.")
    if not _are_sizes(shape) or len(shape) > 2:
        raise CheckpointError(f"{where} has the shape {shape!r}.")
    if not _are_sizes(offsets) or len(offsets) != 2:
        raise CheckpointError(f"{where} has the range {offsets!r}.")
    start, end = offsets
    if not start <= end <= size:
        raise CheckpointError(f"{where} lies at {start} to {end}, outside of {size} bytes.")
    needed = _DTYPES[kind].itemsize
    for length in shape:
        needed *= length
    if needed != end - start:
        raise CheckpointError(f"{where} has {end - start} bytes, its shape {shape} needs {needed}.")
    return kind, shape, start, end


def _are_sizes(value: object) -> bool:
    return isinstance(value, list) and all(
        type(item) is int and 0 <= item <= LARGEST_FILE for item in value
    )


def _tensor(where: str, content: bytes, kind: str, shape: list[int]) -> Tensor:
    if not content:
        return torch.empty(shape, dtype=_DTYPES[kind])
    tensor = torch.frombuffer(bytearray(content), dtype=_DTYPES[kind]).view(shape)
    if tensor.is_floating_point() and not bool(torch.isfinite(tensor).all()):
        place = (~torch.isfinite(tensor)).nonzero()[0].tolist()
        raise CheckpointError(f"{where} holds {tensor[tuple(place)].item()} at {place}.")
    return tensor


def _check_tiling(name: str, ranges: list[tuple[int, int, str]], size: int) -> None:
    """Refuse tensors that overlap, and bytes that belong to none."""
    ordered = sorted(ranges)
    for (_, end, before), (start, _, after) in pairwise(ordered):
        if start < end:
            raise CheckpointError(f"{name}: tensors {before!r} and {after!r} overlap.")
    covered = sum(end - start for start, end, _ in ordered)
    if covered != size:
        raise CheckpointError(f"{name}: {size - covered} bytes belong to no tensor.")
