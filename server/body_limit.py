"""Refuses bodies over a limit before they are read: 413.

A declared length is judged by its header alone; a chunked body is counted as it
arrives and abandoned at the first byte too many, so memory stays bounded.
"""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import RefusedRequestError, refusal_response

BODY_LIMIT: Final = 1024 * 1024


class BodyLimit:
    """ASGI middleware. Raises RefusedRequestError out of the app's own reading."""

    def __init__(self, app: ASGIApp, limit: int = BODY_LIMIT) -> None:
        """Guard `app`; `limit` is in bytes."""
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a counting `receive`, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._declared(scope) > self._limit:
            await refusal_response(self._too_large())(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._limit:
                raise self._too_large()
            return message

        await self._app(scope, counted, send)

    def _declared(self, scope: Scope) -> int:
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit():
                # 20 digits are enough for any real length; more would only cost time.
                return int(value[:20])
        return 0

    def _too_large(self) -> RefusedRequestError:
        return RefusedRequestError(
            413,
            "body_too_large",
            f"The body is over the limit of {self._limit} bytes; send fewer or shorter records.",
        )
