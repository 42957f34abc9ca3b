"""From somebody else's checkpoint to a report, and from there to a model. Writes nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from minigpt.config import ModelConfig
from minigpt.importing.answers import Answers
from minigpt.importing.assembly import Assembly
from minigpt.importing.beside import FoundTokenizer, tokenizer_beside
from minigpt.importing.errors import ImportUnansweredError
from minigpt.importing.layouts import layout_of
from minigpt.importing.reading import Reading
from minigpt.importing.report import ImportReport
from minigpt.importing.source import open_source
from minigpt.model import MiniGPT
from minigpt.readable import readable, writable

_NO_ANSWERS = Answers()


@dataclass(frozen=True, slots=True)
class ImportedModel:
    """A model that came from somebody else's checkpoint, and what is said of it.

    updates: how many its file says it has seen; 0 if it does not say.
    """

    report: ImportReport
    config: ModelConfig
    tokenizer: FoundTokenizer
    model: MiniGPT
    updates: int


def read_checkpoint(
    path: Path, answers: Answers = _NO_ANSWERS, *, name: str | None = None
) -> ImportReport:
    """Everything that an import would do, and what it still has to ask; every tensor is checked.

    Args:
        path: a file, or a folder with its config.json and tokenizer.json.
        answers: what a person has said.
        name: what the model is to be called; else as the file or folder.

    Raises:
        ImportRefusedError: one of its kinds. The sentence, and `details`, name the tensor.
    """
    return _read(path, answers, name)[0]


def import_checkpoint(
    path: Path, answers: Answers = _NO_ANSWERS, *, name: str | None = None
) -> ImportedModel:
    """The model, whole, in evaluation mode.

    Raises:
        ImportRefusedError: as `read_checkpoint`; ImportUnansweredError: something is to be asked.
    """
    report, reading, tokenizer = _read(path, answers, name)
    if report.config is None:
        needed = report.statements.needed
        questions = "; ".join(f"{each.what}: {each.reason}" for each in needed)
        raise ImportUnansweredError(
            f"{report.file} does not tell everything; say: {questions}.",
            details={"needed": [each.what for each in needed]},
        )
    parameters, updates = reading.assembly.parameters, reading.source.updates
    del reading  # and with it the file's tensors: a model may be as large as memory allows
    model = MiniGPT(report.config)
    model.load_state_dict(parameters, strict=True, assign=True)
    model.requires_grad_(True)
    return ImportedModel(report, report.config, tokenizer, model.eval(), updates)


def _read(
    path: Path, answers: Answers, name: str | None
) -> tuple[ImportReport, Reading, FoundTokenizer]:
    source = open_source(path)
    layout = layout_of(source)
    reading = Reading(source, answers, Assembly(source))
    layout.read(reading)
    reading.assembly.finish()
    assembly, said = reading.assembly, reading.said
    vocabulary_size, _ = assembly.parameters["token_embedding"].shape
    tokenizer = tokenizer_beside(reading, path, vocabulary_size)
    said.found[:0] = [_counted(assembly), *source.found, *_converted(assembly)]
    said.ignored[:0] = assembly.ignored
    config = None
    if not said.needed:
        settings = reading.settings | {
            "name": name or _plain_name(path),
            "tokenizer": tokenizer.kind,
        }
        config = _config(settings, assembly)
    tensors, origins = len(source.tensors), tuple(writable(assembly.origins))
    file, told = readable(source.name), said.readable()
    report = ImportReport(file, layout.name, source.bytes, tensors, config, told, origins)
    return report, reading, tokenizer


def _config(settings: dict[str, object], assembly: Assembly) -> ModelConfig:
    dtype = str(assembly.dtype).removeprefix("torch.")
    fixed = {"dtype": dtype, "device": "cpu", "seed": 0, "init_std": 0.02, "data": "stream"}
    return ModelConfig(**(settings | fixed))  # type: ignore[arg-type]  # it checks every field


def _plain_name(path: Path) -> str:
    """The file's name without its ending, as a name that fits in an address."""
    stem = path.name if path.is_dir() else path.stem
    return re.sub(r"[^\w.-]+", "-", stem).strip("-.") or "imported"


def _counted(assembly: Assembly) -> str:
    total, left_out = len(assembly.source.tensors), len(assembly.ignored)
    numbers = sum(tensor.numel() for tensor in assembly.parameters.values())
    aside = f", {left_out} set aside" if left_out else ""
    return f"{total} tensors{aside}; {numbers:,} parameters"


def _converted(assembly: Assembly) -> list[str]:
    """One sentence for each smaller type that was widened."""
    kinds = [
        str(tensor.dtype).removeprefix("torch.")
        for tensor in assembly.source.tensors.values()
        if tensor.is_floating_point() and tensor.dtype != assembly.dtype
    ]
    wide = str(assembly.dtype).removeprefix("torch.")
    return [
        f"{kinds.count(kind)} tensors of {kind}, read as {wide}: the same numbers"
        for kind in sorted(set(kinds))
    ]
