"""Where Chromium is, and how it is started without a screen."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ADVICE = (
    "no Chromium: install your system's chromium, or run "
    f"`{sys.executable} -m playwright install chromium`"
)

#: The shell is Chromium without its own windows, which cost a third of the time of opening a page.
_SHELL = "chromium-headless-shell"
_WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium(playwright: Playwright, *, whole: bool = False) -> str | None:
    """The system's Chromium, or Playwright's own, fetched; `whole`: as a person has it."""
    for name in _WHOLE if whole else (_SHELL, *_WHOLE):
        if path := shutil.which(name):
            return path
    own = Path(playwright.chromium.executable_path)
    if not own.exists():
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, capture_output=True, check=False)
    return str(own) if own.exists() else None
