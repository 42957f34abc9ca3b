"""Descriptions of a few bytes that would take hours or gigabytes, and real ones, which open."""

from __future__ import annotations

import collections
import pickle
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from torch import nn

from minigpt.importing import read_checkpoint
from minigpt.importing.errors import ImportFileError
from tests.minigpt.foreign_models import SIZES, nanogpt_state
from tests.minigpt.importing import saved

#: Far less than any of them would take if it were followed, on a slow machine.
SECONDS = 60


def nested(depth: int, twice: bool) -> bytes:
    """A dict with one key: a tuple in a tuple in a tuple, each once or twice in the next."""
    steps = b"}r\xff\xff\xff\x00" + tuples(depth, twice)
    return b"\x80\x02" + steps + b"j\xff\xff\xff\x00" + got(depth) + b"K\x01s."


def tuples(depth: int, twice: bool) -> bytes:
    """The tuples alone, each kept under its number; they stay on the stack."""
    steps = b")r" + got(0)[1:]
    for at in range(depth):
        steps += (got(at) * 2 + b"\x86" if twice else got(at) + b"\x85") + b"r" + got(at + 1)[1:]
    return steps


def got(place: int) -> bytes:
    """What was kept there."""
    return b"j" + place.to_bytes(4, "little")


def called(module: str, name: str, arguments: bytes) -> bytes:
    """A dict whose one value is what a function returns."""
    return b"\x80\x02}X\x01\x00\x00\x00xc" + f"{module}\n{name}\n".encode() + arguments + b"Rs."


def number(value: int) -> bytes:
    return b"\x8a\x08" + value.to_bytes(8, "little")


def equal_hashes(count: int) -> bytes:
    """Whole numbers that Python all gives the hash 0: each is compared with all before it."""
    modulus, steps = 2**61 - 1, b""
    for each in range(2**20, 2**20 + count):
        steps += b"\x8a\x0c" + (each * modulus).to_bytes(12, "little") + b"N"
    return b"\x80\x02}(" + steps + b"u."


BOMBS = {
    "a key of doubled tuples": nested(60, twice=True),
    "a key nested deeper than a stack": nested(200_000, twice=False),
    "a set of doubled tuples": called("builtins", "set", b"](" + tuples(60, True) + b"e\x85"),
    "bytes by their number": called("builtins", "bytearray", number(40 << 30) + b"\x85"),
    "bytes by Python 2's name": called("__builtin__", "bytearray", number(40 << 30) + b"\x85"),
    "a tensor by its sizes": called("torch", "Tensor", number(1 << 36) + b"\x85"),
    "numbers by their count": called("torch.storage", "UntypedStorage", number(1 << 36) + b"\x85"),
    "a copy of one number many times": called(
        "torch._utils", "_rebuild_device_tensor_from_cpu_tensor", b"(NNNNt"
    ),
    "a codec that takes the square": called(
        "_codecs", "encode", b"X\x01\x00\x00\x00aX\x08\x00\x00\x00punycode\x86"
    ),
    "keys of one hash": equal_hashes(50_000),
    "lists without end": b"\x80\x02" + b"]" * 3_000_000 + b".",
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_file_that_would_work_without_end_is_refused_at_once(
    tmp_path: Path, bomb: str
) -> None:
    path = saved(tmp_path, {"a": torch.ones(2)})
    with zipfile.ZipFile(path) as archive:
        records = {each.filename: archive.read(each) for each in archive.infolist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (records | {"model/data.pkl": BOMBS[bomb]}).items():
            archive.writestr(name, content)
    began = time.perf_counter()
    with pytest.raises(ImportFileError, match=r"model\.pt"):
        read_checkpoint(path)
    assert time.perf_counter() - began < SECONDS


def test_the_bombs_are_what_they_say() -> None:
    """With fewer doublings and numbers, Python takes them: it is their size that is refused."""
    (key,) = pickle.loads(nested(3, twice=True))
    assert key == ((((), ()), ((), ())), (((), ()), ((), ())))
    assert {hash(each) for each in pickle.loads(equal_hashes(9))} == {0}
    small = called("builtins", "bytearray", number(3) + b"\x85")
    assert pickle.loads(small) == {"x": bytearray(3)}


def trained() -> dict[str, Any]:
    """What nanoGPT's train.py saves, with an optimiser that has made steps, and more."""
    model = nn.Linear(3, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95))
    schedule = torch.optim.lr_scheduler.MultiStepLR(optimizer, [3, 5])
    for _ in range(2):
        model(torch.ones(1, 3)).sum().backward()
        optimizer.step()
        schedule.step()
    return {
        "model": nanogpt_state(),
        "optimizer": optimizer.state_dict(),
        "model_args": SIZES.model_args,
        "iter_num": 2000,
        "best_val_loss": torch.tensor(1.47),
        "config": {"dataset": "shakespeare_char", "lr": 1e-3, "dtype": "bfloat16", "x": None},
        "schedule": schedule.state_dict(),
        "scaler": {"scale": 65536.0, "growth_factor": 2.0},
        "shapes": [torch.Size([2, 3]), torch.device("cpu"), torch.bfloat16, torch.strided],
        "others": [{1, 2}, 3j, b"bytes", 1 << 70, collections.Counter([1, 1]), (1, (2, (3,)))],
        "random": torch.get_rng_state(),
        "by pair": {(0, "weight"): 1},
        "new types": torch.ones(2).to(torch.uint16),
    }


def test_what_training_programs_save_opens(tmp_path: Path) -> None:
    report = read_checkpoint(saved(tmp_path, trained()))
    assert (report.layout, report.ready) == ("nanogpt", True)


def test_parameters_and_modules_state_dicts_open(tmp_path: Path) -> None:
    """With the versions that PyTorch keeps beside a state dict, as parameters or as tensors."""
    config = transformers.GPT2Config(vocab_size=19, n_positions=9, n_embd=12, n_layer=2, n_head=3)
    library = transformers.GPT2LMHeadModel(config)
    for form in ("tensors", "parameters"):
        folder = tmp_path / form
        folder.mkdir()
        config.save_pretrained(folder)
        state = library.state_dict(keep_vars=form == "parameters")
        saved(folder, state, "pytorch_model.bin")
        assert read_checkpoint(folder).layout == "gpt2"


def test_a_state_dict_of_many_tensors_is_followed(tmp_path: Path) -> None:
    """It is refused for its names, so all of its description was read."""
    state = {f"layer.{at}.weight": torch.ones(1) for at in range(9_000)}
    with pytest.raises(Exception, match="no layout known here"):
        read_checkpoint(saved(tmp_path, state))
