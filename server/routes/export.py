"""What can be taken along: a trace as a file, and the page as one file."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI, Response

from minigpt.export import Format
from server.loaded_model import LoadedModel
from server.routes.documented import write_refusals
from server.schemas.requests import ExportRequest
from server.trace_reply import is_small, trace_file
from server.work import Work

#: An `.npz` is a zip archive; `.safetensors` has no registered type.
_MEDIA_TYPES: Final[dict[Format, str]] = {
    "json": "application/json",
    "npz": "application/zip",
    "safetensors": "application/octet-stream",
}


def add_export_routes(app: FastAPI, loaded: LoadedModel, work: Work) -> None:
    """POST /api/export/trace."""

    @app.post(
        "/api/export/trace", response_class=Response, responses=write_refusals() | _described()
    )
    async def export_trace(asked: ExportRequest) -> Response:
        """One forward pass of all records as a file: the body of /api/trace, and a format."""
        small = is_small(loaded, asked)
        name, content = await work.run(lambda: trace_file(loaded, asked), small=small)
        return _download(name, content, _MEDIA_TYPES[asked.format])


def _download(name: str, content: bytes, media_type: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


def _described() -> dict[int | str, dict[str, Any]]:
    schema = {"type": "string", "format": "binary"}
    content = {kind: {"schema": schema} for kind in _MEDIA_TYPES.values()}
    content["application/json"] = {"schema": {"type": "object"}}
    return {200: {"description": "The file, to be saved.", "content": content}}
