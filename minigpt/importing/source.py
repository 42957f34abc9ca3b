"""A checkpoint as it was found: which file, which tensors, which settings. No layout yet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from torch import Tensor

from minigpt.importing.beside_tensors import described, updates_of
from minigpt.importing.errors import ImportFileError
from minigpt.importing.limits import check_size
from minigpt.importing.safetensors_file import read_safetensors_file
from minigpt.importing.tensor_names import WRAPPERS, plain_names
from minigpt.importing.torch_file import read_torch_file
from minigpt.ordinary_file import LARGEST_TEXT

CONFIG_FILE: Final = "config.json"
TORCH_ENDINGS: Final = (".pt", ".pth", ".bin", ".ckpt")
ENDINGS: Final = (".safetensors", *TORCH_ENDINGS)
#: What a folder's tensors may lie in, the first that is there.
FOLDER_FILES: Final = ("model.safetensors", "pytorch_model.bin", "ckpt.pt", "model.pt")
#: What says which tensor lies in which of several files.
INDEX_FILES: Final = ("model.safetensors.index.json", "pytorch_model.bin.index.json")


@dataclass(frozen=True, slots=True)
class Source:
    """One checkpoint.

    path: the file of tensors. name: of the file, or of the folder it was found in.
    tensors: by name without wrappers' prefixes, still as stored.
    written: each of those names as the file has it.
    settings: what the file or its config.json says of the model; settings_from: which of them.
    updates: how many the file says the weights have seen, 0 if it does not say.
    found: sentences for the report.
    """

    path: Path
    name: str
    bytes: int
    tensors: Mapping[str, Tensor]
    written: Mapping[str, str]
    settings: Mapping[str, object]
    settings_from: str
    updates: int
    found: tuple[str, ...]

    def any_name(self, *endings: str) -> bool:
        """Whether any tensor's name ends so."""
        return any(name.endswith(endings) for name in self.tensors)


def open_source(path: Path) -> Source:
    """The checkpoint in a file, or in a folder with a config.json beside the tensors.

    Raises:
        ImportFileError: no such file, an unknown ending, more or less than one checkpoint;
            or as the readers say.
        TensorUnknownError: names that are the same without their prefixes.
    """
    file = _file_of(path)
    settings: Mapping[str, object] = {}
    settings_from = ""
    others: Mapping[str, object] = {}
    if file.suffix in TORCH_ENDINGS:
        tensors, settings, settings_from, others = read_torch_file(file)
    else:
        tensors = read_safetensors_file(file)
    if not settings_from and path.is_dir() and (path / CONFIG_FILE).exists():
        settings, settings_from = read_json(path / CONFIG_FILE), CONFIG_FILE
    written, prefixes = plain_names(tensors)
    found = [
        f"the prefix {prefix} of {WRAPPERS[prefix]}, taken off {count} names"
        for prefix, count in prefixes.items()
    ]
    found += described(others)
    plain = {name: tensors[original] for name, original in written.items()}
    size = file.stat().st_size
    return Source(
        path=file,
        name=path.name,
        bytes=size,
        tensors=plain,
        written=written,
        settings=settings,
        settings_from=settings_from,
        updates=updates_of(others),
        found=tuple(found),
    )


def read_json(path: Path) -> dict[str, object]:
    """The one JSON object of a file.

    Raises:
        ImportFileError: it is missing, too large, or no JSON object.
    """
    check_size(path, LARGEST_TEXT)
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as cause:
        raise ImportFileError(f"{path.name} cannot be read as JSON: {cause}") from cause
    if not isinstance(value, dict):
        raise ImportFileError(f"{path.name} must be a JSON object.")
    return value


def _file_of(path: Path) -> Path:
    if not path.is_dir():
        if path.suffix not in ENDINGS:
            raise ImportFileError(
                f"{path.name} is no file of tensors by its name; those end in {', '.join(ENDINGS)}."
            )
        return path
    known = (path / name for name in FOLDER_FILES)
    if file := next((file for file in known if file.exists()), None):
        return file
    if any(path.glob("*.index.json")):
        raise ImportFileError(
            f"{path.name} has its tensors in several files, which are not read. To make them one: "
            f'AutoModelForCausalLM.from_pretrained("{path.name}").save_pretrained("one", '
            'max_shard_size="100GB").'
        )
    files = sorted(file for file in path.iterdir() if file.suffix in ENDINGS)
    if len(files) != 1:
        names = ", ".join(file.name for file in files) or "none"
        raise ImportFileError(f"{path.name} must hold one file of tensors; there are: {names}.")
    return files[0]
