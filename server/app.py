"""The application, put together: guards outside, routes inside, models between.

`create_app` is the only way in; nothing is loaded or kept at import.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware import Middleware

from server.body_limit import BodyLimit
from server.cross_site import SameSiteWrites
from server.errors import translate_errors
from server.hosts import KnownHosts
from server.imports import Imports
from server.json_body import StrictJSONRoute
from server.loaded_model import LoadedModel
from server.model_sources import Source, folder_sources, preset_sources
from server.models import Models
from server.path_prefix import PathPrefix
from server.recent_traces import RecentTraces
from server.routes.corpus import add_corpus_routes
from server.routes.export import add_export_routes
from server.routes.faults import add_fault_routes
from server.routes.generate import add_generate_routes
from server.routes.gradients import add_gradient_routes
from server.routes.model import add_model_routes
from server.routes.models import add_models_routes
from server.routes.page import add_page_routes
from server.routes.probes import add_probe_routes
from server.routes.take_apart import add_take_apart_routes
from server.routes.text import add_text_routes
from server.routes.tokenize import add_tokenize_routes
from server.routes.trace import add_trace_routes
from server.routes.training import add_training_routes
from server.security_headers import SecurityHeaders
from server.settings import Settings
from server.static_files import RevalidatedFiles
from server.version import project_version
from server.work import Work


def create_app(settings: Settings | None = None) -> FastAPI:
    """Load the model and build the application that explains it.

    Raises:
        MiniGPTError, OSError: the data cannot be loaded.
        jinja2.TemplateError: the page's template cannot be rendered.
    """
    settings = settings or Settings()
    loaded = LoadedModel.load(settings.data_dir)
    work, recent = Work(), RecentTraces()
    imports = Imports(settings.models_dir)
    models = Models(loaded, work, lambda: _sources(settings), imports, recent.forget)
    app = FastAPI(
        title="MiniGPT Explorer",
        description="One small GPT, traced number by number.",
        version=project_version(),
        # FastAPI's own pages to read this load scripts from elsewhere.
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        servers=[{"url": settings.root_path}] if settings.root_path else None,
        redirect_slashes=False,
        middleware=_guards(settings),
        lifespan=_ending(models),
    )
    app.state.models, app.state.trainer = models, models.first.trainer
    translate_errors(app)
    app.router.route_class = StrictJSONRoute
    # In the order of how often they are asked: the first route that matches answers.
    add_trace_routes(app, work, recent)
    add_tokenize_routes(app, work)
    add_gradient_routes(app, work)
    add_generate_routes(app, work)
    add_fault_routes(app, work)
    add_model_routes(app, work)
    add_corpus_routes(app)
    add_export_routes(app, work, recent, settings)
    add_training_routes(app)
    add_models_routes(app, work)
    add_take_apart_routes(app, work, recent)
    add_text_routes(app, work)
    add_probe_routes(app, work)
    add_page_routes(app, settings.templates_dir, settings.static_dir)
    app.mount("/static", RevalidatedFiles(directory=settings.static_dir))
    return app


def _ending(models: Models) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """No run must outlive its application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await to_thread.run_sync(models.close)

    return lifespan


def _sources(settings: Settings) -> Iterator[Source]:
    """What comes with the package, then what lies in the person's own folder."""
    yield from preset_sources()
    if settings.models_dir is not None:
        yield from folder_sources(settings.models_dir)


def _guards(settings: Settings) -> list[Middleware]:
    """From the outermost inwards."""
    guards = [
        Middleware(SecurityHeaders),
        Middleware(KnownHosts, host=settings.host, address=settings.address),
        Middleware(SameSiteWrites),
        Middleware(BodyLimit),
    ]
    if settings.root_path:
        guards.append(Middleware(PathPrefix, prefix=settings.root_path))
    return guards
