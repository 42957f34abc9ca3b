"""Files of weights and runs: exact, whole, of these files here, and harmless."""

from __future__ import annotations

import json
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
from minigpt.training.events import Updated
from minigpt.training.loop import TrainingRun
from minigpt.training.run_folder import material_of
from tests.minigpt import spoilt_checkpoints as spoilt

BELONGS = {"config": "c" * 64, "tokenizer": "d" * 64, "corpus": "e" * 64}


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


def test_a_run_comes_back_bit_for_bit(tmp_path: Path, run: TrainingRun) -> None:
    saved, resumable = tmp_path / "checkpoint.safetensors", run.resumable
    wanted = replace(resumable, selected=resumable.selected + 2**-40, selected_step=5)
    save_resumable(saved, run.parameters, wanted, run.config, BELONGS)
    config, state = load_resumable(saved, run.parameters, BELONGS, TrainingConfig)
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
    second.restore(load_resumable(saved, second.parameters, BELONGS, TrainingConfig).state)
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
        load_resumable(path, run.parameters, BELONGS, TrainingConfig)


@pytest.mark.parametrize("name", list(BELONGS))
def test_a_file_of_other_files_is_refused_with_both_named(
    name: str, saved: Path, run: TrainingRun
) -> None:
    with pytest.raises(ForeignCheckpointError, match=f"another {name}") as caught:
        load_resumable(saved, run.parameters, {**BELONGS, name: "f" * 64}, TrainingConfig)
    assert BELONGS[name] in caught.value.message
    assert "f" * 64 in caught.value.message
    assert caught.value.details == {"file": name, "checkpoint": BELONGS[name], "here": "f" * 64}


def test_a_file_of_another_shape_is_refused(
    saved: Path, other_config: Callable[..., ModelConfig]
) -> None:
    wider = FlatParameters(create_model(other_config(ffn_width=65)))
    with pytest.raises(CheckpointError, match=r"\[16, 64\].*\[16, 65\]|\[64\].*\[65\]"):
        load_resumable(saved, wider, BELONGS, TrainingConfig)


@pytest.mark.parametrize("kept", [0, 7, 8, 100, 5000, -1])
def test_a_truncated_file_is_refused(kept: int, saved: Path, run: TrainingRun) -> None:
    saved.write_bytes(saved.read_bytes()[:kept])
    with pytest.raises(CheckpointError):
        load_resumable(saved, run.parameters, BELONGS, TrainingConfig)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (spoilt.hostile_length, "9223372036854775808 bytes"),
        (spoilt.overlap, "overlap"),
        (spoilt.huge_shape, r"\[1073741824, 1073741824\] needs"),
        (spoilt.beyond, "outside"),
        (spoilt.backwards, "outside"),
        (spoilt.negative, "range"),
        (spoilt.twice, "'lm_bias' is given twice"),
        (spoilt.not_a_number, r"'lm_bias' holds nan at \[7\]"),
        (spoilt.nobodys_bytes, "4 bytes belong to no tensor"),
        (spoilt.half_precision, "'F16'"),
        (spoilt.missing, "missing or unknown tensors: adam.first.lm_bias"),
        (spoilt.one_more, "missing or unknown tensors: stowaway"),
        (spoilt.no_generator, "missing or unknown tensors: generator"),
        (spoilt.short_generator, "the generator's state is damaged"),
        (spoilt.generator_of_floats, "the generator's state is damaged"),
        (spoilt.negative_square, "a second moment is negative"),
        (spoilt.bytes_for_numbers, r"'lm_bias' is \[291\] of torch.uint8"),
        (spoilt.deep_header, "no JSON"),
        (spoilt.no_description, "'minigpt'"),
    ],
)
def test_a_hostile_file_is_refused_and_its_fault_named(
    spoil: Callable[[Path], None], says: str, saved: Path, run: TrainingRun
) -> None:
    spoil(saved)
    with pytest.raises(CheckpointError, match=says):
        load_resumable(saved, run.parameters, BELONGS, TrainingConfig)


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
    spoilt.describe(saved, **changes)
    with pytest.raises(CheckpointError, match=says):
        load_resumable(saved, run.parameters, BELONGS, TrainingConfig)


def test_a_description_is_checked_in_a_file_of_weights_too(
    tmp_path: Path, run: TrainingRun
) -> None:
    path = tmp_path / "weights.safetensors"
    save_weights(path, run.parameters, run.selected, 10, BELONGS)
    spoilt.describe(path, step=-1)
    with pytest.raises(CheckpointError, match="-1 is no number of updates"):
        load_weights(path, run.parameters, BELONGS)
    header, buffer = spoilt.parts(path)
    header["__metadata__"]["minigpt"] = "[" * 100_000
    spoilt.put(path, header, buffer)
    with pytest.raises(CheckpointError, match="its description is no JSON"):
        load_weights(path, run.parameters, BELONGS)


@pytest.mark.parametrize(
    "name", ["lm_head", "adam.second.lm_head", "selected.lm_head", "generator"]
)
def test_a_single_flipped_bit_is_seen(name: str, saved: Path, run: TrainingRun) -> None:
    """The last bit of a number in the middle: finite, plausible, and not what was written."""
    header, buffer = spoilt.parts(saved)
    start, end = header[name]["data_offsets"]
    changed = bytearray(buffer)
    changed[start + (end - start) // 16 * 8] ^= 1
    spoilt.put(saved, header, bytes(changed))
    with pytest.raises(CheckpointError, match="is damaged: its content has the SHA-256"):
        load_resumable(saved, run.parameters, BELONGS, TrainingConfig)


def test_the_same_words_in_another_order_are_no_damage(saved: Path, run: TrainingRun) -> None:
    header, buffer = spoilt.parts(saved)
    described = json.loads(header["__metadata__"]["minigpt"])
    header["__metadata__"]["minigpt"] = json.dumps(dict(reversed(described.items())))
    spoilt.put(saved, header, buffer)
    assert load_resumable(saved, run.parameters, BELONGS, TrainingConfig).state.step == 10


def test_a_flipped_bit_is_seen_in_weights_and_in_words(tmp_path: Path, run: TrainingRun) -> None:
    path = tmp_path / "weights.safetensors"
    save_weights(path, run.parameters, run.selected, 10, BELONGS)
    spoilt.describe(path, step=11)
    with pytest.raises(CheckpointError, match="is damaged"):
        load_weights(path, run.parameters, BELONGS)
    spoilt.describe(path, step=10)
    load_weights(path, run.parameters, BELONGS)
    header, buffer = spoilt.parts(path)
    spoilt.put(path, header, buffer[:800] + bytes([buffer[800] ^ 1]) + buffer[801:])
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
