"""A whole trace request in this process, against one bare forward pass of its batch.

From the request's bytes to the reply's bytes, through every guard and route, with
no network and no client library around it. Both take turns, so that a busy spell
of the machine meets both. Run with `python -m tests.bench request`.
"""

from __future__ import annotations

import asyncio
import json
from statistics import median
from time import perf_counter
from typing import Any

import torch
from fastapi import FastAPI

from minigpt.batch import batch_records
from server.app import create_app
from server.loaded_model import LoadedModel
from server.settings import Settings
from tests.bench.result import Result

RECORDS = ("The key is red. Answer: red.", "The key is blue. Answer: blue.")
RUNS = 1500
WARM_UP = 150

#: Request over bare forward pass.
MOST_RATIO = 2.0


def run() -> list[Result]:
    """Medians and their ratio at one thread, as the command sets it; it is put back."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return asyncio.run(_measure())
    finally:
        torch.set_num_threads(before)


async def _measure() -> list[Result]:
    app = create_app()
    loaded = LoadedModel.load(Settings().data_dir)
    batch = batch_records(RECORDS, loaded.tokenizer, loaded.config.context_length)
    body = json.dumps({"records": [{"text": text} for text in RECORDS]}).encode()
    requests, bares = [], []
    size = 0
    for turn in range(WARM_UP + RUNS):
        start = perf_counter()
        size = await _request(app, body)
        middle = perf_counter()
        with torch.no_grad():
            loaded.model(batch.ids, batch.valid, batch.targets)
        end = perf_counter()
        if turn >= WARM_UP:
            requests.append(middle - start)
            bares.append(end - middle)
    ratio = median(one / other for one, other in zip(requests, bares, strict=True))
    how = f"median of {RUNS}, 1 thread"
    slots = batch.ids.shape[1]
    return [
        Result("request, bytes to bytes", median(requests) * 1e3, "ms", None, f"{how}; {size} B"),
        Result(f"bare forward, {slots} slots", median(bares) * 1e3, "ms", None, how),
        Result("request / bare forward", ratio, "x", MOST_RATIO, f"median of {RUNS} pairs"),
    ]


async def _request(app: FastAPI, body: bytes) -> int:
    """Post `body` as a server would hand it over; returns the size of the reply."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(_scope(len(body)), receive, send)
    start, content = sent
    assert start["status"] == 200, content
    return len(content["body"])


def _scope(length: int) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/trace",
        "raw_path": b"/api/trace",
        "query_string": b"",
        "root_path": "",
        # What a browser sends, as far as anything here looks at it.
        "headers": [
            (b"host", b"127.0.0.1:8020"),
            (b"content-type", b"application/json"),
            (b"content-length", str(length).encode()),
            (b"origin", b"http://127.0.0.1:8020"),
            (b"sec-fetch-site", b"same-origin"),
        ],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8020),
    }
