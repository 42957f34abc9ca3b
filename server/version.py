"""The version of this project, as it was installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def project_version() -> str:
    """Such as "0.1.0"; "not installed" when run from a bare checkout."""
    try:
        return version("minigpt-explorer")
    except PackageNotFoundError:
        return "not installed"
