"""Request bodies as strict RFC 8259 JSON.

NaN, Infinity, numbers beyond a double, lone surrogates, wrong UTF-8 and nesting
deeper than 1024 are refused; so is every content type but application/json,
because a foreign page can post the others without asking first. Which fields a
body must have is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from email.message import Message
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect

from server.errors import RefusedRequestError


class StrictJSONRoute(APIRoute):
    """A route whose JSON body, if it takes one, is read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler, so that it finds the body parsed already."""
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle

        async def handle_parsed(request: Request) -> Response:
            return await handle(await _ParsedRequest.read(request))

        return handle_parsed


class _ParsedRequest(Request):
    """A request whose `json()` is what the strict parser found."""

    parsed: object

    @classmethod
    async def read(cls, request: Request) -> _ParsedRequest:
        """Read and parse the body.

        Raises:
            RefusedRequestError: 415 for another content type, 400 for anything but JSON,
                and whatever reading the body raises.
        """
        _check_content_type(request.headers.get("content-type", ""))
        found = cls(request.scope, request.receive)
        try:
            body = await found.body()
        except ClientDisconnect as error:
            raise RefusedRequestError(400, "body_cut_off", "The body ended too early.") from error
        found.parsed = _parse(body)
        return found

    async def json(self) -> object:
        return self.parsed


def _check_content_type(value: str) -> None:
    message = Message()
    message["content-type"] = value
    # An absent or malformed type comes out as text/plain.
    if message.get_content_type() != "application/json":
        raise RefusedRequestError(
            415,
            "content_type_unsupported",
            "Send the body as JSON with the header Content-Type: application/json.",
        )


def _parse(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise RefusedRequestError(
            400,
            "json_invalid",
            "The body is not valid JSON; correct it and send it again. "
            f"The parser says: {error.msg} (line {error.lineno}, column {error.colno}).",
        ) from error
