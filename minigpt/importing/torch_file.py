"""Reads a file of `torch.save` that anybody may have made, and runs nothing that is in it.

PyTorch's own restricted reader does the reading (`weights_only`): tensors and plain values,
nothing else. Before it, the archive is looked at from outside, so that nothing in it can
unpack to more than the file's own size, and its description is followed in `pickle_check.py`;
the tensors then stay in the file until each is copied.
"""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import torch
from torch import Tensor

from minigpt.config import MOST_NUMBERS
from minigpt.importing.errors import ImportFileError
from minigpt.importing.limits import check_size
from minigpt.importing.pickle_check import check_pickle
from minigpt.ordinary_file import LARGEST_FILE
from minigpt.readable import brief

#: Names under which training programs keep the state dict beside other things.
_STATE_KEYS: Final = ("model", "state_dict", "model_state_dict")
_SETTINGS_KEY: Final = "model_args"
_MOST_RECORDS: Final = 20_000
_LARGEST_PICKLE: Final = 16 << 20


class TorchFile(NamedTuple):
    """What a file holds: tensors, settings under `settings_from` ("" if none), the other names."""

    tensors: dict[str, Tensor]
    settings: Mapping[str, object]
    settings_from: str
    others: Mapping[str, object]


def read_torch_file(path: Path) -> TorchFile:
    """The state dict of a file, bare or with other things beside it.

    Raises:
        ImportFileError: the file is too large, damaged, truncated or unpacks to more than it
            is; it could only be read by running code from it; it holds no tensors by name.
    """
    check_size(path, LARGEST_FILE)
    record_sizes = _check_archive(path)
    content = _load(path)
    if not isinstance(content, dict):
        raise ImportFileError(f"{path.name} holds a {type(content).__name__}, no tensors by name.")
    key = next((key for key in _STATE_KEYS if isinstance(content.get(key), dict)), None)
    state = content if key is None else content[key]
    others = {} if key is None else {_named(n): v for n, v in content.items() if n != key}
    tensors = _tensors(path.name, state)
    for name, tensor in tensors.items():
        _check_tensor(f"{path.name}: {name!r}", tensor, record_sizes)
    check_numbers(path.name, tensors)
    settings = others.pop(_SETTINGS_KEY, None)
    if isinstance(settings, dict):
        return TorchFile(tensors, settings, _SETTINGS_KEY, others)
    return TorchFile(tensors, {}, "", others)


def check_numbers(file: str, tensors: Mapping[str, Tensor]) -> None:
    """Refuse more numbers than a model here may have, before any is copied.

    Raises:
        ImportFileError: a tensor of one stored number may claim any shape, so sizes of files
            do not bound this.
    """
    numbers = sum(tensor.numel() for tensor in tensors.values())
    if numbers > MOST_NUMBERS:
        raise ImportFileError(
            f"{file} has tensors of {numbers:,} numbers; at most {MOST_NUMBERS:,} are read.",
            details={"numbers": numbers, "limit": MOST_NUMBERS},
        )


def _check_archive(path: Path) -> set[int]:
    """The sizes of the archive's records, once all lie in it as they are."""
    try:
        with zipfile.ZipFile(path) as archive:
            records = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as cause:
        raise ImportFileError(
            f"{path.name} is damaged, truncated, or from before PyTorch 1.6: no archive. "
            "An old file can be read by PyTorch and saved again."
        ) from cause
    if len(records) > _MOST_RECORDS:
        raise ImportFileError(f"{path.name} has {len(records):,} records; that is no model.")
    for record in records:
        if record.compress_type != zipfile.ZIP_STORED or record.file_size != record.compress_size:
            raise ImportFileError(
                f"{path.name}: {record.filename!r} is compressed; PyTorch stores files as they are."
            )
        if record.filename.endswith(".pkl") and record.file_size > _LARGEST_PICKLE:
            raise ImportFileError(
                f"{path.name}: {record.filename!r} has {record.file_size:,} bytes of description; "
                f"at most {_LARGEST_PICKLE:,} are read."
            )
    return {record.file_size for record in records}


def _load(path: Path) -> object:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the file's age; what matters is refused
            check_pickle(path.name, _description(path))
            return torch.load(path, map_location="cpu", weights_only=True, mmap=True)
    except ImportFileError:
        raise
    # A spoilt pickle ends in whatever its operations stumble over; none of it is ours.
    except Exception as cause:
        reason = _first_line(str(cause)) or type(cause).__name__
        raise ImportFileError(
            f"{path.name} cannot be read without running code from it, or is damaged; "
            f"nothing was run. PyTorch says: {reason}"
        ) from cause


def _description(path: Path) -> bytes:
    """The very bytes that PyTorch will follow, found as it finds them."""
    with path.open("rb") as file:
        record: bytes = torch._C.PyTorchFileReader(file).get_record("data.pkl")
    return record


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = next((line for line in lines if "GLOBAL" in line or "global" in line), None)
    return (told or (lines[0] if lines else ""))[:200]


def _tensors(file: str, state: Mapping[object, object]) -> dict[str, Tensor]:
    tensors: dict[str, Tensor] = {}
    for name, value in state.items():
        if not isinstance(name, str) or not isinstance(value, Tensor):
            raise ImportFileError(
                f"{file}: {_named(name)[:80]!r} is a {type(value).__name__}, "
                "where only tensors by name belong."
            )
        tensors[name] = value.detach()
    if not tensors:
        raise ImportFileError(f"{file} holds no tensor.")
    return tensors


def _named(key: object) -> str:
    return key if isinstance(key, str) else brief(key)


def _check_tensor(where: str, tensor: Tensor, record_sizes: set[int]) -> None:
    plain = tensor.layout == torch.strided and not (tensor.is_quantized or tensor.is_nested)
    if not plain or tensor.device.type != "cpu":
        raise ImportFileError(f"{where} is no plain tensor, but {tensor.layout} of {tensor.dtype}.")
    if tensor.untyped_storage().nbytes() not in record_sizes:
        # A storage that is longer than its record would reach into the next one.
        raise ImportFileError(f"{where} claims another size than its record has.")
