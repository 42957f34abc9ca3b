"""Tensor files made by hand, a byte or a number away from good ones; none is believed."""

from __future__ import annotations

import json
import os
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.errors import CheckpointError
from minigpt.training.tensor_file import read_tensor_file

NUMBERS = struct.pack("<2d", 1 + 2**-40, -0.0)
GOOD: dict[str, Any] = {
    "__metadata__": {"minigpt": "{}"},
    "a": {"dtype": "F64", "shape": [2], "data_offsets": [0, 16]},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made.safetensors"


def put(path: Path, header: object, buffer: bytes = NUMBERS) -> None:
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + buffer)


def entry(**changes: object) -> dict[str, Any]:
    return GOOD | {"a": GOOD["a"] | changes}


def test_a_good_file_is_read_to_its_last_bit(path: Path) -> None:
    put(path, GOOD)
    found = read_tensor_file(path)
    assert found.metadata == "{}"
    assert list(found.tensors) == ["a"]
    assert struct.pack("<2d", *found.tensors["a"].tolist()) == NUMBERS


def test_a_tensor_of_nothing_is_one(path: Path) -> None:
    put(path, entry(shape=[0, 3], data_offsets=[0, 0]), b"")
    assert read_tensor_file(path).tensors["a"].shape == (0, 3)


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ([], "must be a JSON object"),
        ("a", "must be a JSON object"),
        (GOOD | {"__metadata__": {"minigpt": 1}}, "no text 'minigpt'"),
        (GOOD | {"__metadata__": ["minigpt"]}, "no text 'minigpt'"),
        (GOOD | {"a": ["dtype", "shape", "data_offsets"]}, "must have dtype"),
        (GOOD | {"a": None}, "must have dtype"),
        (entry(more=1), "must have dtype"),
        (GOOD | {"a": {"dtype": "F64", "shape": [2]}}, "must have dtype"),
        (entry(dtype=["F64"]), r"has the type \['F64'\]"),
        (entry(dtype="f64"), "has the type 'f64'"),
        (entry(shape=[1, 2, 1]), r"has the shape \[1, 2, 1\]"),
        (entry(shape=2), "has the shape 2"),
        (entry(shape=[2.0]), r"has the shape \[2.0\]"),
        (entry(shape=[True, 2]), r"has the shape \[True, 2\]"),
        (entry(shape=[-2]), r"has the shape \[-2\]"),
        (entry(shape=[2**70, 0], data_offsets=[0, 0]), "has the shape"),
        (entry(data_offsets=[0, 16, 16]), "has the range"),
        (entry(data_offsets=[False, 16]), "has the range"),
        (entry(data_offsets=[16]), "has the range"),
        (entry(data_offsets={"0": 16}), "has the range"),
        (entry(shape=[1]), r"16 bytes, its shape \[1\] needs 8"),
        (entry(shape=[3]), r"16 bytes, its shape \[3\] needs 24"),
        (entry(shape=[1], data_offsets=[8, 16]), "8 bytes belong to no tensor"),
        (entry(data_offsets=[8, 24]), "outside of 16 bytes"),
    ],
)
def test_what_is_wrong_is_said(header: object, says: str, path: Path) -> None:
    put(path, header)
    with pytest.raises(CheckpointError, match=says):
        read_tensor_file(path)


@pytest.mark.parametrize("kept", range(8))
def test_a_file_too_short_for_a_header_is_said_to_be(kept: int, path: Path) -> None:
    put(path, GOOD)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(CheckpointError, match=f"is truncated: {kept} bytes are no header"):
        read_tensor_file(path)


def test_a_file_that_is_not_there_is_said_not_to_be(path: Path) -> None:
    with pytest.raises(CheckpointError, match="cannot be read: No such file"):
        read_tensor_file(path)


def test_a_giant_is_not_even_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate((1 << 30) + 1)  # takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(CheckpointError, match="at most 1,073,741,824 are read"):
            read_tensor_file(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


class Trap:
    """Pickled, it makes a folder wherever it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return (os.mkdir, (str(self.folder),))


def test_a_checkpoint_with_code_in_it_is_refused_and_not_run(path: Path, tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    torch.save({"model": {"lm_bias": torch.zeros(2)}, "trap": Trap(marker)}, path)
    with pytest.raises(CheckpointError, match="truncated or damaged"):
        read_tensor_file(path)
    assert not marker.exists()


def test_an_archive_that_would_burst_is_not_unpacked(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data/0", bytes(1 << 26))
    assert path.stat().st_size < 1 << 17
    tracemalloc.start()
    try:
        with pytest.raises(CheckpointError, match="truncated or damaged"):
            read_tensor_file(path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
