"""Files that are damaged or made to harm: refused with a sentence, and nothing in them is run."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import random
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch

from minigpt.config import MOST_NUMBERS
from minigpt.importing import Answers, read_checkpoint
from minigpt.importing.errors import ImportFileError, ImportRefusedError, TensorTypeError
from minigpt.ordinary_file import LARGEST_FILE, LARGEST_TEXT
from tests.minigpt.foreign_models import SIZES, nanogpt_state
from tests.minigpt.importing import saved

HEADS = Answers(heads=SIZES.heads)


class Touches:
    """Unpickled, it makes a file: what a hostile checkpoint would do worse."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (self.path,))


@pytest.mark.parametrize("place", ["beside", "inside", "instead"])
def test_code_in_a_file_is_not_run(tmp_path: Path, place: str) -> None:
    touched = tmp_path / "touched"
    code = Touches(touched)
    contents: dict[str, dict[str, object]] = {
        "beside": {"model": nanogpt_state(), "optimizer": code},
        "inside": {"model": {**nanogpt_state(), "transformer.wte.weight": code}},
        "instead": {"model": code},
    }
    content = contents[place]
    path = saved(tmp_path, content)
    with pytest.raises(ImportFileError, match="without running code"):
        read_checkpoint(path, HEADS)
    assert not touched.exists()
    torch.load(path, weights_only=False)  # it would have been
    assert touched.exists()


def test_a_whole_module_needs_its_code_and_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportFileError, match="without running code"):
        read_checkpoint(saved(tmp_path, torch.nn.Linear(2, 2)))


def test_a_bare_pickle_is_no_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "model.pt"
    path.write_bytes(pickle.dumps(Touches(tmp_path / "touched")))
    with pytest.raises(ImportFileError, match="no archive"):
        read_checkpoint(path)
    torch.save(nanogpt_state(), path, _use_new_zipfile_serialization=False)
    with pytest.raises(ImportFileError, match=r"before PyTorch 1\.6"):
        read_checkpoint(path)
    assert not (tmp_path / "touched").exists()


def rewritten(path: Path, compression: int, extra: dict[str, bytes] | None = None) -> Path:
    """The same archive with other compression or other records."""
    with zipfile.ZipFile(path) as archive:
        records = {each.filename: archive.read(each) for each in archive.infolist()}
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in (records | (extra or {})).items():
            archive.writestr(name, content)
    return path


def test_an_archive_that_unpacks_to_more_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, nanogpt_state())
    bomb = {"model/data/99": bytes(64 << 20)}
    with pytest.raises(ImportFileError, match="is compressed"):
        read_checkpoint(rewritten(path, zipfile.ZIP_DEFLATED, bomb), HEADS)
    assert path.stat().st_size < 1 << 20


def test_a_description_without_end_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, nanogpt_state())
    long = {"model/data.pkl": b"\x80\x02" + b"]" * (17 << 20)}
    with pytest.raises(ImportFileError, match="bytes of description"):
        read_checkpoint(rewritten(path, zipfile.ZIP_STORED, long), HEADS)


def test_one_number_that_claims_to_be_many_is_refused(tmp_path: Path) -> None:
    """A stride of 0: a file of a few hundred bytes, a tensor of 40 GB."""
    huge = torch.zeros(1).expand(100_000, 100_000)
    path = saved(tmp_path, {"transformer.wte.weight": huge})
    assert path.stat().st_size < 4096
    with pytest.raises(ImportFileError, match=f"at most {MOST_NUMBERS:,}"):
        read_checkpoint(path)


def test_a_storage_that_claims_more_than_its_record_is_refused(tmp_path: Path) -> None:
    """It would reach into what comes after it in the file."""
    path = saved(tmp_path, {"transformer.wte.weight": torch.arange(4.0), "pad": torch.ones(5000)})
    with zipfile.ZipFile(path) as archive:
        pickled = archive.read("model/data.pkl")
    grown = pickled.replace(b"K\x04tq", b"M\x00\x04tq", 1).replace(
        b"K\x04\x85", b"M\x00\x04\x85", 1
    )
    assert grown != pickled
    rewritten(path, zipfile.ZIP_STORED, {"model/data.pkl": grown})
    with pytest.raises(ImportFileError, match="wte"):
        read_checkpoint(path)


@pytest.mark.parametrize("suffix", [".pt", ".safetensors"])
def test_a_file_over_the_limit_is_not_opened(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"model{suffix}"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)  # a hole: it takes no room
    with pytest.raises(ImportFileError, match="at most 1,073,741,824"):
        read_checkpoint(path)


