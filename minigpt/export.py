"""A trace as a file: JSON, `.npz` or `.safetensors`, all from one document.

It arranges and writes what `minigpt/trace_json.py` has laid out; it computes
nothing and rounds nothing. The binary files hold the same flat arrays:

    record0.ids, .targets, .valid   integers and flags, [n]
    record0.losses                  nats, [n]; NaN where nothing is scored
    record0.token_embedding         and every other tensor of `minigpt/axes.py`,
    record0.blocks.0.scores         those of a block under its number; a score is
                                    NaN where the key is not visible
    loss, scored_events             of the whole batch, without an axis

What is no array (texts, IDs, mask, fault, step, identities of the files) is one JSON
text: in a `.safetensors` header under `minigpt`, in an `.npz` as the UTF-8 bytes
of its array `metadata`. Neither needs pickle, and the same trace always gives
the same bytes.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args

import numpy as np
import safetensors.numpy

from minigpt.errors import ExportFormatError
from minigpt.trace import Array
from minigpt.trace_json import Document, to_json

Format = Literal["json", "npz", "safetensors"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

#: Where a `.safetensors` header and an `.npz` archive hold what is no array.
SAFETENSORS_KEY: Final = "minigpt"
NPZ_KEY: Final = "metadata"


def export_trace(document: Document, form: Format, identities: Mapping[str, str]) -> bytes:
    """The bytes of a file that holds all of a trace.

    Args:
        document: from `trace_document`; its keys `fault` and `step` may say what mistake and
            what state of a training run it was computed with.
        form: the kind of file.
        identities: SHA-256 of the files that the model was made of, by name.
    """
    return _WRITERS[form](document, identities)


def format_of(path: Path) -> Format:
    """The format that a file's name asks for by its ending.

    Raises:
        ExportFormatError: another ending, or none.
    """
    for form in FORMATS:
        if path.suffix.lower() == f".{form}":
            return form
    endings = ", ".join(f".{form}" for form in FORMATS)
    raise ExportFormatError(f"{path.name!r} must end in one of {endings}.")


def file_name(document: Document, form: Format) -> str:
    """A name that tells traces apart: model, records, mask; step and fault if there are any."""
    count = len(document["records"])
    fault, step = document.get("fault"), document.get("step")
    parts = [
        safe_name(document["model"]),
        f"{count}-record{'s' if count > 1 else ''}",
        "no-mask" if document["mask"] == "none" else "causal",
        *([] if step is None else [f"step-{step}"]),
        *([fault] if fault else []),
    ]
    return f"{'_'.join(parts)}.{form}"


def safe_name(model: str) -> str:
    """A model's name as a part of a file's name, on every system and in every header."""
    return re.sub(r"[^A-Za-z0-9.-]+", "-", model).strip("-.") or "model"


def trace_arrays(document: Document) -> dict[str, Array]:
    """All numbers of a trace as flat, C-contiguous arrays; names as in the module's description."""
    loss = np.nan if document["loss"] is None else document["loss"]
    arrays: dict[str, Array] = {
        "loss": np.array(loss, dtype=np.float64),
        "scored_events": np.array(document["scored_events"], dtype=np.int64),
    }
    for index, record in enumerate(document["records"]):
        for name in ("ids", "targets", "valid", "losses"):
            arrays[f"record{index}.{name}"] = np.ascontiguousarray(record[name])  # [n]
        arrays.update(_flat(f"record{index}", record["tensors"]))
    return arrays


def metadata(document: Document, identities: Mapping[str, str]) -> Document:
    """What is no array, as plain JSON values."""
    return {
        **{key: document[key] for key in ("model", "mask", "slots")},
        "fault": document.get("fault"),
        "step": document.get("step"),
        "records": [
            {"text": record["text"], "ids": record["ids"], "valid_count": record["valid_count"]}
            for record in document["records"]
        ],
        "identities": dict(identities),
    }


def _flat(prefix: str, tensors: Mapping[str, Any]) -> Iterator[tuple[str, Array]]:
    for name, value in tensors.items():
        if name == "blocks":
            for block, inner in enumerate(value):
                yield from _flat(f"{prefix}.blocks.{block}", inner)
        else:
            yield f"{prefix}.{name}", value


def _json(document: Document, identities: Mapping[str, str]) -> bytes:
    asked = {name: document.get(name) for name in ("fault", "step")}
    return to_json({**document, **asked, "identities": dict(identities)})


def _npz(document: Document, identities: Mapping[str, str]) -> bytes:
    described = np.frombuffer(to_json(metadata(document, identities)), dtype=np.uint8)
    file = io.BytesIO()
    # What numpy.savez does, except that it takes the names for its own options.
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in {NPZ_KEY: described, **trace_arrays(document)}.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    return file.getvalue()


def _safetensors(document: Document, identities: Mapping[str, str]) -> bytes:
    # One key: the library writes several in an order that changes from run to run.
    described = {SAFETENSORS_KEY: to_json(metadata(document, identities)).decode()}
    return safetensors.numpy.save(trace_arrays(document), described)


_WRITERS: Final[Mapping[Format, Callable[[Document, Mapping[str, str]], bytes]]] = {
    "json": _json,
    "npz": _npz,
    "safetensors": _safetensors,
}
