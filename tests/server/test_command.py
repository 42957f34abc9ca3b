"""The command: where it says it is, what it does when it cannot be there (S9), how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.cli import main
from server.listener import PortUnavailableError, address_of, listen

PATIENCE_S = 60.0
ROOT = Path(__file__).resolve().parents[2]


def test_it_prints_its_address_serves_and_ends_quietly(start_server: Callable[..., Any]) -> None:
    with start_server("--no-browser") as running:
        assert running.address.startswith("http://127.0.0.1:")
        assert httpx.get(f"{running.address}api/model").json()["name"] == "mg-1"
        code, errors = running.stop()
    assert code == 0
    assert errors.strip() == ""


def test_it_opens_the_browser_once_it_serves_under_a_prefix_too(
    start_server: Callable[..., Any], tmp_path: Path
) -> None:
    browser = tmp_path / "browser.py"
    browser.write_text(
        "import sys, urllib.request\n"
        "with urllib.request.urlopen(sys.argv[1]) as page:\n"
        "    print('browser', sys.argv[1], page.status, flush=True)\n"
    )
    opening = {"BROWSER": f"{sys.executable} {browser} %s"}
    with start_server("--root-path", "/lab/gpt/", **opening) as running:
        assert running.address.endswith("/lab/gpt/")
        assert running.line() == f"browser {running.address} 200\n"
        stripped = running.address.removesuffix("lab/gpt/")
        assert httpx.get(f"{stripped}api/model").status_code == 200


@pytest.mark.parametrize("host", ["0", "localhost"])
def test_the_printed_address_and_the_name_it_was_given_answer(
    start_server: Callable[..., Any], host: str
) -> None:
    with start_server("--no-browser", "--host", host) as running:
        assert httpx.get(running.address).status_code == 200
        for name in (host, "0.0.0.0" if host == "0" else "127.0.0.1"):
            headers = {"host": f"{name}:{running.port}"}
            assert httpx.get(running.address, headers=headers).status_code == 200


@pytest.mark.parametrize("output", ["closed", "nobody reads"])
def test_it_serves_on_when_nobody_can_read_where_it_is(output: str, tmp_path: Path) -> None:
    # The browser that it opens tells the address instead, to a socket of the test's.
    with socket.create_server(("127.0.0.1", 0)) as told:
        told.settimeout(PATIENCE_S)
        browser = tmp_path / "browser.py"
        browser.write_text(
            "import socket, sys\n"
            f"with socket.create_connection(('127.0.0.1', {told.getsockname()[1]})) as test:\n"
            "    test.sendall(sys.argv[1].encode())\n"
        )
        reading, writing = os.pipe()
        os.close(reading)
        redirect = " >&-" if output == "closed" else ""
        shell = ["sh", "-c", f'exec "$@"{redirect}', "sh"]
        server = [sys.executable, "-W", "error", "-m", "server.cli", "--port", "0"]
        process = subprocess.Popen(
            shell + server,
            cwd=ROOT,
            env={**os.environ, "BROWSER": f"{sys.executable} {browser} %s"},
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(writing)
        try:
            connection, _ = told.accept()
            with connection, connection.makefile() as said:
                address = said.read()
            assert httpx.get(f"{address}api/model").status_code == 200
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert errors.strip() == ""


def test_a_taken_port_is_one_line_and_a_failure(
    server: Any, start_command: Callable[..., Any]
) -> None:
    second = start_command("--port", str(server.port), "--no-browser")
    output, errors = second.communicate(timeout=PATIENCE_S)
    assert second.returncode == 1
    assert output == ""
    assert errors.count("\n") == 1
    assert f"port {server.port} on 127.0.0.1 is taken" in errors
    assert "--port" in errors
    # The first one goes on.
    assert httpx.get(f"{server.address}api/model").status_code == 200


def test_a_port_is_taken_as_soon_as_it_is_ours() -> None:
    # Before the model is loaded, and so before anything answers.
    with (
        listen("127.0.0.1", 0) as first,
        pytest.raises(PortUnavailableError, match="is taken"),
    ):
        listen("127.0.0.1", first.getsockname()[1])


@pytest.mark.parametrize("arguments", [["--help"], ["--port", "{taken}"]])
def test_nothing_heavy_is_loaded_for_an_early_end(server: Any, arguments: list[str]) -> None:
    arguments = [part.format(taken=server.port) for part in arguments]
    program = (
        "import sys\n"
        "from server.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "loaded = {'torch', 'numpy', 'fastapi', 'uvicorn', 'pydantic'} & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)\n"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=root, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_takes_seconds_is_announced_before_it_begins() -> None:
    program = (
        "import os, sys\n"
        "sys.modules['torch'] = None\n"
        "from server.cli import main\n"
        "try:\n"
        "    main(['--port', '0', '--no-browser'])\n"
        "except ImportError:\n"
        "    os._exit(3)\n"  # what was not flushed is lost
    )
    command = [sys.executable, "-W", "error", "-c", program]
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    done = subprocess.run(
        command, cwd=ROOT, env=buffered, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("Loading torch and the model ...\n", 3), done.stderr


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    text = capsys.readouterr().out
    for option in ("--host", "--port", "--no-browser", "--root-path"):
        assert option in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--port", "٣"],
        ["--root-path", "/a//b"],
        ["--root-path", "/a?b"],
        ["--unknown"],
    ],
)
def test_a_wrong_argument_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("no-such-host.invalid", "cannot be resolved"),
        ("a..b", "cannot be resolved"),
        # From the block for documentation: no machine has it.
        ("192.0.2.1", "cannot listen on 192.0.2.1"),
    ],
)
def test_a_host_that_is_not_ours_is_one_line(
    host: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--host", host, "--port", "0"]) == 1
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1


def test_a_name_with_two_addresses_means_the_old_kind(monkeypatch: Any) -> None:
    # Where localhost is ::1 first, the printed 127.0.0.1 would not answer.
    def both(host: str, port: int, **_: object) -> list[Any]:
        six = (socket.AF_INET6, socket.SOCK_STREAM, 0, "", ("::1", port, 0, 0))
        return [six, (socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", port))]

    monkeypatch.setattr("socket.getaddrinfo", both)
    with listen("localhost", 0) as listener:
        assert listener.family == socket.AF_INET


@pytest.mark.parametrize(
    ("host", "listens_on", "address"),
    [
        ("127.0.0.1", "127.0.0.1", "http://127.0.0.1"),
        ("localhost", "127.0.0.1", "http://localhost"),
        ("0.0.0.0", "0.0.0.0", "http://127.0.0.1"),
        ("0", "0.0.0.0", "http://127.0.0.1"),
        ("0x0", "0.0.0.0", "http://127.0.0.1"),
    ],
)
def test_the_address_is_one_that_a_browser_can_open(
    host: str, listens_on: str, address: str
) -> None:
    with listen(host, 0) as listener:
        bound, port = listener.getsockname()
        assert bound == listens_on
        assert address_of(listener, host) == f"{address}:{port}"
