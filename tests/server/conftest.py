"""What the server's tests share: the application in this process, and real servers.

`client` speaks to the application without a network. `start_server` runs the
command itself and hands back where it listens.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

import httpx
import pytest
import torch
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

from server.app import create_app
from tests.server.trained import Trained

ROOT = Path(__file__).resolve().parents[2]

#: How long anything may hang before the test is failed; far above what it takes.
PATIENCE_S = 60.0


class Client:
    """Sends requests to an ASGI application, one event loop for all of them."""

    def __init__(self, app: Any, portal: BlockingPortal) -> None:
        """Every request names a host that the server knows, unless it says otherwise."""
        self.app = app
        self._portal = portal

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request; `options` as for httpx."""

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            base_url = "http://127.0.0.1:8020"
            async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
                return await client.request(method, path, **options)

        return self._portal.call(send)

    def get(self, path: str, **options: Any) -> httpx.Response:
        """GET."""
        return self.request("GET", path, **options)

    def post(self, path: str, body: Any) -> httpx.Response:
        """POST of a value as JSON."""
        return self.post_raw(path, json.dumps(body).encode())

    def post_raw(self, path: str, body: bytes) -> httpx.Response:
        """POST of bytes that claim to be JSON."""
        headers = {"content-type": "application/json"}
        return self.request("POST", path, content=body, headers=headers)


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """An event loop in a thread of its own, on one core as the command's is: bits depend on it."""
    with start_blocking_portal() as portal:
        portal.call(torch.set_num_threads, 1)
        yield portal


@pytest.fixture(scope="session")
def app() -> FastAPI:
    """The application as the command starts it, without a network."""
    return create_app()


@pytest.fixture(scope="session")
def client(app: FastAPI, portal: BlockingPortal) -> Client:
    """Speaks to `app`."""
    return Client(app, portal)


@pytest.fixture(scope="session")
def client_of(portal: BlockingPortal) -> Callable[[Any], Client]:
    """Makes a client for another application."""
    return lambda app: Client(app, portal)


@pytest.fixture(scope="session")
def figures() -> dict[str, Any]:
    """MG-1's figures, from outside this project."""
    path = ROOT / "tests" / "minigpt" / "figures.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def chapter_records(figures: dict[str, Any]) -> list[dict[str, str]]:
    """The chapter's two records, as a trace request has them."""
    return [{"text": record["text"]} for record in figures["batch"]["records"]]


def strict_json(body: bytes) -> Any:
    """Parse as RFC 8259 has it: NaN and Infinity are no JSON."""

    def refuse(constant: str) -> NoReturn:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(body.decode("utf-8"), parse_constant=refuse)


@pytest.fixture(scope="session")
def parse() -> Callable[[bytes], Any]:
    """Strict parsing of a reply."""
    return strict_json


@pytest.fixture(scope="session")
def error_of() -> Callable[[httpx.Response], dict[str, Any]]:
    """Checks that a reply is a refusal in the one shape, and returns what it says."""

    def read(response: httpx.Response) -> dict[str, Any]:
        assert 400 <= response.status_code < 500, response.text
        assert response.headers["content-type"] == "application/json"
        reply = strict_json(response.content)
        assert list(reply) == ["error"]
        error: dict[str, Any] = reply["error"]
        assert list(error) == ["code", "message", "record", "details"]
        assert error["code"]
        assert error["message"].endswith(".")
        return error

    return read


@dataclass
class RunningServer:
    """The command, running in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    @property
    def port(self) -> int:
        """Where it listens."""
        return httpx.URL(self.address).port or 80

    def line(self) -> str:
        """The next line it prints; "" at its end."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stop(self) -> tuple[int, str]:
        """Ctrl-C. Returns the exit code and what stood on stderr."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def command(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start `minigpt-explorer` with these arguments."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "server.cli", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_server(*arguments: str, **environment: str) -> RunningServer:
    """Start the command on a free port and wait until it says that it serves."""
    process = command("--port", "0", *arguments, **environment)
    watchdog = threading.Timer(PATIENCE_S, process.kill)
    watchdog.start()
    assert process.stdout is not None
    process.stdout.readline()  # that it loads; test_command.py reads it
    line = process.stdout.readline()
    watchdog.cancel()
    if not line.startswith("MiniGPT Explorer runs at "):
        process.kill()
        raise AssertionError(f"no address but {line!r}; {process.communicate()[1]}")
    return RunningServer(process, line.split()[4])


@pytest.fixture(scope="session")
def start_server() -> Callable[..., RunningServer]:
    """Starts the command with more arguments, for a `with` statement."""
    return run_server


@pytest.fixture(scope="session")
def start_command() -> Callable[..., subprocess.Popen[str]]:
    """Starts the command without waiting for anything."""
    return command


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """One real server for all tests that only read from it."""
    with run_server("--no-browser") as running:
        yield running


@pytest.fixture
def one_thread() -> Iterator[None]:
    """As the command has it: bits depend on the number of threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def trained(one_thread: None, client_of: Callable[[Any], Any]) -> Iterator[Trained]:
    """An application of the test's own."""
    app = create_app()
    yield Trained(app, client_of(app))
    app.state.trainer.close()
