"""Writes a checkpoint, imports it, and asks the model for logits: what all import tests do."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from minigpt.importing import Answers, ImportedModel, import_checkpoint
from minigpt.importing.report import Assumed

NO_ANSWERS = Answers()


def saved(folder: Path, content: object, name: str = "model.pt") -> Path:
    """The file that torch.save makes of it."""
    path = folder / name
    torch.save(content, path)
    return path


def logits_of(imported: ImportedModel, ids: Tensor) -> Tensor:
    """[B, T, V]."""
    with torch.no_grad():
        logits: Tensor = imported.model(ids, torch.ones_like(ids, dtype=torch.bool)).logits
    return logits


def imported_from(
    folder: Path, content: object, answers: Answers = NO_ANSWERS, name: str = "model.pt"
) -> ImportedModel:
    """What comes out of a file with this content."""
    return import_checkpoint(saved(folder, content, name), answers)


def assumed(imported: ImportedModel, what: str) -> Assumed:
    """The one convention of this name."""
    (found,) = [each for each in imported.report.statements.assumed if each.what == what]
    return found
