"""The page's scripts have tests of their own, in tests/js, for Node's test runner.

They run from here too, so that one command runs everything. Playwright brings a Node with it,
so whoever has installed the test requirements has one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.project_files import ROOT


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "js").rglob("*.test.js")), ids=lambda path: path.stem
)
def test_scripts(path: Path, node: str) -> None:
    done = subprocess.run(
        [node, "--test", path],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},  # some read a trace of the model in Python
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
