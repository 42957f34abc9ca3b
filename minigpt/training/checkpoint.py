"""Weights, and whole training states, as safetensors files with JSON in their header.

    <parameter>               every parameter under its name and shape in the model
    adam.first.<parameter>    in a resumable file: both moments,
    adam.second.<parameter>
    selected.<parameter>      the weights at the first minimum of validation loss,
    generator                 and the state of what draws the batches, bytes

The JSON says which files the numbers belong to (SHA-256), after how many updates, and, in a
resumable file, the settings and the curve; and the SHA-256 of all of it, numbers included.
A file is written whole or not at all, and numbers that are not finite never are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final, Generic, Literal, NamedTuple, TypeVar

import safetensors.torch
import torch
from torch import Tensor

from minigpt.errors import CheckpointError, ForeignCheckpointError, MiniGPTError
from minigpt.json_object import exact_object
from minigpt.training.adam import FlatParameters
from minigpt.training.atomic_file import write_atomically
from minigpt.training.digest import check_digest, digest_of
from minigpt.training.settings import Settings
from minigpt.training.state import Evaluation, TrainingState
from minigpt.training.tensor_file import METADATA_KEY, TensorFile, read_tensor_file

Told = TypeVar("Told", bound=Settings)
Kind = Literal["weights", "resumable"]
Identities = Mapping[str, str]
_FORMAT: Final = "minigpt-checkpoint-v1"
_COMMON: Final = ("format", "kind", "step", "identities", "sha256")
_FIELDS: Final[dict[Kind, tuple[str, ...]]] = {
    "weights": _COMMON,
    "resumable": (*_COMMON, "training", "curve", "selected_step"),
}
_GROUPS: Final = {"weights": "", "first": "adam.first.", "second": "adam.second."}
_SELECTED: Final = "selected."


class Resumable(NamedTuple, Generic[Told]):
    """A run read from its file: what it was told, and where it was."""

    config: Told
    state: TrainingState


class Weights(NamedTuple):
    """Parameters read from a file."""

    vector: Tensor  # [P]
    step: int  # updates that led there


def save_weights(
    path: Path, parameters: FlatParameters, weights: Tensor, step: int, identities: Identities
) -> None:
    """Write the parameters [P] after `step` updates, in the place of any earlier file.

    Raises:
        CheckpointError: a weight is not finite; the earlier file stays.
        OSError: it cannot be written; the earlier file stays.
    """
    described = {"kind": "weights", "step": step, "identities": dict(identities)}
    _write(path, parameters.split(weights), described)


def save_resumable(
    path: Path,
    parameters: FlatParameters,
    state: TrainingState,
    config: Settings,
    identities: Identities,
) -> None:
    """Write everything that a run needs to go on, in the place of any earlier file.

    Raises:
        CheckpointError, OSError: as `save_weights`.
    """
    tensors: dict[str, Tensor] = {"generator": state.generator}  # [S]
    vectors = {**{prefix: getattr(state, field) for field, prefix in _GROUPS.items()}}
    for prefix, vector in {**vectors, _SELECTED: state.selected}.items():
        tensors |= {f"{prefix}{name}": part for name, part in parameters.split(vector).items()}
    described = {
        "kind": "resumable",
        "step": state.step,
        "identities": dict(identities),
        "training": config.to_dict(),
        "curve": [asdict(evaluation) for evaluation in state.curve],
        "selected_step": state.selected_step,
    }
    _write(path, tensors, described)


def load_weights(path: Path, parameters: FlatParameters, identities: Identities) -> Weights:
    """The parameters [P] of a file of either kind, and after how many updates they are.

    Args:
        path: the file.
        parameters: names and shapes that the file must have, all of them.
        identities: of the files the weights are to be used with; those named must match.

    Raises:
        CheckpointError: the file is damaged, hostile, not finite, or of another shape.
        ForeignCheckpointError: it belongs to other files; both identities are named.
    """
    file = read_tensor_file(path)
    metadata = _metadata(path, file, identities)
    loaded = Weights(_vector(path, file, parameters, ""), _step(path, metadata["step"]))
    check_digest(path, file, metadata)
    return loaded


def load_resumable(
    path: Path, parameters: FlatParameters, identities: Identities, told: type[Told]
) -> Resumable[Told]:
    """A run's settings, which are of the kind `told`, and its state.

    Raises:
        CheckpointError, ForeignCheckpointError: as `load_weights`, or it is weights alone.
    """
    file = read_tensor_file(path)
    metadata = _metadata(path, file, identities)
    if metadata["kind"] != "resumable":
        raise CheckpointError(f"{path.name} has weights alone; a run cannot go on from it.")
    expected = {
        f"{group}{name}" for group in (*_GROUPS.values(), _SELECTED) for name in parameters.shapes
    } | {"generator"}
    if wrong := sorted(expected ^ set(file.tensors)):
        raise CheckpointError(f"{path.name}: missing or unknown tensors: {', '.join(wrong[:3])}.")
    vectors = {field: _vector(path, file, parameters, prefix) for field, prefix in _GROUPS.items()}
    if bool((vectors["second"] < 0).any()):
        raise CheckpointError(f"{path.name}: a second moment is negative, which no square is.")
    curve = _curve(path, metadata["curve"])
    selected_step = metadata["selected_step"]
    if selected_step not in [evaluation.step for evaluation in curve]:
        raise CheckpointError(f"{path.name}: selected_step {selected_step!r} is not in the curve.")
    state = TrainingState(
        step=_step(path, metadata["step"]),
        **vectors,
        generator=_generator(path, file.tensors["generator"]),
        curve=curve,
        selected=_vector(path, file, parameters, _SELECTED),
        selected_step=_step(path, selected_step),
    )
    config = _config(path, metadata["training"], told)
    check_digest(path, file, metadata)
    return Resumable(config, state)


def _write(path: Path, tensors: Mapping[str, Tensor], described: Mapping[str, object]) -> None:
    for name, tensor in tensors.items():
        if tensor.is_floating_point() and not bool(torch.isfinite(tensor).all()):
            raise CheckpointError(f"{name} is not finite; {path.name} is left as it was.")
    described = {"format": _FORMAT, **described}
    digest = digest_of(tensors, described)
    text = json.dumps({**described, "sha256": digest}, allow_nan=False)
    # Views of one vector: each tensor must own its memory to be written.
    owned = {name: tensor.clone() for name, tensor in tensors.items()}
    write_atomically(path, safetensors.torch.save(owned, {METADATA_KEY: text}))


def _metadata(path: Path, file: TensorFile, identities: Identities) -> dict[str, object]:
    try:
        value = json.loads(file.metadata)
    except (ValueError, RecursionError) as cause:
        raise CheckpointError(f"{path.name}: its description is no JSON: {cause}") from cause
    kind = value.get("kind") if isinstance(value, dict) else None
    if kind not in _FIELDS or value.get("format") != _FORMAT:
        raise CheckpointError(f"{path.name} is no {_FORMAT} of weights or of a run.")
    found = exact_object(value, _FIELDS[kind], f"{path.name}: its description", CheckpointError)
    theirs = found["identities"]
    if not isinstance(theirs, dict) or not all(type(text) is str for text in theirs.values()):
        raise CheckpointError(f"{path.name}: identities must be an object of hashes.")
    for name, ours in identities.items():
        if theirs.get(name) != ours:
            raise ForeignCheckpointError(
                f"{path.name} belongs to another {name}: it was made with {name}.json of SHA-256 "
                f"{theirs.get(name)}, and the one here has {ours}.",
                details={"file": name, "checkpoint": theirs.get(name), "here": ours},
            )
    return found


def _vector(path: Path, file: TensorFile, parameters: FlatParameters, prefix: str) -> Tensor:
    """The tensors under one prefix as a vector [P], in the model's order."""
    found: dict[str, Tensor] = {}
    dtype = parameters.vector.dtype
    for name, shape in parameters.shapes.items():
        tensor = file.tensors.get(prefix + name)
        if tensor is None:
            raise CheckpointError(f"{path.name} lacks the tensor {prefix + name!r}.")
        if tensor.shape != shape or tensor.dtype != dtype:
            raise CheckpointError(
                f"{path.name}: {prefix + name!r} is {list(tensor.shape)} of {tensor.dtype}; "
                f"the model has {list(shape)} of {dtype}."
            )
        found[name] = tensor
    return parameters.join(found)  # [P]


