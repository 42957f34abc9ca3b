"""The page's scripts have tests of their own, in tests/js, for Node's test runner.

They run from here too, so that one command runs everything. Playwright brings a Node with it,
so whoever has installed the test requirements has one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from socketserver import StreamRequestHandler, TCPServer

import pytest

from tests.project.project_files import ROOT


class _Documents(StreamRequestHandler):
    """One list of arguments in, the documents out; an error goes where the server's go."""

    def handle(self) -> None:
        # Not at collection: most of what is tested here needs no PyTorch.
        from tests.js.model_documents import documents

        self.wfile.write(documents(json.loads(self.rfile.read())))


@pytest.fixture(scope="module")
def documents_port() -> Iterator[str]:
    """Where this process computes traces for the scripts: it loads PyTorch once."""
    with TCPServer(("127.0.0.1", 0), _Documents) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield str(server.server_address[1])
        server.shutdown()
        serving.join()


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "js").rglob("*.test.js")), ids=lambda path: path.stem
)
def test_scripts(path: Path, node: str, documents_port: str) -> None:
    done = subprocess.run(
        [node, "--test", path],
        cwd=ROOT,
        # Some read a trace of the model in Python.
        env={**os.environ, "PYTHON": sys.executable, "MODEL_DOCUMENTS": documents_port},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
