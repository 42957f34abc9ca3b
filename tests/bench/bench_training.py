"""600 updates with all 13 evaluations, against the plain loop; and a generated token.

The plain loop is what one would write first: autograd on all 64 slots, torch's Adam
parameter by parameter. Both run in one process on one thread, turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import perf_counter

import torch

from minigpt.batch import Batch
from minigpt.generation import generate
from minigpt.generation_settings import GenerationSettings
from minigpt.model import create_model
from minigpt.resources import data_dir
from minigpt.training.batches import lay_out
from minigpt.training.config import TrainingConfig
from minigpt.training.run_folder import Material, material_of
from tests.bench.result import Result

TURNS = 3
LEAST_FASTER = 2.5
#: One generated token to one bare forward pass of the same context.
MOST_PER_TOKEN = 1.3
GENERATIONS = 100
Curve = list[tuple[float, float]]


def run() -> list[Result]:
    """Ratios and seconds; the thread count is put back."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        material = material_of(data_dir())
        return [*_training(material), _generation(material)]
    finally:
        torch.set_num_threads(before)


def _training(material: Material) -> list[Result]:
    times: dict[str, list[float]] = {"plain": [], "ours": []}
    curves: dict[str, Curve] = {}
    ways: dict[str, Callable[[Material], Curve]] = {"plain": plain_loop, "ours": _ours}
    for _ in range(TURNS):
        for name, way in ways.items():
            start = perf_counter()
            curves[name] = way(material)
            times[name].append(perf_counter() - start)
    plain, ours = (min(own) for own in times.values())
    apart = max(
        abs(one - other)
        for pair in zip(curves["plain"], curves["ours"], strict=True)
        for one, other in zip(*pair, strict=True)
    )
    how = f"600 updates, 13 evaluations, 1 thread, best of {TURNS}"
    why = "no autograd graph, no common padding, head on scored positions only, Adam on one vector"
    return [
        Result("training: plain loop", plain, "s", None, how),
        Result("training: ours", ours, "s", None, how),
        Result("training: plain / ours", plain / ours, "x", -LEAST_FASTER, why),
        Result("training: curves apart", apart, "nats", 1e-9, "largest of 26 losses"),
    ]


def plain_loop(material: Material) -> Curve:
    """All 64 slots, autograd, `torch.optim.Adam(foreach=False)`."""
    config = TrainingConfig.default()
    length = material.config.context_length
    corpus, tokenizer = material.corpus, material.tokenizer
    train = lay_out(corpus.train, "train", tokenizer, length)
    validation = lay_out(corpus.validation, "validation", tokenizer, length)
    model = create_model(material.config)
    adam = torch.optim.Adam(model.parameters(), lr=config.learning_rate, foreach=False)
    generator = torch.Generator().manual_seed(config.seed)

    def loss(batch: Batch) -> torch.Tensor:
        mean: torch.Tensor = model(batch.ids, batch.valid, batch.targets).loss  # []
        return mean

    def both() -> tuple[float, float]:
        with torch.no_grad():
            return loss(train).item(), loss(validation).item()

    curve = [both()]
    for step in range(1, config.steps + 1):
        chosen = torch.randint(len(corpus.train), (8,), generator=generator)  # [B]
        batch = replace(
            train,
            ids=train.ids[chosen],  # [B, T]
            valid=train.valid[chosen],  # [B, T]
            targets=train.targets[chosen],  # [B, T]
        )
        adam.zero_grad()
        loss(batch).backward()  # type: ignore[no-untyped-call]  # torch does not type it
        adam.step()
        if step % config.evaluate_every == 0:
            curve.append(both())
    return curve


def _ours(material: Material) -> Curve:
    training = material.start(TrainingConfig.default())
    for _ in training.events():
        pass
    return [(evaluation.train, evaluation.validation) for evaluation in training.curve]


def _generation(material: Material) -> Result:
    """Each token as it comes, against a bare pass of the same IDs right after it.

    Both take turns token by token, so that a busy spell of the machine meets both.
    """
    model = create_model(material.config)
    with torch.no_grad():
        model.get_parameter("lm_bias")[257] = -100.0  # no early end
    settings = GenerationSettings(temperature=1.0, top_k=40, top_p=0.9)
    prompt = "The key is red."
    *_, ending = generate(model, material.tokenizer, prompt, settings)
    ids = list(ending.ids)  # type: ignore[union-attr]  # the last one is the ending
    first = len(ids) - settings.max_new_tokens
    contexts = [torch.tensor([ids[:end]]) for end in range(first, len(ids))]  # [1, T] each
    ratios: list[float] = []
    for _ in range(GENERATIONS):
        steps = generate(model, material.tokenizer, prompt, settings)
        for inputs in contexts:
            valid = torch.ones_like(inputs, dtype=torch.bool)  # [1, T]
            start = perf_counter()
            next(steps)
            middle = perf_counter()
            with torch.no_grad():
                model(inputs, valid)
            ratios.append((middle - start) / (perf_counter() - middle))
    how = f"median of {GENERATIONS} × {settings.max_new_tokens} pairs, temperature 1, top-k, top-p"
    return Result("generation: a token / its forward", median(ratios), "x", MOST_PER_TOKEN, how)
