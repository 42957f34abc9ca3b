"""A real server in its own process: how soon it is ready, how much it holds, how it scales.

Run with `python -m tests.bench server`. Memory is read from /proc, so this needs Linux.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.processes import python_process, server_process
from tests.bench.result import Result

IMPORT_TORCH = "import torch; print('imported', flush=True); input()"

STARTS = 5
ROUNDS = 15
REQUESTS = 64
CLIENTS = 16
#: A digit is one token, so this record has 34 positions.
RECORD = "7" * 33

MOST_START_S = 1.5
MOST_MEMORY = 1.3
LEAST_THROUGHPUT = 90


def run() -> list[Result]:
    """Start, memory and throughput, each beside what it is compared with."""
    starts, imports, held, bare = [], [], [], []
    for _ in range(STARTS):
        begin = perf_counter()
        with _torch_alone() as process:
            imports.append(perf_counter() - begin)
            bare.append(_resident_mib(process))
        begin = perf_counter()
        with server_process() as (process, port):
            _Client(port).ask("GET", "/api/model")
            starts.append(perf_counter() - begin)
            one, many = _throughputs(port)
            held.append(_resident_mib(process))
    beyond = median(starts) - median(imports)
    share = 100 * many / one
    return [
        Result(
            "ready beyond `import torch`",
            beyond,
            "s",
            MOST_START_S,
            f"medians of {STARTS}: {median(starts):.2f} s to the first answer, "
            f"{median(imports):.2f} s to import torch",
        ),
        Result(
            "resident memory / only `import torch`",
            median(held) / median(bare),
            "x",
            MOST_MEMORY,
            f"{median(held):.0f} MiB after {2 * ROUNDS * REQUESTS} traces, {median(bare):.0f} MiB",
        ),
        Result(
            f"throughput of {CLIENTS} clients / 1 client",
            share,
            "%",
            -LEAST_THROUGHPUT,
            f"{REQUESTS} traces of 34 positions over HTTP, medians of {ROUNDS}: "
            f"{many:.0f}/s and {one:.0f}/s, no errors",
        ),
    ]


def _throughputs(port: int) -> tuple[float, float]:
    """Requests per second of one client and of many, taking turns."""
    ones, manys = [], []
    for _ in range(ROUNDS):
        ones.append(_throughput(port, 1))
        manys.append(_throughput(port, CLIENTS))
    return median(ones), median(manys)


def _throughput(port: int, clients: int) -> float:
    connections = [_Client(port) for _ in range(clients)]
    body = json.dumps({"records": [{"text": RECORD}]}).encode()

    def work(client: _Client) -> None:
        for _ in range(REQUESTS // clients):
            client.ask("POST", "/api/trace", body)

    with ThreadPoolExecutor(clients) as threads:
        begin = perf_counter()
        list(threads.map(work, connections))
        seconds = perf_counter() - begin
    for connection in connections:
        connection.close()
    return REQUESTS / seconds


class _Client:
    """The least that speaks HTTP: what is measured is the server."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)

    def ask(self, method: str, path: str, body: bytes = b"") -> None:
        """One request and its whole reply, on the same connection as the one before."""
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
        missing = int(length[1]) - len(start)
        while missing > 0:
            missing -= len(self._receive(missing))

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _receive(self, most: int) -> bytes:
        part = self._socket.recv(most)
        if not part:
            raise ConnectionError("the server hung up")
        return part


@contextmanager
def _torch_alone() -> Iterator[subprocess.Popen[str]]:
    """A process that has imported torch and waits."""
    with python_process("-c", IMPORT_TORCH) as (process, _):
        yield process


def _resident_mib(process: subprocess.Popen[str]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None, status
    return int(resident[1]) / 1024
