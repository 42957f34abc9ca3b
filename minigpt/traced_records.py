"""Texts traced with an opened model, kept together with what they were traced from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from minigpt.attention import Mask
from minigpt.batch import batch_records, trim
from minigpt.export import export_trace, format_of
from minigpt.opened import OpenedModel
from minigpt.trace import Trace, trace
from minigpt.trace_json import Document, trace_document
from minigpt.training.atomic_file import naming


@dataclass(frozen=True, slots=True)
class TracedRecords:
    """A trace, the texts of its records, and the model. `padded`: all slots of the context."""

    opened: OpenedModel
    texts: tuple[str, ...]
    trace: Trace
    padded: bool

    def document(self) -> Document:
        """The trace arranged by records; see `minigpt/trace_json.py`."""
        return trace_document(
            self.trace, self.texts, model_name=self.opened.config.name, padded=self.padded
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write all of it as .json, .npz or .safetensors; see `minigpt/export.py`.

        Raises:
            ExportFormatError: the name has another ending.
            OSError: the file cannot be written.
        """
        place = Path(path)
        form = format_of(place)
        content = export_trace(self.document(), form, self.opened.identities)
        with naming(place):
            place.write_bytes(content)


def trace_records(
    opened: OpenedModel, texts: Sequence[str], *, mask: Mask = "causal", padded: bool = False
) -> TracedRecords:
    """Trace whole texts as one batch.

    Args:
        opened: from `load`.
        texts: one record each; "" is one too.
        mask: "none" lets every position see every other of its record.
        padded: compute and keep all slots of the context, not only as many as are needed.

    Raises:
        EmptyBatchError, TextError, RecordTooLongError: the texts make no batch.
    """
    batch = batch_records(texts, opened.tokenizer, opened.config.context_length)
    traced = trace(opened.model, batch if padded else trim(batch), mask)
    return TracedRecords(opened, tuple(texts), traced, padded)
