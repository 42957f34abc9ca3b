"""The way back from the loss: every gradient, and what one update made of one of them."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import FastAPI, Response

from minigpt.gradient_json import gradient_document
from minigpt.gradient_trace import trace_gradients
from minigpt.trace_json import to_json
from minigpt.training.one_update import one_update
from minigpt.training.spelled_out import SpelledOut
from minigpt.training.stream.one_update import one_stream_update
from minigpt.training.stream.run import StreamRun
from server.asked_model import AskedModel
from server.errors import check_reply_size
from server.requested_batch import is_small, requested_batch
from server.routes.documented import json_bytes, step_refusals, write_refusals
from server.schemas.gradients import GradientsReply, UpdateReply
from server.schemas.requests import GradientsRequest, UpdateRequest
from server.served_model import ServedModel
from server.work import Work

#: Forward, backward and twice as many numbers to write: so many traces' work.
_PASSES = 3


def add_gradient_routes(app: FastAPI, work: Work) -> None:
    """POST /api/gradients and POST /api/update."""
    refusals = step_refusals() | write_refusals()

    @app.post("/api/gradients", response_model=GradientsReply, responses=refusals)
    async def gradients(asked: GradientsRequest, served: AskedModel) -> Response:
        """One backward pass from the mean loss of the records to every number and parameter."""
        small = is_small(served.loaded, asked, passes=_PASSES)
        return json_bytes(await work.run(lambda: _gradients(served, asked), small=small))

    @app.post("/api/update", response_model=UpdateReply, responses=refusals)
    async def update(asked: UpdateRequest, served: AskedModel) -> Response:
        """One update of the current run, spelled out for one number."""
        is_text = served.loaded.corpus is None  # a batch of a large model takes its time
        return json_bytes(
            await work.run(lambda: _update(served, asked), small=False, patient=is_text)
        )


def _gradients(served: ServedModel, asked: GradientsRequest) -> bytes:
    loaded, model = served.loaded, served.states.model_at(asked.step)
    batch = requested_batch(loaded, asked)
    tensors = sum(map(loaded.numbers_in_trace, batch.lengths))
    check_reply_size(tensors + loaded.parameter_count, "fewer or shorter records")
    found = trace_gradients(model, batch, asked.mask)
    return to_json(gradient_document(found, model_name=loaded.config.name, step=asked.step))


def _update(served: ServedModel, asked: UpdateRequest) -> bytes:
    return to_json(asdict(_spelled_out(served, asked)))


def _spelled_out(served: ServedModel, asked: UpdateRequest) -> SpelledOut:
    """By the kind of the run, which is that of what the model learns from."""
    loaded, recorded = served.loaded, served.states.run_with(asked.step)
    chosen = (asked.step, asked.parameter, asked.index)
    if isinstance(recorded.run, StreamRun):
        return one_stream_update(recorded, *chosen, loaded.tokenizer)
    assert loaded.corpus is not None  # or there would be no run on records
    return one_update(recorded, *chosen, loaded.corpus.train)
