"""Files of weights and runs: exact, whole, of these files here, and harmless."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch

from minigpt.config import ModelConfig
from minigpt.errors import CheckpointError, ForeignCheckpointError
from minigpt.model import create_model
from minigpt.resources import data_dir
from minigpt.training.adam import FlatParameters
from minigpt.training.checkpoint import (
    load_resumable,
    load_weights,
    save_resumable,
    save_weights,
)
from minigpt.training.config import TrainingConfig
from minigpt.training.loop import TrainingRun, Updated
from minigpt.training.run_folder import material_of

BELONGS = {"config": "c" * 64, "tokenizer": "d" * 64, "corpus": "e" * 64}

Parts = tuple[dict[str, Any], bytes]


@pytest.fixture(scope="module")
def run() -> TrainingRun:
    started = material_of(data_dir()).start(TrainingConfig.default(steps=10, evaluate_every=5))
    list(started.events())
    return started


@pytest.fixture
def saved(tmp_path: Path, run: TrainingRun) -> Path:
    path = tmp_path / "checkpoint.safetensors"
    save_resumable(path, run.parameters, run.resumable, run.config, BELONGS)
    return path


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


def test_a_run_comes_back_bit_for_bit(tmp_path: Path, run: TrainingRun) -> None:
    saved, resumable = tmp_path / "checkpoint.safetensors", run.resumable
    wanted = replace(resumable, selected=resumable.selected + 2**-40, selected_step=5)
    save_resumable(saved, run.parameters, wanted, run.config, BELONGS)
    config, state = load_resumable(saved, run.parameters, BELONGS)
    assert config == run.config
    assert (state.step, state.curve, state.selected_step) == (10, wanted.curve, 5)
    for name in ("weights", "first", "second", "generator", "selected"):
        assert torch.equal(getattr(state, name), getattr(wanted, name))


def test_gone_on_with_from_its_file_a_run_is_the_one_that_never_stopped(
    saved: Path, run: TrainingRun
) -> None:
    """Every loss, every tensor, and what the generator draws next; the file is all there is."""
    material = material_of(data_dir())
    further = replace(run.config, steps=20)
    whole, second = material.start(further), material.start(further)
    losses = [event.loss for event in whole.events() if isinstance(event, Updated)]
    second.restore(load_resumable(saved, second.parameters, BELONGS).state)
    assert [e.loss for e in second.events() if isinstance(e, Updated)] == losses[10:]
    one, other = whole.state(), second.state()
    assert (one.step, one.curve, one.selected_step) == (20, other.curve, other.selected_step)
    for name in ("weights", "first", "second", "generator", "selected"):
        assert torch.equal(getattr(one, name), getattr(other, name))


def test_weights_come_back_with_their_last_bit(tmp_path: Path, run: TrainingRun) -> None:
    weights = run.selected.clone()
    weights[0] = 1 + 2**-40
    path = tmp_path / "weights.safetensors"
    save_weights(path, run.parameters, weights, 10, BELONGS)
    loaded = load_weights(path, run.parameters, BELONGS)
    assert torch.equal(loaded.vector, weights)
    assert loaded.step == 10
    # Another library reads the same: names, shapes and numbers of the model.
    other = safetensors.torch.load_file(path)
    assert {name: tensor.shape for name, tensor in other.items()} == run.parameters.shapes
    assert torch.equal(run.parameters.join(other), weights)
    with pytest.raises(CheckpointError, match="weights alone"):
        load_resumable(path, run.parameters, BELONGS)


@pytest.mark.parametrize("name", list(BELONGS))
def test_a_file_of_other_files_is_refused_with_both_named(
    name: str, saved: Path, run: TrainingRun
) -> None:
    with pytest.raises(ForeignCheckpointError, match=f"another {name}") as caught:
        load_resumable(saved, run.parameters, {**BELONGS, name: "f" * 64})
    assert BELONGS[name] in caught.value.message
    assert "f" * 64 in caught.value.message
    assert caught.value.details == {"file": name, "checkpoint": BELONGS[name], "here": "f" * 64}


def test_a_file_of_another_shape_is_refused(
    saved: Path, other_config: Callable[..., ModelConfig]
) -> None:
    wider = FlatParameters(create_model(other_config(ffn_width=65)))
    with pytest.raises(CheckpointError, match=r"\[16, 64\].*\[16, 65\]|\[64\].*\[65\]"):
        load_resumable(saved, wider, BELONGS)


@pytest.mark.parametrize("kept", [0, 7, 8, 100, 5000, -1])
def test_a_truncated_file_is_refused(kept: int, saved: Path, run: TrainingRun) -> None:
    saved.write_bytes(saved.read_bytes()[:kept])
    with pytest.raises(CheckpointError):
        load_resumable(saved, run.parameters, BELONGS)


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


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (hostile_length, "9223372036854775808 bytes"),
        (overlap, "overlap"),
        (huge_shape, r"\[1073741824, 1073741824\] needs"),
        (beyond, "outside"),
        (backwards, "outside"),
        (negative, "range"),
        (twice, "'lm_bias' is given twice"),
        (not_a_number, r"'lm_bias' holds nan at \[7\]"),
        (nobodys_bytes, "4 bytes belong to no tensor"),
        (half_precision, "'F16'"),
        (missing, "missing or unknown tensors: adam.first.lm_bias"),
        (one_more, "missing or unknown tensors: stowaway"),
        (no_generator, "missing or unknown tensors: generator"),
        (short_generator, "the generator's state is damaged"),
        (generator_of_floats, "the generator's state is damaged"),
        (negative_square, "a second moment is negative"),
        (bytes_for_numbers, r"'lm_bias' is \[291\] of torch.uint8"),
        (deep_header, "no JSON"),
        (no_description, "'minigpt'"),
    ],
)
def test_a_hostile_file_is_refused_and_its_fault_named(
    spoil: Callable[[Path], None], says: str, saved: Path, run: TrainingRun
) -> None:
    spoil(saved)
    with pytest.raises(CheckpointError, match=says):
        load_resumable(saved, run.parameters, BELONGS)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"step": -1}, "-1"),
        ({"step": True}, "True"),
        ({"kind": "pickle"}, "no minigpt-checkpoint"),
        ({"format": "v2"}, "no minigpt-checkpoint"),
        ({"extra": 1}, "extra"),
        ({"curve": []}, "curve must be a list of evaluations"),
        ({"curve": {}}, "curve must be a list of evaluations"),
        ({"curve": [{"step": 0, "train": 1, "validation": 1.0}]}, "1 in the curve is no finite"),
        ({"curve": [{"step": 0, "train": 1.0, "validation": "1"}]}, "'1' in the curve is no"),
        ({"curve": [{"step": 0, "train": 1.0}]}, "curve lacks validation"),
        ({"curve": [{"step": 0, "train": float("nan"), "validation": 1.0}]}, "nan"),
        ({"selected_step": 3}, "selected_step 3"),
        ({"training": {"steps": 1}}, "training"),
        ({"identities": {"config": 1}}, "identities must be an object of hashes"),
        ({"identities": []}, "identities must be an object of hashes"),
        ({"identities": {}}, "belongs to another config: .* of SHA-256 None"),
    ],
)
def test_a_wrong_description_is_refused(
    changes: dict[str, Any], says: str, saved: Path, run: TrainingRun
) -> None:
    describe(saved, **changes)
    with pytest.raises(CheckpointError, match=says):
        load_resumable(saved, run.parameters, BELONGS)


def test_a_description_is_checked_in_a_file_of_weights_too(
    tmp_path: Path, run: TrainingRun
) -> None:
    path = tmp_path / "weights.safetensors"
    save_weights(path, run.parameters, run.selected, 10, BELONGS)
    describe(path, step=-1)
    with pytest.raises(CheckpointError, match="-1 is no number of updates"):
        load_weights(path, run.parameters, BELONGS)
    header, buffer = parts(path)
    header["__metadata__"]["minigpt"] = "[" * 100_000
    put(path, header, buffer)
    with pytest.raises(CheckpointError, match="its description is no JSON"):
        load_weights(path, run.parameters, BELONGS)


@pytest.mark.parametrize(
    "name", ["lm_head", "adam.second.lm_head", "selected.lm_head", "generator"]
)
def test_a_single_flipped_bit_is_seen(name: str, saved: Path, run: TrainingRun) -> None:
    """The last bit of a number in the middle: finite, plausible, and not what was written."""
    header, buffer = parts(saved)
    start, end = header[name]["data_offsets"]
    spoilt = bytearray(buffer)
    spoilt[start + (end - start) // 16 * 8] ^= 1
    put(saved, header, bytes(spoilt))
    with pytest.raises(CheckpointError, match="is damaged: its content has the SHA-256"):
        load_resumable(saved, run.parameters, BELONGS)


def test_a_flipped_bit_is_seen_in_weights_and_in_words(tmp_path: Path, run: TrainingRun) -> None:
    path = tmp_path / "weights.safetensors"
    save_weights(path, run.parameters, run.selected, 10, BELONGS)
    describe(path, step=11)
    with pytest.raises(CheckpointError, match="is damaged"):
        load_weights(path, run.parameters, BELONGS)
    describe(path, step=10)
    load_weights(path, run.parameters, BELONGS)
    header, buffer = parts(path)
    put(path, header, buffer[:800] + bytes([buffer[800] ^ 1]) + buffer[801:])
    with pytest.raises(CheckpointError, match="is damaged"):
        load_weights(path, run.parameters, BELONGS)


def test_a_pickle_is_not_run(tmp_path: Path, run: TrainingRun) -> None:
    marker = tmp_path / "marker"
    path = tmp_path / "weights.safetensors"
    command = f"cposix\nsystem\n(S'touch {marker}'\ntR.".encode()
    path.write_bytes(command)
    with pytest.raises(CheckpointError):
        load_weights(path, run.parameters, BELONGS)
    assert not marker.exists()


def test_numbers_that_are_none_replace_nothing(saved: Path, run: TrainingRun) -> None:
    before = saved.read_bytes()
    weights = run.selected.clone()
    weights[3] = float("nan")
    with pytest.raises(CheckpointError, match="token_embedding is not finite"):
        save_weights(saved, run.parameters, weights, 10, BELONGS)
    assert saved.read_bytes() == before
