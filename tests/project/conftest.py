"""What several tests of the project as a whole need."""

from __future__ import annotations

import shutil
from pathlib import Path

import playwright
import pytest


@pytest.fixture(scope="session")
def node() -> str:
    """The Node that Playwright ships, or else the system's."""
    driver = Path(playwright.__file__).parent / "driver"
    found = shutil.which("node", path=str(driver)) or shutil.which("node")
    assert found, "The tests of the page's scripts need Node.js 20 or newer: install it."
    return found
