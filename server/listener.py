"""Takes the port before anything else happens, or says in one line why not."""

from __future__ import annotations

import errno
import socket
import sys


class PortUnavailableError(Exception):
    """The address cannot be listened on; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already: from here on, no second server can take the port.

    Connections wait in its queue until the model is loaded.

    Raises:
        PortUnavailableError: the port is taken or forbidden, or the host is not ours.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise PortUnavailableError(
            f"host {host!r} cannot be resolved; give a name or address of this machine."
        ) from error
    # IPv4 first: localhost then means the address that is printed and opened.
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    failure: OSError | None = None
    for family, kind, protocol, _, address in found:
        listener = socket.socket(family, kind, protocol)
        try:
            _allow_restart(listener)
            listener.bind(address)
            listener.listen(2048)
        except OSError as error:
            listener.close()
            failure = failure or error
        else:
            return listener
    raise PortUnavailableError(_advice(host, port, failure)) from failure


def address_of(listener: socket.socket, host: str) -> str:
    """Where a browser on this machine finds it, such as http://127.0.0.1:8020."""
    bound, port = listener.getsockname()[:2]
    # However a wildcard was spelled (0 is one too), nobody can go there.
    if bound == "0.0.0.0":
        host = "127.0.0.1"
    elif bound == "::":
        host = "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _allow_restart(listener: socket.socket) -> None:
    if sys.platform != "win32":
        # A port whose last server has just ended is free; on Windows this option
        # would let two servers share one.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def _advice(host: str, port: int, failure: OSError | None) -> str:
    number = failure.errno if failure else None
    if number == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is taken; end the program that uses it, "
            f"or choose another with --port {port + 1 if port < 65535 else 8020}."
        )
    if number == errno.EACCES:
        return f"port {port} needs more rights than you have; choose one above 1023 with --port."
    return f"cannot listen on {host} port {port}: {failure}; choose another --host or --port."
