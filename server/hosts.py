"""Which `Host` headers are answered, against DNS rebinding.

A foreign page can point its own name at this machine; the browser then takes our
answers for that page's. Its requests still carry the foreign name in `Host`, so
only names that nobody else can own are answered, on every path.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from starlette.types import ASGIApp, Receive, Scope, Send

from server.errors import RefusedRequestError, refusal_response

_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")


#: Addresses to listen on that stand for all of a machine.
WILDCARDS = frozenset({"0.0.0.0", "::"})


class KnownHosts:
    """ASGI middleware: 403 unless `Host` is a localhost name, a loopback address or our own."""

    def __init__(self, app: ASGIApp, host: str, address: str = "") -> None:
        """Guard `app`, which listens on `host` or on the `address` that `host` resolved to.

        A wildcard (0.0.0.0 or ::) names every IP address, but no name.
        """
        self._app = app
        self._own = {host.lower().strip("[]"), address.lower()} - {""}
        # A browser sends the same few headers thousands of times.
        self._is_known = lru_cache(maxsize=64)(self._judge)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on or refuse it."""
        if scope["type"] == "http" and not self._may_pass(scope):
            refusal = RefusedRequestError(
                403,
                "host_refused",
                "This server answers only to localhost, to loopback addresses and to the name it "
                "was started with; open it under one of them, or start it with --host NAME.",
            )
            await refusal_response(refusal)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _may_pass(self, scope: Scope) -> bool:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        return len(hosts) == 1 and self._is_known(hosts[0])

    def _judge(self, header: bytes) -> bool:
        parts = _HOST.fullmatch(header.decode("latin-1"))
        if parts is None:
            return False
        name = (parts["v6"] or parts["name"]).lower().removesuffix(".")
        # RFC 6761 reserves localhost and all below it: they never leave the machine.
        if name == "localhost" or name in self._own or name.endswith(".localhost"):
            return True
        return self._is_known_address(name)

    def _is_known_address(self, name: str) -> bool:
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # An address cannot be rebound: it is where the page itself came from.
        return address.is_loopback or not self._own.isdisjoint(WILDCARDS)
