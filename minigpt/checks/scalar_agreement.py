"""Section 20.4: an independent path in plain Python computes every traced number again."""

from __future__ import annotations

import math
from typing import Any

from minigpt import scalar
from minigpt.checks.row import TOLERANCE, CheckRow
