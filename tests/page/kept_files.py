"""The server as a person starts it, but that a browser may keep scripts and styles unasked.

`python -m tests.page.kept_files` takes the options of `minigpt-explorer`. Ours has a browser ask
for each of some 400 files whenever it opens the page: before every test, that took more than the
test. The files are the same; tests/server holds what is really said of keeping them.
"""

from __future__ import annotations

import os
from unittest.mock import patch

from starlette.responses import Response
from starlette.types import Scope

from server.cli import main
from server.static_files import RevalidatedFiles


class _KeptFiles(RevalidatedFiles):
    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, to be kept for as long as tests may run."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "max-age=86400"
        return response


if __name__ == "__main__":
    with patch("server.app.RevalidatedFiles", _KeptFiles):
        raise SystemExit(main())
