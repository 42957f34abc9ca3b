"""The whole page as one HTML file that opens from a disk, without a server.

Scripts stay modules, each a data: address in an import map, so that nothing is
bundled or rewritten but the names they import each other by. Two modules that
reach for the server are exchanged for ones that answer from the file
(`static/js/offline/`). What the server knows of the model lies in it as JSON; the
state it was saved in is put in by the page.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from minigpt.trace_json import to_json

#: In a saved page these modules are other ones.
EXCHANGED: Final[Mapping[str, str]] = {
    "api/client.js": "offline/client.js",
    "api/late-client.js": "offline/late-client.js",
    "sheets.js": "offline/sheets.js",
}
#: Modules that stand in for others go by the names of those.
_STANDS_FOR: Final = {standing: name for name, standing in EXCHANGED.items()}
_ENTRY: Final = "offline/open.js"
#: Names in the import map begin so: a name that begins with a dot would be an address.
_PREFIX: Final = "page/"

#: `from "./x.js"`, `import "./x.js"`, `import("./x.js")`; in a comment it does no harm.
_NAMED = re.compile(
    r"""(?P<before>\b(?:from|import)\s*\(?\s*) (?P<quote>['"]) (?P<path>\.[^'"\n]*) ['"]""",
    re.VERBOSE,
)
#: A sheet's name where the first page links it, and the list of those that come late.
_LINKED = re.compile(r"static/css/([\w-]+)\.css")
_LISTED = re.compile(r"^const SHEETS = \[(.*?)\]", re.MULTILINE | re.DOTALL)

#: In a script's address: what would end it, start an escape or be dropped, and what the JSON
#: and the HTML around it would have to escape. All else is itself, a quarter less than base64.
_ESCAPED: Final = str.maketrans({mark: f"%{ord(mark):02X}" for mark in '%#?\t\n\r"\\<'})


def saved_page(templates_dir: Path, static_dir: Path, held: Mapping[str, object]) -> bytes:
    """The file, as UTF-8.

    Args:
        templates_dir: with index.html and saved.html.
        static_dir: with js/, css/ and icon.svg.
        held: what the API would answer, by name: see `static/js/offline/held.js`.

    Raises:
        OSError, jinja2.TemplateError: the page's own files are not whole.
    """
    environment = Environment(
        loader=FileSystemLoader(templates_dir), autoescape=True, undefined=StrictUndefined
    )
    first_page = environment.get_template("index.html").render(modules=[])
    style = _style(static_dir, first_page)
    imports = to_json({"imports": _modules(static_dir / "js")}).decode()
    start = f'import "{_PREFIX}{_ENTRY}";'
    page = environment.get_template("saved.html").render(
        modules=[],
        policy=_meta(_policy([imports, start], style)),
        icon=_address("image/svg+xml", (static_dir / "icon.svg").read_bytes()),
        styles=_element("style", "", style),
        scripts=_element("script", ' type="importmap"', imports)
        + _element("script", ' type="module"', start),
        held=_json_block("held-model", to_json(held).decode()) + _json_block("held-state", "{}"),
    )
    return page.encode()


def _style(static_dir: Path, first_page: str) -> str:
    """All sheets in the order in which the page loads them, which decides between their rules."""
    late = _LISTED.search((static_dir / "js" / "sheets.js").read_text("utf-8"))
    assert late, "sheets.js lists the late sheets"
    names = _LINKED.findall(first_page) + re.findall(r"[\w-]+", late[1])
    return "\n".join((static_dir / "css" / f"{name}.css").read_text("utf-8") for name in names)


def _modules(folder: Path) -> dict[str, str]:
    """Every module by its name in the import map, as a data: address."""
    sources = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.js"))
    }
    replacing = set(EXCHANGED.values())
    return {
        _PREFIX + name: _module(EXCHANGED.get(name, name), sources)
        for name in sources
        if name not in replacing
    }


def _module(name: str, sources: Mapping[str, str]) -> str:
    folder = posixpath.dirname(name)

    def renamed(match: re.Match[str]) -> str:
        named = posixpath.normpath(posixpath.join(folder, match["path"]))
        target = _STANDS_FOR.get(named, named)
        return f"{match['before']}{match['quote']}{_PREFIX}{target}{match['quote']}"

    # Without its own charset a script takes that of the page, UTF-8.
    return f"data:text/javascript,{_NAMED.sub(renamed, sources[name]).translate(_ESCAPED)}"


def _address(media_type: str, content: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def _policy(scripts: list[str], style: str) -> str:
    """Nothing from anywhere: only the scripts and the style that are in the file."""
    hashes = " ".join(map(_hash, scripts))
    return (
        f"default-src 'none'; script-src data: {hashes}; style-src {_hash(style)}; "
        "img-src data:; connect-src 'none'; base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _meta(policy: str) -> Markup:
    return Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(policy)


def _element(tag: str, attributes: str, content: str) -> Markup:
    """An element whose content is no markup, so that nothing in it may look like its end."""
    assert f"</{tag}" not in content.lower()
    assert "<!--" not in content
    return Markup(f"<{tag}{attributes}>{content}</{tag}>\n")


def _json_block(name: str, content: str) -> Markup:
    escaped = content.replace("<", "\\u003c")
    return _element("script", f' type="application/json" id="{name}"', escaped)
