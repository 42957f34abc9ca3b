"""A real server in its own process: how soon it is ready, how much it holds, how it scales.

Run with `python -m tests.bench server`. Memory is read from /proc, so this needs Linux.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from time import perf_counter

from tests.bench.connection import Connection
from tests.bench.processes import python_process, resident_mib, server_process
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
            bare.append(resident_mib(process))
        begin = perf_counter()
        with server_process() as (process, port):
            Connection(port).ask("GET", "/api/model")
            starts.append(perf_counter() - begin)
            one, many = _throughputs(port)
            held.append(resident_mib(process))
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
    connections = [Connection(port) for _ in range(clients)]
    body = json.dumps({"records": [{"text": RECORD}]}).encode()

    def work(client: Connection) -> None:
        for _ in range(REQUESTS // clients):
            client.ask("POST", "/api/trace", body)

    with ThreadPoolExecutor(clients) as threads:
        begin = perf_counter()
        list(threads.map(work, connections))
        seconds = perf_counter() - begin
    for connection in connections:
        connection.close()
    return REQUESTS / seconds


@contextmanager
def _torch_alone() -> Iterator[subprocess.Popen[str]]:
    """A process that has imported torch and waits."""
    with python_process("-c", IMPORT_TORCH) as (process, _):
        yield process
