"""Request bodies as strict RFC 8259 JSON, checked against the endpoint's type.

NaN, Infinity, numbers beyond a double, lone surrogates, wrong UTF-8 and nesting
deeper than 1024 are refused; so is every content type but application/json,
because a foreign page can post the others without asking first. Which fields a
body must have is the business of its type.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from email.message import Message
from typing import Any, Final, get_type_hints

import orjson
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect
from starlette.routing import request_response

from server.asked_model import model_of
from server.awaited import is_asked_by
from server.errors import RefusedRequestError
from server.served_model import ServedModel

_JSON: Final = "application/json"
#: More wrong fields than this are only counted: listing 100,000 would hold up every other request.
_MOST_LISTED: Final = 1000


class StrictJSONRoute(APIRoute):
    """A route that hands its endpoint the parsed body, and the model if it takes one.

    FastAPI documents it. Its own handling of bodies is left out: it would parse
    leniently, look for any dependency at all, and take longer than the rest of the
    server does for a small trace.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401, FastAPI has 30
        """As FastAPI makes a route; only one whose endpoint takes a body is then ours."""
        super().__init__(*arguments, **options)
        if self.body_field is not None:
            self.app = request_response(_handler(self.endpoint))


def _handler(
    endpoint: Callable[..., Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    hints = get_type_hints(endpoint)
    hints.pop("return", None)
    expected, *others = hints.values()
    assert issubclass(expected, BaseModel)
    assert others in ([], [ServedModel])

    async def handle(request: Request) -> Response:
        _check_content_type(request.headers.get("content-type", ""))
        try:
            body = await request.body()
        except ClientDisconnect as error:
            raise RefusedRequestError(400, "body_cut_off", "The body ended too early.") from error
        asked = _checked(expected, _parsed(body))
        is_asked_by(request)
        return await (endpoint(asked, await model_of(request)) if others else endpoint(asked))

    return handle


def _check_content_type(value: str) -> None:
    if value == _JSON:  # what nearly every request says, without the cost of parsing it
        return
    message = Message()
    message["content-type"] = value
    # An absent or malformed type comes out as text/plain.
    if message.get_content_type() != _JSON:
        raise RefusedRequestError(
            415,
            "content_type_unsupported",
            f"Send the body as JSON with the header Content-Type: {_JSON}.",
        )


def _parsed(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise RefusedRequestError(
            400,
            "json_invalid",
            "The body is not valid JSON; correct it and send it again. "
            f"The parser says: {error.msg} (line {error.lineno}, column {error.colno}).",
        ) from error


def _checked(expected: type[BaseModel], value: object) -> BaseModel:
    try:
        return expected.model_validate(value)
    except ValidationError as error:
        if (count := error.error_count()) > _MOST_LISTED:
            raise RefusedRequestError(
                422,
                "request_invalid",
                f"The body has {count} fields that are wrong or unknown; correct or remove them.",
            ) from None
        problems = error.errors(include_url=False, include_input=False)
        for problem in problems:
            problem["loc"] = ("body", *problem["loc"])
        raise RequestValidationError(problems) from error
