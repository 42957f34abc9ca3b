"""What can be taken along: a trace as a file, and the page as one file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from fastapi import FastAPI, Response

from minigpt.export import Format, safe_name
from server.asked_model import AskedModel
from server.described_model import (
    describe_corpus,
    describe_model,
    describe_parameters,
    describe_vocabulary,
)
from server.errors import RefusedRequestError
from server.loaded_model import LoadedModel
from server.recent_traces import RecentTraces
from server.requested_batch import is_small
from server.routes.documented import read_refusals, step_refusals, write_refusals
from server.saved_page import saved_page
from server.schemas.requests import ExportRequest
from server.served_model import ServedModel
from server.settings import Settings
from server.trace_reply import trace_file
from server.work import Work

#: An `.npz` is a zip archive; `.safetensors` has no registered type.
_MEDIA_TYPES: Final[dict[Format, str]] = {
    "json": "application/json",
    "npz": "application/zip",
    "safetensors": "application/octet-stream",
}


#: Parameters of a model that is put into a page; each takes about twenty characters.
MOST_SAVED: Final = 200_000


def add_export_routes(app: FastAPI, work: Work, recent: RecentTraces, settings: Settings) -> None:
    """POST /api/export/trace and GET /api/export/page."""

    @app.post(
        "/api/export/trace",
        response_class=Response,
        responses=step_refusals() | write_refusals() | _described(_MEDIA_TYPES.values()),
    )
    async def export_trace(asked: ExportRequest, served: AskedModel) -> Response:
        """One forward pass of all records as a file: the body of /api/trace, and a format."""
        small = is_small(served.loaded, asked)
        name, content = await work.run(
            lambda: trace_file(served.loaded, served.states, recent, asked), small=small
        )
        return _download(name, content, _MEDIA_TYPES[asked.format])

    @app.get(
        "/api/export/page",
        response_class=Response,
        responses=read_refusals() | step_refusals() | _described(["text/html"]),
    )
    async def export_page(served: AskedModel, step: int | None = None) -> Response:
        """The whole page as one file that needs no server, opened plainly.

        It holds the parameters after `step` updates, or those of the model as loaded.
        """
        content = await work.run(lambda: _page(served, settings, step), small=False)
        return _download(f"{safe_name(served.loaded.config.name)}.html", content, "text/html")


def _page(served: ServedModel, settings: Settings, step: int | None) -> bytes:
    loaded = served.loaded
    _check_savable(loaded)
    held = {
        "step": step,
        "model": describe_model(loaded),
        "corpus": describe_corpus(loaded),
        "vocabulary": describe_vocabulary(loaded)["entries"],
        "parameters": describe_parameters(served.states.model_at(step))["parameters"],
    }
    return saved_page(settings.templates_dir, settings.static_dir, held)


def _check_savable(loaded: LoadedModel) -> None:
    """Refuse a page that could not do without the server what it does with it."""
    if loaded.config.tokenizer != "byte-bpe" or loaded.parameter_count > MOST_SAVED:
        raise RefusedRequestError(
            422,
            "page_not_savable",
            f"A page that opens without the server holds a model of byte-pair tokens with up to "
            f"{MOST_SAVED:,} parameters. {loaded.config.name} has {loaded.parameter_count:,} and "
            f"the tokenizer {loaded.config.tokenizer}; save its trace or the picture instead.",
        )


def _download(name: str, content: bytes, media_type: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


def _described(media_types: Iterable[str]) -> dict[int | str, dict[str, Any]]:
    binary = {"type": "string", "format": "binary"}
    content = {
        kind: {"schema": {"type": "object"} if kind == "application/json" else binary}
        for kind in media_types
    }
    return {200: {"description": "The file, to be saved.", "content": content}}
