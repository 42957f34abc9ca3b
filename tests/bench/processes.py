"""Processes that a benchmark watches from outside: a server, or any that says it is ready."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def server_process(*options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The command on a free port, with these options too, once it says that it serves."""
    command = ("-m", "server.cli", "--port", "0", "--no-browser", *options)
    with python_process(*command) as (process, _):  # the first line says that it loads
        assert process.stdout is not None
        line = process.stdout.readline()
        port = re.search(r":(\d+)/", line)
        assert port is not None, line
        yield process, int(port[1])


@contextmanager
def python_process(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A Python process and the first line it prints; it is ended afterwards."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def resident_mib(process: subprocess.Popen[str]) -> float:
    """The memory that a process holds now, shared libraries included."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    resident = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert resident is not None, status
    return int(resident[1]) / 1024