def _generator(path: Path, state: Tensor) -> Tensor:
    try:
        torch.Generator().set_state(state)
    except (RuntimeError, TypeError) as cause:
        raise CheckpointError(f"{path.name}: the generator's state is damaged.") from cause
    return state


def _config(path: Path, value: object, told: type[Told]) -> Told:
    try:
        return told.from_dict(value if isinstance(value, dict) else {})
    except MiniGPTError as cause:
        raise CheckpointError(f"{path.name}: training: {cause.message}") from cause


def _curve(path: Path, value: object) -> tuple[Evaluation, ...]:
    if not isinstance(value, list) or not value:
        raise CheckpointError(f"{path.name}: curve must be a list of evaluations.")
    curve: list[Evaluation] = []
    for item in value:
        fields = exact_object(
            item, ("step", "train", "validation"), f"{path.name}: curve", CheckpointError
        )
        train, validation = (_loss(path, fields[split]) for split in ("train", "validation"))
        curve.append(Evaluation(_step(path, fields["step"]), train, validation))
    return tuple(curve)


def _loss(path: Path, value: object) -> float:
    if not isinstance(value, float) or not math.isfinite(value):
        raise CheckpointError(f"{path.name}: {value!r} in the curve is no finite loss.")
    return value


def _step(path: Path, value: object) -> int:
    if type(value) is not int or value < 0:
        raise CheckpointError(f"{path.name}: {value!r} is no number of updates.")
    return value
