"""Print what `model_documents.py` makes of the arguments.

Where pytest runs the scripts, a process that has loaded PyTorch already computes it, at the port
that MODEL_DOCUMENTS names: to load it anew took most of the time of every test that needs numbers.
"""

from __future__ import annotations

import json
import os
import socket
import sys


def main() -> None:
    arguments = sys.argv[1:]
    if port := os.environ.get("MODEL_DOCUMENTS"):
        sys.stdout.buffer.write(asked(int(port), arguments))
        return
    from tests.js.model_documents import documents

    sys.stdout.buffer.write(documents(arguments))


def asked(port: int, arguments: list[str]) -> bytes:
    """What the process at that port makes of them; nothing if it fails, and it says why."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(json.dumps(arguments).encode())
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as reply:
            return reply.read()


if __name__ == "__main__":
    main()
