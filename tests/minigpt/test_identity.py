"""Identities: SHA-256 of the files' bytes, and where the files are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from minigpt.identity import identities
from minigpt.resources import data_dir


def test_identities_are_the_sha256_of_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes(b"abc")
    (tmp_path / "tokenizer.json").write_bytes(b"")
    (tmp_path / "corpus.json").write_bytes(b"abc\n")
    found = identities(tmp_path)
    # FIPS 180-2, appendix B.1, for "abc"; the well-known digest of no bytes at all.
    assert found["config"] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert found["tokenizer"] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert found["corpus"] != found["config"]
    assert list(found) == ["config", "tokenizer", "corpus"]


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        identities(tmp_path)


def test_the_data_folder_holds_the_three_files() -> None:
    assert set(identities(data_dir())) == {"config", "tokenizer", "corpus"}
