"""What all routes of the API have in common: documented refusals and ready JSON."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Response

from server.schemas.replies import ErrorReply

_PLAIN_REFUSALS: Final = {403: "The Host header names another server."}
_READ_REFUSALS: Final = _PLAIN_REFUSALS | {
    404: "There is no model of this name.",
}
_WRITE_REFUSALS: Final = {
    400: "The body is not valid JSON.",
    413: "The body is too large.",
    415: "The body is not declared as JSON.",
    422: "A field, a text, an ID or a fault cannot be used.",
    403: "The Host header names another server, or another site's page sent this.",
    404: "There is no such model, or no state of that step.",
}


def plain_refusals() -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that is about no one model."""
    return _documented(_PLAIN_REFUSALS)


def read_refusals() -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route without a body that is about a model."""
    return _documented(_READ_REFUSALS)


def named_refusals(unknown: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that names a thing in its path; `unknown` says what is not there.

    A name with a slash in it is another path, which leads nowhere.
    """
    nowhere = "The path leads nowhere, or there is no such model."
    return _documented(_READ_REFUSALS | {404: nowhere, 422: unknown})


def step_refusals() -> dict[int | str, dict[str, Any]]:
    """More `responses` of a route that is told a step."""
    missing = "There is no such model, or no state of that step."
    return _documented({404: missing, 422: "A field cannot be used."})


def run_refusals() -> dict[int | str, dict[str, Any]]:
    """More `responses` of a route that tells the training run what to do."""
    return _documented({409: "The run is not where it could do that."})


def conflict_refusals() -> dict[int | str, dict[str, Any]]:
    """More `responses` of a route that opens something, of which there may be enough."""
    return _documented({409: "Too many are open."})


def write_refusals() -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route with a body."""
    return _documented(_WRITE_REFUSALS)


def also_as_file() -> dict[int | str, dict[str, Any]]:
    """More `responses` of a route that can answer as safetensors, which has no registered type."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"content": {"application/octet-stream": binary}}}


def json_bytes(body: bytes) -> Response:
    """A finished JSON document as it is."""
    return Response(body, media_type="application/json")


def _documented(refusals: dict[int, str]) -> dict[int | str, dict[str, Any]]:
    return {
        status: {"model": ErrorReply, "description": description}
        for status, description in refusals.items()
    }
