"""One trace request answered: text in, the bytes of the trace out, as JSON or as a file."""

from __future__ import annotations

from typing import NamedTuple

import safetensors.numpy

from minigpt.exact_numbers import widened
from minigpt.export import export_trace, file_name
from minigpt.faults import fault_named
from minigpt.identity import TRACE_FILES
from minigpt.lens import lens_arrays, lens_document, logit_lens
from minigpt.pipeline import healthy_pipeline
from minigpt.take_apart.parts import parse_parts
from minigpt.take_apart.switched import Swap, TakenApart, trace_apart
from minigpt.trace import Array, Trace, trace
from minigpt.trace_json import CutRecord, Document, to_json, trace_document
from minigpt.trace_selection import Selection, count_numbers, cut_part, flat_arrays
from server.errors import OR_A_FILE, check_reply_size
from server.loaded_model import LoadedModel
from server.recent_traces import RecentTraces, TraceKey
from server.requested_batch import is_small, requested_batch
from server.schemas.requests import ExportRequest, ForwardRequest, Selected, TraceRequest
from server.states import States

JSON = "application/json"
SAFETENSORS = "application/octet-stream"


class TraceBytes(NamedTuple):
    """A reply's body and what it is."""

    content: bytes
    media_type: str = JSON


def trace_reply(
    loaded: LoadedModel, states: States, recent: RecentTraces, request: TraceRequest
) -> TraceBytes:
    """Compute what the request asks for.

    Raises:
        StepUnknownError: there is no state of that step.
        MiniGPTError: the text, an ID, a position or a fault cannot be used; names the record.
        RefusedRequestError: 422, the reply would be too large.
    """
    if request.is_plain and is_small(loaded, request):
        traced = _forward(loaded, states, None, request)
        return TraceBytes(to_json(_document(loaded, request, traced)))
    selection = _selection(request.select, loaded)
    traced = _forward(loaded, states, recent, request)
    document = _document(loaded, request, traced, _cut_of(selection, request.select is not None))
    if request.select is not None:
        document["select"] = request.select.model_dump()
    if request.lens:
        _add_lens(document, traced, states, request)
    if request.form == "safetensors":
        return TraceBytes(_safetensors(document), SAFETENSORS)
    numbers = sum(count_numbers(record["tensors"]) for record in document["records"])
    check_reply_size(numbers, "select", OR_A_FILE)
    return TraceBytes(to_json(widened_tensors(document)))


def trace_file(
    loaded: LoadedModel, states: States, recent: RecentTraces, request: ExportRequest
) -> tuple[str, bytes]:
    """Compute what the request asks for, as a file: its name and its bytes.

    Raises:
        MiniGPTError: as `trace_reply`.
    """
    traced = _forward(loaded, states, None if is_small(loaded, request) else recent, request)
    if request.format == "json":
        positions = traced.batch.ids.shape[1:] * len(traced.lengths)
        numbers = sum(map(loaded.numbers_in_trace, positions if request.padded else traced.lengths))
        check_reply_size(numbers, "fewer or shorter records", OR_A_FILE)
    # A file of arrays has the model's own precision.
    is_wide = request.format == "json" or loaded.config.dtype == "float64"
    document = _document(loaded, request, traced, None if is_wide else _cut_of(Selection(), False))
    made_of = {name: loaded.identities[name] for name in TRACE_FILES if name in loaded.identities}
    content = export_trace(document, request.format, made_of)
    return file_name(document, request.format), content


def widened_tensors(document: Document) -> Document:
    """The document with its tensors in float64: JSON of float32 would be other numbers."""
    records = [{**record, "tensors": widened(record["tensors"])} for record in document["records"]]
    return {**document, "records": records}


def _forward(
    loaded: LoadedModel, states: States, recent: RecentTraces | None, request: ForwardRequest
) -> Trace:
    """The forward pass, taken from `recent` where it may be there."""
    model = states.model_at(request.step)
    pipeline = healthy_pipeline(model)
    if request.fault is not None:
        pipeline = fault_named(request.fault, loaded.config).apply(pipeline)
    batch = requested_batch(loaded, request, pipeline.make_batch)
    apart = _apart(loaded, request)

    def compute() -> Trace:
        if apart is None:
            return trace(pipeline.model, batch, request.mask)
        return trace_apart(pipeline.model, batch, apart, request.mask)

    if recent is None:
        return compute()
    key = TraceKey.of(model, batch, request.mask, request.fault, apart)
    return recent.trace(key, compute)


def _apart(loaded: LoadedModel, request: ForwardRequest) -> TakenApart | None:
    if not (request.off or request.swap):
        return None
    swaps = [Swap(swap.record, swap.block, swap.position, swap.source) for swap in request.swap]
    return TakenApart(parse_parts(request.off, loaded.config), tuple(swaps))


def _document(
    loaded: LoadedModel, request: ForwardRequest, traced: Trace, cut: CutRecord | None = None
) -> Document:
    texts = [record.text for record in request.records]
    name, padded = loaded.config.name, request.padded
    if cut is None:
        document = trace_document(traced, texts, model_name=name, padded=padded)
    else:
        document = trace_document(traced, texts, model_name=name, padded=padded, cut_record=cut)
    document |= {"fault": request.fault, "step": request.step}
    if request.off:
        document["off"] = request.off
    if request.swap:
        document["swap"] = [swap.model_dump(by_alias=True) for swap in request.swap]
    return document


def _selection(asked: Selected | None, loaded: LoadedModel) -> Selection:
    if asked is None:
        return Selection()
    positions = (asked.positions[0], asked.positions[1]) if asked.positions else None
    selection = Selection(
        None if asked.tensors is None else tuple(asked.tensors),
        None if asked.blocks is None else tuple(asked.blocks),
        None if asked.heads is None else tuple(asked.heads),
        positions,
    )
    selection.check(loaded.config)
    return selection


def _cut_of(selection: Selection, is_selected: bool) -> CutRecord:
    def cut(traced: Trace, record: int, padded: bool) -> Document:
        part = cut_part(traced, record, selection, padded=padded)
        told: Document = {"tensors": part.tensors}
        return told | {"left_out": part.left_out} if is_selected else told

    return cut


def _add_lens(document: Document, traced: Trace, states: States, request: TraceRequest) -> None:
    rows = logit_lens(states.model_at(request.step), traced)
    written = lens_arrays if request.form == "safetensors" else lens_document
    slots = traced.batch.ids.shape[1]
    for index, record in enumerate(document["records"]):
        n = slots if request.padded else traced.lengths[index]
        record["lens"] = written(rows, index, n)


def _safetensors(document: Document) -> bytes:
    arrays: dict[str, Array] = {}
    for index, record in enumerate(document["records"]):
        arrays |= flat_arrays(f"records.{index}", record["tensors"])
        arrays |= flat_arrays(f"records.{index}.lens", record.get("lens", {}))
    records = [
        {name: value for name, value in record.items() if name not in ("tensors", "lens")}
        for record in document["records"]
    ]
    described = to_json({**document, "records": records}).decode()
    return safetensors.numpy.save(arrays, {"document": described})
