"""Speaks to a server that a benchmark watches, with next to no work of its own."""

from __future__ import annotations

import re
import socket


class Connection:
    """The least that speaks HTTP: what is measured is the server."""

    def __init__(self, port: int) -> None:
        """To a server of this machine."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)

    def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """One request; the body of its reply. All go over one connection."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._socket.sendall(head.encode() + body)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive(65_536)
        headers, _, start = received.partition(b"\r\n\r\n")
        assert headers.startswith(b"HTTP/1.1 200 "), headers
        length = re.search(rb"(?i)content-length: (\d+)", headers)
        assert length is not None, headers
        parts, missing = [start], int(length[1]) - len(start)
        while missing > 0:
            parts.append(self._receive(missing))
            missing -= len(parts[-1])
        return b"".join(parts)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _receive(self, most: int) -> bytes:
        part = self._socket.recv(most)
        if not part:
            raise ConnectionError("the server hung up")
        return part
