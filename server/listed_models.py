"""What the API says of all models: sizes and origin of each, loaded or not."""

from __future__ import annotations

from minigpt.errors import MiniGPTError
from minigpt.model_summary import ModelSummary
from minigpt.presets import preset_folder, preset_names
from server.model_sources import Kind
from server.models import Models

Listed = dict[str, object]


def list_models(models: Models) -> Listed:
    """Every model, and the files in a person's folder that might be opened."""
    first = models.first
    presets = [preset_folder(name) for name in preset_names()]
    kind: Kind = "preset" if first.loaded.folder in presets else "folder"
    listed = [_item(first.name, kind, first.loaded.summary)]
    for name, source in models.sources().items():
        try:
            listed.append(_item(name, source.kind, source.summary()))
        except (MiniGPTError, OSError):  # gone or broken since it was found
            continue
    folder = models.imports.folder
    files = [file._asdict() for file in models.imports.files()]
    return {"models": listed, "files": files, "folder": folder.name if folder else None}


def _item(name: str, source: Kind, summary: ModelSummary) -> Listed:
    config, step = summary.config, summary.trained_step
    return {
        "name": name,
        "title": _title(name, source, config.name),
        "source": source,
        "parameters": summary.parameters,
        "blocks": config.blocks,
        "heads": config.heads,
        "width": config.width,
        "context_length": config.context_length,
        "vocabulary_size": config.vocabulary_size,
        "dtype": config.dtype,
        "activation": config.activation,
        "tokenizer": config.tokenizer,
        "data": config.data,
        "trained": None if step is None else {"step": step, "validation": summary.validation},
        "missing": summary.missing,
    }


def _title(name: str, source: Kind, own: str) -> str:
    """A folder is asked for by its name, whatever the model in it calls itself."""
    return f"{name} ({own})" if source != "preset" and name != own else own
