"""Runs the application on a listening socket until it is told to stop."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import torch
import uvicorn

from server.announce import announce
from server.app import create_app
from server.settings import Settings


class _AnnouncedServer(uvicorn.Server):
    """Says where it is once it really answers, and ends streams before it waits for answers."""

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        open_browser: bool,
        end_streams: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._address = address
        self._open_browser = open_browser
        self._end_streams = end_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        announce(f"MiniGPT Explorer runs at {self._address} (Ctrl-C ends it)")
        if self._open_browser:
            # A browser in the terminal would not return; the server goes on regardless.
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Open answers are waited for, and a stream is one that would never end.
        self._end_streams()
        await super().shutdown(sockets)


def serve(listener: socket.socket, settings: Settings, *, address: str, open_browser: bool) -> None:
    """Load the model and serve on `listener`; `address` is what is printed and opened.

    Raises:
        KeyboardInterrupt: Ctrl-C, after open answers were sent.
    """
    # One thread is as fast as many for matrices this small, and leaves the browser a core.
    torch.set_num_threads(1)
    # A small trace gives up the interpreter at every tensor operation; while the worker reads
    # a long text it would wait for its return each time, 5 ms by default.
    sys.setswitchinterval(0.0005)
    app = create_app(settings)
    # What is loaded stays; a full collection over torch's objects would cost a frame.
    gc.collect()
    gc.freeze()
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="on",
        log_level="warning",
        # Left to itself, uvicorn asks standard output, which need not be there.
        use_colors=None if sys.stdout else False,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    end_streams = app.state.models.end_streams
    _AnnouncedServer(config, address, open_browser, end_streams).run(sockets=[listener])
