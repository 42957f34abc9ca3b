"""Refuses writes that another site's page sends: 403.

Browsers say where a request comes from in `Sec-Fetch-Site`, or, on plain HTTP
beyond localhost, at least in `Origin`. Neither can be forged by a page. Programs
that are no browsers send neither and are let through.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from server.errors import RefusedRequestError, refusal_response

_READS = frozenset({"GET", "HEAD", "OPTIONS"})


class SameSiteWrites:
    """ASGI middleware: every method but GET, HEAD and OPTIONS must come from our own page."""

    def __init__(self, app: ASGIApp) -> None:
        """Guard `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on or refuse it."""
        if (
            scope["type"] == "http"
            and scope["method"] not in _READS
            and _is_foreign(dict(scope["headers"]))
        ):
            refusal = RefusedRequestError(
                403,
                "cross_site_refused",
                "Another site's page may not send this; use the explorer's own page.",
            )
            await refusal_response(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _is_foreign(headers: Mapping[bytes, bytes]) -> bool:
    if site := headers.get(b"sec-fetch-site"):
        # Another port of localhost is "same-site" and still another page.
        return site not in (b"same-origin", b"none")
    origin = headers.get(b"origin")
    return origin is not None and origin.lower().partition(b"://")[2] != headers[b"host"].lower()
