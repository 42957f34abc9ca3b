"""One trace request answered: text in, the JSON bytes of the whole trace out."""

from __future__ import annotations

from minigpt.batch import Batch, batch_ids, replace_ids
from minigpt.trace import trace
from minigpt.trace_json import to_json, trace_document
from server.loaded_model import LoadedModel
from server.schemas.requests import TraceRequest
from server.work import SMALL_POSITIONS, SMALL_TEXT


def trace_reply(loaded: LoadedModel, request: TraceRequest) -> bytes:
    """Compute what the request asks for.

    Raises:
        MiniGPTError: the text, an ID or a position cannot be used; names the record.
    """
    batch = _batch(loaded, request)
    document = trace_document(
        trace(loaded.model, batch, request.mask),
        [record.text for record in request.records],
        model_name=loaded.config.name,
        padded=request.padded,
    )
    return to_json(document)


def is_small(loaded: LoadedModel, request: TraceRequest) -> bool:
    """Whether the event loop may do it: few slots to compute, and little text to read.

    A record has at most one token per byte of UTF-8, so no text needs to be encoded
    to know; the estimate only ever errs towards the worker.
    """
    texts = [record.text for record in request.records]
    limit = loaded.config.context_length
    longest = limit if request.all_slots else max(len(text.encode()) for text in texts) + 1
    return (
        len(texts) * min(longest, limit) <= SMALL_POSITIONS
        and sum(map(len, texts)) <= SMALL_TEXT
        and sum(len(record.replace) for record in request.records) <= SMALL_POSITIONS
    )


def _batch(loaded: LoadedModel, request: TraceRequest) -> Batch:
    """The records in as many slots as asked for, with the requested IDs put in."""
    limit = loaded.config.context_length
    sequences = [loaded.tokenizer.encode(record.text) for record in request.records]
    longest = max(map(len, sequences)) + 1
    # More than the limit is left to `batch_ids` to refuse: it names the record.
    slots = limit if request.all_slots else min(longest, limit)
    batch = batch_ids(sequences, loaded.tokenizer, limit, slots=slots)
    for index, record in enumerate(request.records):
        replacements: dict[int, int] = {}
        if record.padding_id is not None:
            padding = range(len(sequences[index]) + 1, slots)
            replacements.update(dict.fromkeys(padding, record.padding_id))
        replacements.update({edit.position: edit.id for edit in record.replace})
        if replacements:
            batch = replace_ids(batch, index, replacements)
    return batch
