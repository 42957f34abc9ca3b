"""The page itself: one template, rendered when the server starts."""

from __future__ import annotations

import hashlib
from pathlib import Path

from fastapi import FastAPI, Request, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from server.module_graph import module_graph


def add_page_routes(app: FastAPI, templates_dir: Path, static_dir: Path) -> None:
    """GET / with the page; its addresses are relative, so that any prefix will do."""
    html = render_page(templates_dir, static_dir)
    etag = f'"{hashlib.sha256(html).hexdigest()[:32]}"'
    headers = {"etag": etag}

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(html, media_type="text/html", headers=headers)


def render_page(templates_dir: Path, static_dir: Path) -> bytes:
    """index.html, told all modules that its main script will import."""
    environment = Environment(
        loader=FileSystemLoader(templates_dir), autoescape=True, undefined=StrictUndefined
    )
    modules = [
        f"static/{module.relative_to(static_dir.resolve()).as_posix()}"
        for module in module_graph(static_dir / "js" / "main.js")
    ]
    return environment.get_template("index.html").render(modules=modules).encode()
