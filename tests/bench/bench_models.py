"""Larger models on a real server: a request as the page makes it, a slice, memory, growth.

Over HTTP with next to no client: what is measured is the server. Every request differs from
the one before, as keystrokes do, so none is answered from a pass that was kept; but a slice is.
The growth with positions and blocks is drawn into docs/cost.svg. Run with
`python -m tests.bench models`. Memory is read from /proc, so this needs Linux.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from minigpt.config import ModelConfig
from minigpt.presets import preset_folder, preset_names
from minigpt.stream.text import sample_text
from tests.bench.connection import Connection
from tests.bench.curve import Series, write_curves
from tests.bench.processes import ROOT, resident_mib, server_process
from tests.bench.result import Result

AROUND = ["token_embedding", "position_embedding", "final_norm", "logits"]
#: What the page asks of an open block; see static/js/state/selection-of-trace.js.
OPEN = [
    *("block_input", "norm1", "q_projection", "k_projection", "v_projection", "scores"),
    *("visible", "weights", "joined", "attention_output", "residual1", "norm2"),
    *("ffn_linear", "ffn_relu", "ffn_output", "block_output"),
]
RUNS = 30
WARM_UP = 5
SIZES = (("shakespeare", 128), ("shakespeare-large", 256))
POSITIONS = (16, 32, 64, 96, 128, 192, 256)
BLOCKS = (1, 2, 4, 6, 8, 12)
BLOCK_POSITIONS = 128

#: A click on another head, position or block.
MOST_SLICE_MS = 50
MOST_MIB = 1024


def run() -> list[Result]:
    """Requests, slices and memory; and docs/cost.svg."""
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as place:
        models = Path(place)
        for blocks in BLOCKS:
            _of_blocks(models, blocks)
        with server_process("--models", place) as (process, port):
            connection = Connection(port)
            for name, positions in SIZES:
                results += _sized(connection, name, positions)
            for name in preset_names():
                connection.ask("GET", f"/api/parameters?model={name}&form=safetensors")
            held = resident_mib(process)
            results.append(
                Result(
                    "resident with all presets open",
                    held,
                    "MiB",
                    MOST_MIB,
                    "after the requests above, whose passes are kept, up to eight and 256 MiB",
                )
            )
            by_positions = [
                (n, _request_ms(connection, "shakespeare-large", n, 6)) for n in POSITIONS
            ]
            by_blocks = [
                (n, _request_ms(connection, f"blocks-{n}", BLOCK_POSITIONS, n)) for n in BLOCKS
            ]
            connection.close()
    write_curves(
        ROOT / "docs" / "cost.svg",
        Series("shakespeare-large: positions", by_positions),
        Series(f"the same with other numbers of blocks, {BLOCK_POSITIONS} positions", by_blocks),
    )
    return [*results, _growth("positions", by_positions), _growth("blocks", by_blocks)]


def _sized(connection: Connection, name: str, positions: int) -> list[Result]:
    blocks = ModelConfig.load(preset_folder(name) / "config.json").blocks
    whole = _request_ms(connection, name, positions, blocks)
    slices = []
    body = _body(positions, 0, _selection(blocks))
    connection.ask("POST", f"/api/trace?model={name}", body)
    for turn in range(RUNS):
        selection = {"tensors": OPEN, "blocks": [turn % blocks]}
        asked = _body(positions, 0, selection)
        begin = perf_counter()
        connection.ask("POST", f"/api/trace?model={name}", asked)
        slices.append(1e3 * (perf_counter() - begin))
    how = f"median of {RUNS} over HTTP, 1 thread"
    return [
        Result(f"{name}, {positions} positions: request", whole, "ms", None, how),
        Result(
            f"{name}, {positions} positions: another block",
            median(slices),
            "ms",
            MOST_SLICE_MS,
            how,
        ),
    ]


def _request_ms(connection: Connection, model: str, positions: int, blocks: int) -> float:
    """The median of requests that each need a forward pass."""
    times = []
    for turn in range(WARM_UP + RUNS):
        body = _body(positions, turn, _selection(blocks))
        begin = perf_counter()
        connection.ask("POST", f"/api/trace?model={model}", body)
        times.append(1e3 * (perf_counter() - begin))
    return median(times[WARM_UP:])


def _selection(blocks: int) -> dict[str, object]:
    """One block open, of the others the stream and the heads."""
    folded = [f"blocks.{i}.{name}" for i in range(blocks) for name in ("block_output", "weights")]
    return {"tensors": [*AROUND, *OPEN, *folded], "blocks": [0]}


def _body(positions: int, turn: int, selection: dict[str, object]) -> bytes:
    text = sample_text(preset_folder("shakespeare"))[turn : turn + positions]
    record = {"text": text, "next": 0}
    asked = {"records": [record], "select": selection, "lens": True, "form": "safetensors"}
    return json.dumps(asked).encode()


def _of_blocks(models: Path, blocks: int) -> None:
    """`shakespeare-large` with another number of blocks, untrained."""
    folder = models / f"blocks-{blocks}"
    shutil.copytree(
        preset_folder("shakespeare-large"),
        folder,
        ignore=shutil.ignore_patterns("weights.safetensors", "import.json"),
    )
    config = replace(ModelConfig.load(folder / "config.json"), name=folder.name, blocks=blocks)
    (folder / "config.json").write_text(json.dumps(config.to_dict()), encoding="utf-8")


def _growth(what: str, points: list[tuple[int, float]]) -> Result:
    told = ", ".join(f"{n}: {ms:.0f} ms" for n, ms in points)
    (first, low), (last, high) = points[0], points[-1]
    return Result(f"cost of {last} {what} / of {first}", high / low, "x", None, told)
