"""Serves under a path prefix, whether or not the proxy in front strips it.

The page and the API use relative addresses only, so nothing behind this module
knows the prefix.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


class PathPrefix:
    """ASGI middleware that takes `prefix` off the path, if it is there."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        """Wrap `app`; `prefix` is like "/lab/gpt"."""
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a shorter path."""
        path: str = scope.get("path", "")
        if path == self._prefix:
            # Without the slash, relative addresses would resolve one level too high.
            await RedirectResponse(f"{self._prefix}/")(scope, receive, send)
            return
        if path.startswith(f"{self._prefix}/"):
            scope = {**scope, "path": path[len(self._prefix) :]}
        await self._app(scope, receive, send)
