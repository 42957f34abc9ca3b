"""Which scripts a page's entry script needs, found by reading its imports.

The page names them all at once, so that the browser need not discover them level
by level. Only static imports count; comments with import types do not.
"""

from __future__ import annotations

import re
from pathlib import Path

# A statement starts its line; an import in a JSDoc comment stands behind `*` or `{`.
_IMPORT = re.compile(
    r"""^(?:import|export)\b (?:[^'";]*?\bfrom\b)? \s* ['"](?P<path>\.{1,2}/[^'"]+)['"]""",
    re.VERBOSE | re.MULTILINE,
)


def module_graph(entry: Path) -> list[Path]:
    """The modules that `entry` imports, directly or not, in the order they are met.

    `entry` itself is not among them, and neither is a file that does not exist.
    """
    root = entry.resolve()
    found = {root: None}  # a dict keeps the order
    waiting = [root]
    for module in waiting:
        if not module.is_file():
            del found[module]
            continue
        for match in _IMPORT.finditer(module.read_text(encoding="utf-8")):
            target = (module.parent / match["path"]).resolve()
            if target not in found:
                found[target] = None
                waiting.append(target)
    return [module for module in found if module != root]
