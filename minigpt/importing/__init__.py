"""Opens checkpoints of nanoGPT, minGPT and GPT-2, and says how: nothing is guessed in silence."""

from __future__ import annotations

from minigpt.importing.answers import Answers
from minigpt.importing.importer import ImportedModel, import_checkpoint, read_checkpoint
from minigpt.importing.places import Candidate, checkpoints_in, safe_path
from minigpt.importing.report import ImportReport

__all__ = [
    "Answers",
    "Candidate",
    "ImportReport",
    "ImportedModel",
    "checkpoints_in",
    "import_checkpoint",
    "read_checkpoint",
    "safe_path",
]
