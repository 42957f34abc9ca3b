"""Ways to spoil a checkpoint that was good: each changes one thing in its file."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import safetensors.torch
import torch

Parts = tuple[dict[str, Any], bytes]


def parts(path: Path) -> Parts:
    """Header and buffer of a safetensors file."""
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def put(path: Path, header: str | dict[str, Any], buffer: bytes, length: int | None = None) -> None:
    text = (header if isinstance(header, str) else json.dumps(header)).encode()
    path.write_bytes(struct.pack("<Q", len(text) if length is None else length) + text + buffer)


def describe(path: Path, **changes: Any) -> None:
    """Change the file's description."""
    header, buffer = parts(path)
    described = json.loads(header["__metadata__"]["minigpt"])
    described.update(changes)
    header["__metadata__"]["minigpt"] = json.dumps(described)
    put(path, header, buffer)


def hostile_length(path: Path) -> None:
    header, buffer = parts(path)
    put(path, header, buffer, 2**63)


def overlap(path: Path) -> None:
    header, buffer = parts(path)
    size = header["lm_bias"]["data_offsets"][1] - header["lm_bias"]["data_offsets"][0]
    start = header["lm_head"]["data_offsets"][0]
    header["lm_bias"]["data_offsets"] = [start, start + size]
    put(path, header, buffer)


def huge_shape(path: Path) -> None:
    header, buffer = parts(path)
    header["lm_bias"]["shape"] = [2**30, 2**30]
    put(path, header, buffer)


def beyond(path: Path) -> None:
    header, buffer = parts(path)
    header["lm_bias"]["data_offsets"] = [len(buffer), len(buffer) + 291 * 8]
    put(path, header, buffer)


def backwards(path: Path) -> None:
    header, buffer = parts(path)
    header["lm_bias"]["data_offsets"].reverse()
    put(path, header, buffer)


def negative(path: Path) -> None:
    header, buffer = parts(path)
    header["lm_bias"]["data_offsets"] = [-1, 291 * 8 - 1]
    put(path, header, buffer)


def twice(path: Path) -> None:
    header, buffer = parts(path)
    put(path, json.dumps(header)[:-1] + ', "lm_bias": {}}', buffer)


def not_a_number(path: Path) -> None:
    header, buffer = parts(path)
    start = header["lm_bias"]["data_offsets"][0] + 8 * 7
    nan = struct.pack("<d", float("nan"))
    put(path, header, buffer[:start] + nan + buffer[start + 8 :])


def nobodys_bytes(path: Path) -> None:
    header, buffer = parts(path)
    put(path, header, buffer + b"more")


def half_precision(path: Path) -> None:
    header, buffer = parts(path)
    header["lm_bias"]["dtype"] = "F16"
    put(path, header, buffer)


def missing(path: Path) -> None:
    retensored(path, adam__first__lm_bias=None)


def retensored(path: Path, **changes: torch.Tensor | None) -> None:
    """Other tensors in the file; the name's dots are written as __, None takes one out."""
    tensors = safetensors.torch.load_file(path)
    for name, tensor in changes.items():
        tensors.pop(name.replace("__", "."), None)
        if tensor is not None:
            tensors[name.replace("__", ".")] = tensor
    path.write_bytes(safetensors.torch.save(tensors, parts(path)[0]["__metadata__"]))


def one_more(path: Path) -> None:
    retensored(path, stowaway=torch.zeros(1, dtype=torch.float64))


def no_generator(path: Path) -> None:
    retensored(path, generator=None)


def short_generator(path: Path) -> None:
    retensored(path, generator=torch.zeros(5, dtype=torch.uint8))


def generator_of_floats(path: Path) -> None:
    retensored(path, generator=torch.zeros(5, dtype=torch.float64))


def negative_square(path: Path) -> None:
    moments = torch.zeros(291, dtype=torch.float64)
    moments[7] = -1e-300
    retensored(path, adam__second__lm_bias=moments)


def bytes_for_numbers(path: Path) -> None:
    retensored(path, lm_bias=torch.zeros(291, dtype=torch.uint8))


def deep_header(path: Path) -> None:
    put(path, "[" * 100_000, b"")


def no_description(path: Path) -> None:
    header, buffer = parts(path)
    del header["__metadata__"]
    put(path, header, buffer)
