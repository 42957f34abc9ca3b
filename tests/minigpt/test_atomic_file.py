"""A file whole or not at all: on a full disk, after a kill, and in the order that lasts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from minigpt.training.atomic_file import PARTIAL, write_atomically


@pytest.mark.parametrize("call", ["fsync", "open", "replace"])
def test_a_full_disk_leaves_the_file_that_was_there(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "weights.safetensors"
    write_atomically(path, b"good")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os if call == "fsync" else Path, call, full)
    with pytest.raises(OSError, match="No space") as told:
        write_atomically(path, b"new")
    assert told.value.filename == str(path)
    monkeypatch.undo()
    assert path.read_bytes() == b"good"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_what_a_kill_left_half_written_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "weights.safetensors"
    path.with_name(path.name + PARTIAL).write_bytes(b"half of something longer")
    write_atomically(path, b"whole")
    assert path.read_bytes() == b"whole"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_the_bytes_last_before_the_name_does_and_then_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that the disk remembers before the bytes would name a hole after a power cut."""
    path = tmp_path / "weights.safetensors"
    write_atomically(path, b"old")
    seen: list[tuple[bool, bytes]] = []
    descriptors: list[int] = []
    fsync = os.fsync

    def watched(descriptor: int) -> None:
        descriptors.append(descriptor)
        seen.append((Path(f"/dev/fd/{descriptor}").is_dir(), path.read_bytes()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    write_atomically(path, b"new")
    assert [content for _, content in seen] == [b"old", b"new"]
    assert [is_folder for is_folder, _ in seen] == [False, True]
    for descriptor in descriptors:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)