def test_a_config_over_the_limit_is_not_opened(tmp_path: Path) -> None:
    safetensors.torch.save_file(nanogpt_state_alone(), tmp_path / "model.safetensors")
    with (tmp_path / "config.json").open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    with pytest.raises(ImportFileError, match=r"config\.json"):
        read_checkpoint(tmp_path)


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_a_config_that_is_no_object_is_refused(tmp_path: Path, content: bytes) -> None:
    safetensors.torch.save_file(nanogpt_state_alone(), tmp_path / "model.safetensors")
    (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(ImportFileError, match=r"config\.json"):
        read_checkpoint(tmp_path)


def nanogpt_state_alone() -> dict[str, torch.Tensor]:
    """Without the head, which shares the embedding's memory."""
    return {name: each for name, each in nanogpt_state().items() if name != "lm_head.weight"}


@pytest.mark.parametrize("suffix", [".pt", ".safetensors"])
def test_a_file_that_ends_early_is_refused_wherever_it_ends(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"model{suffix}"
    if suffix == ".pt":
        torch.save(nanogpt_state(), path)
    else:
        safetensors.torch.save_file(nanogpt_state_alone(), path)
    whole = path.read_bytes()
    for end in [*range(0, len(whole), len(whole) // 40), len(whole) - 1]:
        path.write_bytes(whole[:end])
        with pytest.raises(ImportFileError):
            read_checkpoint(path, HEADS)


def test_changed_bytes_never_end_in_anything_but_a_refusal(tmp_path: Path) -> None:
    """In the description of the tensors, where every byte means something."""
    path = saved(tmp_path, nanogpt_state())
    with zipfile.ZipFile(path) as archive:
        pickled = bytearray(archive.read("model/data.pkl"))
    dice = random.Random(11)
    for _ in range(150):
        spoilt = pickled.copy()
        for _ in range(dice.choice([1, 1, 3])):
            spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
        rewritten(path, zipfile.ZIP_STORED, {"model/data.pkl": bytes(spoilt)})
        with contextlib.suppress(ImportRefusedError):
            assert read_checkpoint(path, HEADS).layout == "nanogpt"


def header(length: int, text: bytes = b"{}") -> bytes:
    return struct.pack("<Q", length) + text


@pytest.mark.parametrize(
    "content",
    [
        b"",
        header(2**63),
        header(100 << 20, b"{"),
        header(2),
        header(4, b"null"),
        header(60, b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}      ') + b"1234",
        header(64, b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[90,94]}}        ') + b"1234",
    ],
)
def test_a_damaged_safetensors_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(ImportFileError, match=r"model\.safetensors"):
        read_checkpoint(path)


@pytest.mark.parametrize(
    "content",
    [
        [torch.ones(2)],
        torch.ones(2),
        {"model": {}},
        {"model": {"transformer.wte.weight": 3}},
        {"step": 3, "loss": 2.5},
        {1: torch.ones(2)},
        {"a": torch.eye(3).to_sparse()},
        {"a": torch.empty(3, device="meta")},
    ],
    ids=lambda content: str(type(content).__name__),
)
def test_what_holds_no_plain_tensors_by_name_is_refused(tmp_path: Path, content: object) -> None:
    with pytest.raises(ImportFileError, match=r"model\.pt"):
        read_checkpoint(saved(tmp_path, content))


def test_complex_numbers_are_no_weights(tmp_path: Path) -> None:
    state = nanogpt_state()
    state["transformer.ln_f.weight"] = state["transformer.ln_f.weight"].to(torch.complex64)
    with pytest.raises(TensorTypeError, match="complex64"):
        read_checkpoint(saved(tmp_path, state), HEADS)


@pytest.mark.parametrize("name", ["missing.pt", "missing", "notes.txt", "model.tar"])
def test_what_is_no_checkpoint_by_its_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ImportFileError, match=name):
        read_checkpoint(tmp_path / name)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "model.pt"
    os.mkfifo(path)
    with pytest.raises(ImportFileError, match="no ordinary file"):
        read_checkpoint(path)


def test_a_folder_with_no_or_two_or_sharded_checkpoints_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportFileError, match="none"):
        read_checkpoint(tmp_path)
    for name in ("a.pt", "b.pt"):
        (tmp_path / name).write_bytes(io.BytesIO().getvalue())
    with pytest.raises(ImportFileError, match=r"a\.pt, b\.pt"):
        read_checkpoint(tmp_path)
    (tmp_path / "model.safetensors.index.json").write_text("{}")
    with pytest.raises(ImportFileError, match="several files"):
        read_checkpoint(tmp_path)
