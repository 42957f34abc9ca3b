"""One trace request answered: text in, the bytes of the whole trace out, as JSON or as a file."""

from __future__ import annotations

from minigpt.batch import Batch, check_token_id
from minigpt.export import export_trace, file_name
from minigpt.faults import fault_named
from minigpt.identity import TRACE_FILES
from minigpt.pipeline import Pipeline, healthy_pipeline
from minigpt.trace import trace
from minigpt.trace_json import Document, to_json, trace_document
from server.loaded_model import LoadedModel
from server.schemas.requests import ExportRequest, TraceRequest
from server.states import States
from server.work import SMALL_POSITIONS, SMALL_TEXT


def trace_reply(loaded: LoadedModel, states: States, request: TraceRequest) -> bytes:
    """Compute what the request asks for, as JSON.

    Raises:
        StepUnknownError: there is no state of that step.
        MiniGPTError: the text, an ID, a position or a fault cannot be used; names the record.
    """
    return to_json(_document(loaded, states, request))


def trace_file(loaded: LoadedModel, states: States, request: ExportRequest) -> tuple[str, bytes]:
    """Compute what the request asks for, as a file: its name and its bytes.

    Raises:
        MiniGPTError: as `trace_reply`.
    """
    document = _document(loaded, states, request)
    made_of = {name: loaded.identities[name] for name in TRACE_FILES}
    content = export_trace(document, request.format, made_of)
    return file_name(document, request.format), content


def _document(loaded: LoadedModel, states: States, request: TraceRequest) -> Document:
    pipeline = healthy_pipeline(states.model_at(request.step))
    if request.fault is not None:
        pipeline = fault_named(request.fault).apply(pipeline)
    document = trace_document(
        trace(pipeline.model, _batch(loaded, pipeline, request), request.mask),
        [record.text for record in request.records],
        model_name=loaded.config.name,
        padded=request.padded,
    )
    return document | {"fault": request.fault, "step": request.step}


def is_small(loaded: LoadedModel, request: TraceRequest) -> bool:
    """Whether the event loop may do it: few slots to compute, and little text to read.

    A record has at most one token per byte of UTF-8, so no text needs to be encoded
    to know; the estimate only ever errs towards the worker.
    """
    texts = [record.text for record in request.records]
    limit = loaded.config.context_length
    longest = limit if request.all_slots else max(len(text.encode()) for text in texts) + 1
    # Put in by hand, one by one; a continuation also makes its record longer.
    continued = sum(len(record.continued or ()) for record in request.records)
    given = continued + sum(len(record.replace) for record in request.records)
    return (
        len(texts) * min(longest + continued, limit) <= SMALL_POSITIONS
        and sum(map(len, texts)) <= SMALL_TEXT
        and given <= SMALL_POSITIONS
    )


def _batch(loaded: LoadedModel, pipeline: Pipeline, request: TraceRequest) -> Batch:
    """The records in as many slots as asked for, with the requested IDs put in."""
    limit = loaded.config.context_length
    sequences = [loaded.tokenizer.encode(record.text) for record in request.records]
    continued = [record.continued for record in request.records]
    lengths = [
        len(sequence) + len(more or ()) + 1
        for sequence, more in zip(sequences, continued, strict=True)
    ]
    longest = max(lengths)
    # More than the limit is left to the batcher to refuse: it names the record.
    slots = limit if request.all_slots else min(longest, limit)
    edits = []
    for place, (length, record) in enumerate(zip(lengths, request.records, strict=True)):
        replacements: dict[int, int] = {}
        if record.padding_id is not None:
            # A wrong one is wrong even where nothing is left to be filled.
            check_token_id(place, record.padding_id, loaded.tokenizer.vocabulary_size)
            padding = range(length, slots)
            replacements.update(dict.fromkeys(padding, record.padding_id))
        for edit in record.replace:
            # Likewise where a later one takes its place.
            check_token_id(place, edit.id, loaded.tokenizer.vocabulary_size)
            replacements[edit.position] = edit.id
        edits.append(replacements)
    return pipeline.make_batch(
        sequences, loaded.tokenizer, limit, slots=slots, continued=continued, edits=edits
    )
