"""Training at the size of `shakespeare`: tokens per second, against a plain eager loop.

The plain loop is what one would write first: the model's own forward pass with its attention
written out, autograd, torch's AdamW parameter by parameter. Both draw the same windows of the
same IDs, and take turns in one process, so that a busy spell of the machine meets both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import perf_counter

import torch

from minigpt.model import create_model
from minigpt.presets import preset_folder
from minigpt.stream.windows import RandomWindows
from minigpt.training.events import Updated
from minigpt.training.stream.material import StreamMaterial, stream_material_of
from minigpt.training.stream.run import StreamRun
from minigpt.training.stream.schedule import learning_rate
from minigpt.training.stream.splits import Splits
from tests.bench.result import Result

TURNS = 8
UPDATES = 4  # in a turn
#: On two cores of the kind that these figures are from, and what nanoGPT's eager loop does there.
LEAST_TOKENS, EAGER_TOKENS = 14_000, 11_200
LEAST_FASTER = LEAST_TOKENS / EAGER_TOKENS


def run() -> list[Result]:
    """Tokens per second of both, and their ratio."""
    material = stream_material_of(preset_folder("shakespeare"))
    ids = torch.randint(material.config.vocabulary_size, (100_000,))  # [N]; speed asks no sense
    loops = {"plain": _plain(material, ids), "ours": _ours(material, ids)}
    for loop in loops.values():
        next(loop)  # the first update allocates
    seconds: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(TURNS):
        for name, loop in loops.items():
            start = perf_counter()
            list(islice(loop, UPDATES))
            seconds[name].append(perf_counter() - start)
    tokens = UPDATES * material.training.batch_windows * material.config.context_length
    plain, ours = (tokens / min(seconds[name]) for name in loops)
    ratio = median(a / b for a, b in zip(seconds["plain"], seconds["ours"], strict=True))
    shapes = f"{material.training.batch_windows} × {material.config.context_length} tokens"
    how = f"{shapes}, {torch.get_num_threads()} threads, best of {TURNS} × {UPDATES} updates"
    why = "fused attention and norms, AdamW and clipping on one vector; median of pairs"
    return [
        Result("shakespeare: plain eager loop", plain, "tokens/s", None, how),
        Result("shakespeare: ours", ours, "tokens/s", -LEAST_TOKENS, how),
        Result("shakespeare: ours / plain", ratio, "x", -LEAST_FASTER, why),
    ]


def _ours(material: StreamMaterial, ids: torch.Tensor) -> Iterator[None]:
    run = StreamRun(create_model(material.config), material.training, Splits(ids, ids[:1000]))
    for event in run.events():
        if isinstance(event, Updated):
            yield


def _plain(material: StreamMaterial, ids: torch.Tensor) -> Iterator[None]:
    config, told = material.config, material.training
    model = create_model(config).train()
    matrices = [parameter for parameter in model.parameters() if parameter.ndim > 1]
    others = [parameter for parameter in model.parameters() if parameter.ndim == 1]
    adamw = torch.optim.AdamW(
        [
            {"params": matrices, "weight_decay": told.weight_decay},
            {"params": others, "weight_decay": 0.0},
        ],
        betas=(told.beta1, told.beta2),
        eps=told.epsilon,
        foreach=False,
    )
    windows = RandomWindows(ids, config.context_length, told.seed)
    valid = torch.ones(told.batch_windows, config.context_length, dtype=torch.bool)  # [B, T]
    for update in range(1, told.steps + 1):
        inputs, targets = windows.draw(told.batch_windows)  # [B, T] each
        adamw.zero_grad()
        model(inputs, valid, targets).loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), told.clip_norm)
        for group in adamw.param_groups:
            group["lr"] = learning_rate(told, update)
        adamw.step()
        yield
