"""`minigpt-explorer`: take the port, load the model, serve, open the browser.

Heavy imports wait until the arguments are read and the port is ours: help and a
taken port are answered at once, and what takes seconds is announced before it begins.
"""

from __future__ import annotations

import argparse
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from server.announce import announce
from server.listener import PortUnavailableError, address_of, listen

_MODELS: Final = Path("models")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit code: 0, or 1 with one line on stderr."""
    options = _parser().parse_args(arguments)
    if options.data and not (options.data / "config.json").is_file():
        return _refused(
            f"{options.data} holds no model, for it has no config.json; "
            "`minigpt train --out FOLDER` writes one."
        )
    if options.models and not options.models.is_dir():
        return _refused(f"{options.models} is no folder; name one that holds models.")
    try:
        listener = listen(options.host, options.port)
    except PortUnavailableError as error:
        return _refused(str(error))
    with listener:
        try:
            return _serve(listener, options)
        except KeyboardInterrupt:
            print(file=sys.stderr)  # the terminal shows ^C; start a fresh line
    return 0


def _serve(listener: socket.socket, options: argparse.Namespace) -> int:
    announce("Loading torch and the model ...")
    from minigpt.errors import MiniGPTError
    from minigpt.resources import data_dir
    from server.serving import serve
    from server.settings import Settings

    folder = options.data or data_dir()
    settings = Settings(
        host=options.host,
        address=listener.getsockname()[0],
        root_path=options.root_path,
        data_dir=folder,
        models_dir=options.models or (_MODELS if _MODELS.is_dir() else None),
    )
    address = f"{address_of(listener, options.host)}{options.root_path}/"
    try:
        serve(listener, settings, address=address, open_browser=options.browser)
    except MiniGPTError as error:
        return _refused(f"{folder}: {error.message}")
    except OSError as error:
        return _refused(str(error))
    return 0


def _refused(why: str) -> int:
    print(f"minigpt-explorer: {' '.join(why.split())}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="minigpt-explorer",
        description="Open a page on this machine that shows every number one small GPT computes.",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="name or address to listen on (default: %(default)s, this machine only); "
        "0.0.0.0 opens it to the network, where it is reached by address",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=8020,
        help="port to listen on (default: %(default)s); 0 takes any free one",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="what `minigpt train --out FOLDER` wrote, to be shown instead of MG-1",
    )
    parser.add_argument(
        "--models",
        type=Path,
        metavar="FOLDER",
        help="your own models and checkpoints, to be opened on the page "
        f"(default: ./{_MODELS}, if there is one)",
    )
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open a browser"
    )
    parser.add_argument(
        "--root-path",
        type=_root_path,
        default="",
        metavar="/PREFIX",
        help="path prefix under which a proxy publishes the page, such as /lab/gpt",
    )
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 2**16):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to 65535")
    return int(text)


def _root_path(text: str) -> str:
    path = text.strip("/")
    if "//" in path or any(sign in path for sign in "?#\\ "):
        raise argparse.ArgumentTypeError(f"{text!r} is no path prefix; give one like /lab/gpt")
    return f"/{path}" if path else ""


if __name__ == "__main__":
    raise SystemExit(main())
