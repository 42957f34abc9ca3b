"""`python -m minigpt`: the same as the command `minigpt`."""

from __future__ import annotations

import sys

from minigpt.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
