"""A real server that trains: what typing costs meanwhile, and what a run's states take.

The run is paused and continued in turn, so that a busy spell of the machine meets both.
Run with `python -m tests.bench live_training`. Memory is read from /proc, so this needs Linux.
"""

from __future__ import annotations

import json
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

from tests.bench.connection import Connection
from tests.bench.processes import resident_mib, server_process
from tests.bench.result import Result

RECORDS = ("The key is red. Answer: red.", "The key is blue. Answer: blue.")
BODY = json.dumps({"records": [{"text": text} for text in RECORDS]}).encode()
TURNS = 30
REQUESTS = 20
#: More updates than are made meanwhile.
LONG = b'{"steps": 16000}'

#: Trace while training over trace while paused.
MOST_RATIO = 2.0
MOST_MEMORY_MIB = 100.0


def run() -> list[Result]:
    """Latency, seconds and memory."""
    return [*_latency(), *_memory()]


def _latency() -> list[Result]:
    with server_process() as (_, port):
        connection = Connection(port)
        paused: list[float] = []
        training: list[float] = []
        _command(connection, "start", LONG)
        first = _command(connection, "pause")["step"]
        _traces(connection)
        for _ in range(TURNS):
            paused += _traces(connection)
            _command(connection, "continue")
            training += _traces(connection)
            last = _command(connection, "pause")["step"]
        connection.close()
    how = f"median of {len(training)} over HTTP, 2 records, back to back"
    slowest = quantiles(training, n=20)[18] / quantiles(paused, n=20)[18]
    return [
        Result("trace, run paused", median(paused) * 1e3, "ms", None, how),
        Result(
            "trace, run under way",
            median(training) * 1e3,
            "ms",
            None,
            f"{how}; {last - first} updates were made meanwhile",
        ),
        Result(
            "trace while training / while paused",
            median(training) / median(paused),
            "x",
            MOST_RATIO,
            f"of the 95th percentiles {slowest:.2f}",
        ),
    ]


def _memory() -> list[Result]:
    with server_process() as (process, port):
        connection = Connection(port)
        _traces(connection)
        idle = resident_mib(process)
        _command(connection, "start", b"{}")
        while (report := _ask(connection, "GET", "/api/training"))["status"] != "finished":
            assert report["status"] in ("starting", "running"), report
            sleep(0.1)  # as often as a page is told
        for step in report["saved"]:
            body = json.dumps({"records": [{"text": RECORDS[0]}], "step": step}).encode()
            connection.ask("POST", "/api/trace", body)
        held = resident_mib(process)
        connection.close()
    states = len(report["saved"])
    return [
        Result(
            "600 updates on the server",
            report["seconds"],
            "s",
            None,
            "13 evaluations, and asked ten times a second how far it is",
        ),
        Result(
            "memory of the run beyond the idle server",
            held - idle,
            "MiB",
            MOST_MEMORY_MIB,
            f"{states} states, each traced once; {idle:.0f} MiB before",
        ),
    ]


def _traces(connection: Connection) -> list[float]:
    taken = []
    for _ in range(REQUESTS):
        start = perf_counter()
        connection.ask("POST", "/api/trace", BODY)
        taken.append(perf_counter() - start)
    return taken


def _command(connection: Connection, name: str, body: bytes = b"{}") -> dict[str, Any]:
    return _ask(connection, "POST", f"/api/training/{name}", body)


def _ask(connection: Connection, method: str, path: str, body: bytes = b"") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(connection.ask(method, path, body))
    return found
