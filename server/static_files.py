"""Scripts, style sheets and pictures, revalidated on every load.

The `no-cache` of every answer lets a browser keep a file but makes it ask first: an
unchanged one costs a 304, a changed one runs after an ordinary reload.
"""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

_METHODS: Final = ("GET", "HEAD")

#: Decided here, not by the machine's registry: a script sent as text/plain would not run.
_MEDIA_TYPES: Final[dict[str, str]] = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
}


class RevalidatedFiles(StaticFiles):
    """Files of one folder; neither `..` nor a symbolic link leads out of it."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, 304, or an HTTPException with 404 or 405."""
        if scope["method"] not in _METHODS:
            raise HTTPException(405, headers={"allow": ", ".join(_METHODS)})
        return await super().get_response(path, scope)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is; a name that no file can have, or a forbidden one, is nowhere."""
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):
            return "", None

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file with its entity tag and its type."""
        suffix = PurePath(full_path).suffix.lower()
        response = FileResponse(
            full_path,
            status_code=status_code,
            stat_result=stat_result,
            media_type=_MEDIA_TYPES.get(suffix, "application/octet-stream"),
        )
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response

    def is_not_modified(self, response_headers: Headers, request_headers: Headers) -> bool:
        """By entity tag alone: a date has whole seconds, and two edits fit into one."""
        known = request_headers.get("if-none-match", "").split(",")
        return response_headers["etag"] in [tag.strip().removeprefix("W/") for tag in known]
