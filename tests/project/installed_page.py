"""Starts an installed `minigpt-explorer` and asks it for everything that the page needs.

`python -m tests.project.installed_page FOLDER` does so for the commands in FOLDER, such as the
bin of a virtual environment, from a directory outside the checkout.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

TEXTS = ("The key is red. Answer: red.", "The key is blue. Answer: blue.")
MEAN_LOSS = 5.670998865509145  # the chapter, section 20.5


def main() -> None:
    """Check the commands in the folder named on the command line."""
    commands = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as elsewhere:
        verified = run(commands, Path(elsewhere), "minigpt", "verify")
        print(verified.splitlines()[-1])
        with explorer(commands, Path(elsewhere)) as address:
            names = check_page(address)
    print(f"installed page: {len(names)} assets and one trace answered")


def run(commands: Path, elsewhere: Path, name: str, *arguments: str) -> str:
    """One command to its end; its output.

    Raises:
        subprocess.CalledProcessError: it did not end with 0.
    """
    done = subprocess.run(
        [commands / name, *arguments],
        cwd=elsewhere,
        env=_environment(),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


@contextmanager
def explorer(commands: Path, elsewhere: Path) -> Iterator[str]:
    """The running server's address, which it prints once it answers."""
    with subprocess.Popen(
        [commands / "minigpt-explorer", "--port", "0", "--no-browser"],
        cwd=elsewhere,
        env=_environment(),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        try:
            assert server.stdout
            said = server.stdout.readline() + server.stdout.readline()  # that it loads, and where
            found = re.search(r"http://\S+", said)
            assert found, f"no address in {said!r}"
            yield found[0]
        finally:
            server.terminate()


def check_page(address: str) -> set[str]:
    """Get the page and, from there, all that it names; then trace the chapter's two records.

    Returns:
        The addresses of all assets.
    """
    html = _get(address)
    waiting = {urljoin(address, name) for name in re.findall(r'(?:src|href)="([^"#]+)"', html)}
    seen: set[str] = set()
    while waiting:
        asset = waiting.pop()
        seen.add(asset)
        waiting |= {urljoin(asset, name) for name in _imports(_get(asset))} - seen
    assert any(asset.endswith("main.js") for asset in seen)
    assert any(asset.endswith(".css") for asset in seen)
    reply = _post(urljoin(address, "api/trace"), {"records": [{"text": text} for text in TEXTS]})
    assert reply["scored_events"] == 32
    assert abs(reply["loss"] - MEAN_LOSS) < 1e-12
    return seen


def _imports(code: str) -> list[str]:
    code = re.sub(r"/\*.*?\*/", "", code, flags=re.S)  # types are named in comments
    scripts = re.findall(r"""\b(?:from|import)[\s(]+['"](\.[^'"]+)['"]""", code)
    pictures = re.findall(r"""\burl\(["']?([^"')]+)""", code)
    return scripts + [name for name in pictures if not name.startswith(("data:", "#"))]


def _get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as reply:
        content: bytes = reply.read()
    return content.decode("utf-8")


def _post(address: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        address,
        json.dumps(body).encode("utf-8"),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as reply:
        answer: dict[str, Any] = json.load(reply)
    return answer


def _environment() -> dict[str, str]:
    """Without PYTHONPATH, which would put the checkout before what is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


if __name__ == "__main__":
    main()
