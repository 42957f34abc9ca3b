"""An application whose run is watched: what its tests share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import torch
from fastapi import FastAPI

from server.schemas.training import TrainingReply
from server.training.progress import ACTIVE

PATIENCE_S = 60.0
#: More updates than any test waits for.
LONG = {"steps": 16_000}
RED = {"records": [{"text": "The key is red. Answer: red."}]}


class Trained:
    """An application, what it is asked, and what becomes of its run."""

    def __init__(self, app: FastAPI, client: Any) -> None:
        self.app = app
        self.client = client

    def command(self, name: str, body: dict[str, Any] | None = None) -> Any:
        """POST; the reply, whatever it is."""
        return self.client.post(f"/api/training/{name}", body or {})

    def report(self) -> dict[str, Any]:
        """GET /api/training, as its description has it."""
        found: dict[str, Any] = self.client.get("/api/training").json()
        TrainingReply.model_validate(found)
        return found

    def until(self, reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The report that is the first to say so."""
        news = threading.Event()
        with self.app.state.trainer.log.listening(news.set):
            while not reached(report := self.report()):
                assert news.wait(PATIENCE_S), report
                news.clear()
        return report

    def finished(self, **settings: Any) -> dict[str, Any]:
        """Start a run and wait until it is over."""
        assert self.command("start", settings).status_code == 200
        return self.until(lambda report: report["status"] not in ACTIVE)

    def parameters(self, step: int | None) -> dict[str, torch.Tensor]:
        """Those that the API tells."""
        path = "/api/parameters" + ("" if step is None else f"?step={step}")
        reply = self.client.get(path).json()
        assert reply["step"] == step
        return {
            item["name"]: torch.tensor(item["values"], dtype=torch.float64)
            for item in reply["parameters"]
        }
