"""The API against its own description, with requests that nobody thought of.

Schemathesis makes requests from /api/openapi.json, fitting and unfitting ones,
the same in every run, and holds each reply against the description.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS

from minigpt.axes import BLOCK_TENSORS, INPUT_TENSORS, OUTPUT_TENSORS
from server.app import create_app
from server.settings import Settings
from server.training.progress import ACTIVE

# Read at collection, because one test is made from each operation. "testserver"
# is the host that Schemathesis names.
APP = create_app(Settings(host="testserver"))
# A stream of events has no end; tests/server/test_training_stream.py reads it.
SCHEMA = schemathesis.openapi.from_asgi("/api/openapi.json", APP).exclude(
    path="/api/training/events"
)

#: What fits the description may still be refused: a text too long, an ID out of range.
#: Schemathesis knows its checks once it has read a description.
UNFIT: list[Any] = [CHECKS.get_one("positive_data_acceptance")]


@pytest.fixture(autouse=True)
def _no_run_goes_on() -> Iterator[None]:
    """Some of the requests start one."""
    yield
    if APP.state.trainer.report()["status"] in ACTIVE:
        APP.state.trainer.stop()


@SCHEMA.parametrize()
@settings(
    max_examples=60,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_reply_is_as_described(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(excluded_checks=UNFIT)


def test_the_description_names_all_of_the_api(client: Any) -> None:
    described = client.get("/api/openapi.json").json()
    operations = {
        (method, path) for path, methods in described["paths"].items() for method in methods
    }
    assert operations == {
        ("get", "/api/models"),
        ("post", "/api/models/read"),
        ("post", "/api/models/open"),
        ("get", "/api/text"),
        ("get", "/api/text/find"),
        ("post", "/api/ablations"),
        ("get", "/api/model"),
        ("get", "/api/parameters"),
        ("get", "/api/corpus"),
        ("get", "/api/vocabulary"),
        ("get", "/api/faults"),
        ("get", "/api/faults/{name}/verdicts"),
        ("post", "/api/tokenize"),
        ("post", "/api/trace"),
        ("post", "/api/gradients"),
        ("post", "/api/update"),
        ("post", "/api/generate"),
        ("get", "/api/probes"),
        ("post", "/api/export/trace"),
        ("get", "/api/export/page"),
        ("get", "/api/training"),
        ("get", "/api/training/events"),
        *(("post", f"/api/training/{do}") for do in ("start", "pause", "continue", "stop")),
    }
    schemas = described["components"]["schemas"]
    tensors = schemas["RecordTensors"]
    assert list(tensors["properties"]) == [*INPUT_TENSORS, "blocks", *OUTPUT_TENSORS]
    assert list(schemas["BlockTensors"]["properties"]) == list(BLOCK_TENSORS)
    assert tensors["additionalProperties"] is False


@pytest.mark.parametrize("status", ["400", "403", "413", "415", "422"])
def test_every_refusal_is_described(client: Any, status: str) -> None:
    described = client.get("/api/openapi.json").json()
    for path in ("/api/trace", "/api/tokenize"):
        reply = described["paths"][path]["post"]["responses"][status]
        content = reply["content"]["application/json"]
        assert content["schema"]["$ref"].endswith("/ErrorReply")
