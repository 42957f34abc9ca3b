"""How help is laid out: the lessons keep their lines, and every command fits beside its words."""

from __future__ import annotations

import argparse


class LessonFormatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of descriptions and epilogs."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)
