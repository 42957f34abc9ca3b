"""The server as a person starts it, but that a browser may keep scripts and styles unasked.

`python -m tests.page.kept_files` takes the options of `minigpt-explorer`. Ours has a browser ask
for each of some 400 files whenever it opens the page: before every test, that took more than the
test. The files are the same; tests/server holds what is really said of keeping them.
"""

from __future__ import annotations

from unittest.mock import patch

from starlette.responses import Response
from starlette.types import Scope

from server.cli import main
from server.static_files import RevalidatedFiles


class _KeptFiles(RevalidatedFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, to be kept for as long as tests may run."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "max-age=86400"
        return response


if __name__ == "__main__":
    with patch("server.app.RevalidatedFiles", _KeptFiles):
        raise SystemExit(main())
