"""One trace request answered: text in, the bytes of the whole trace out, as JSON or as a file."""

from __future__ import annotations

from minigpt.export import export_trace, file_name
from minigpt.faults import fault_named
from minigpt.identity import TRACE_FILES
from minigpt.pipeline import healthy_pipeline
from minigpt.trace import trace
from minigpt.trace_json import Document, to_json, trace_document
from server.loaded_model import LoadedModel
from server.requested_batch import requested_batch
from server.schemas.requests import ExportRequest, TraceRequest
from server.states import States


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
        trace(pipeline.model, requested_batch(loaded, request, pipeline.make_batch), request.mask),
        [record.text for record in request.records],
        model_name=loaded.config.name,
        padded=request.padded,
    )
    return document | {"fault": request.fault, "step": request.step}
