"""What a person sees of a training run: what it starts from, how it goes, what came of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from minigpt.cli.output import console
from minigpt.tokenizer import MERGES
from minigpt.training.events import Evaluated, NotFinite, Updated

if TYPE_CHECKING:
    from minigpt.training.any_material import AnyMaterial, Told
    from minigpt.training.any_run import Run
    from minigpt.training.run_folder import Material, RunFolder
    from minigpt.training.stream.material import StreamMaterial


def announce_records(material: Material) -> None:
    """Say from which records it learns."""
    out = console()
    corpus, merges = material.corpus, len(material.tokenizer.merges)
    out.print(
        f"corpus     {corpus.version}: {len(corpus.train)} training and "
        f"{len(corpus.validation)} validation records"
    )
    early = ", then no pair of tokens came twice" if merges < MERGES else ""
    entries = material.tokenizer.vocabulary_size
    out.print(f"tokenizer  {merges} merges{early}; {entries} vocabulary entries")


def announce_text(material: StreamMaterial) -> None:
    """Say from which text it learns."""
    out = console()
    text = material.text
    out.print(f"text       {text.name}: {text.characters:,} characters")
    out.print(f"tokenizer  {material.tokenizer.vocabulary_size} characters")


def announce_model(material: AnyMaterial[Told], run: Run) -> None:
    """Say which model learns, and from where it goes on."""
    out = console()
    out.print(f"model      {material.config.name}, {run.parameters.vector.numel():,} parameters")
    if run.step:
        out.print(f"resumed    after update {run.step}")


def follow_silently(run: Run) -> NotFinite | None:
    """Run to the end beside a process that shows and saves; returns the failure, if any."""
    for event in run.events():
        if isinstance(event, NotFinite):
            return event
    return None


def follow(
    material: AnyMaterial[Told], run: Run, folder: RunFolder | None, *, plain: bool
) -> NotFinite | None:
    """Run to the end, show and save each evaluation; returns the failure, if there was one."""
    out = console()
    columns = (
        TextColumn("update {task.completed}/{task.total}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    disabled = plain or not sys.stdout.isatty()
    with Progress(*columns, console=out, disable=disabled, transient=True) as progress:
        task = progress.add_task("", total=run.config.steps, completed=run.step)
        for event in run.events():
            match event:
                case Updated():
                    progress.update(task, completed=event.step)
                case Evaluated():
                    out.print(_line(event))
                    if folder:
                        folder.save(material, run)
                case NotFinite():
                    if folder and run.curve:
                        folder.save(material, run)  # where it is again: the last good state
                    return event
    return None


def _line(event: Evaluated) -> str:
    losses = event.evaluation
    mark = "  lowest so far" if event.selected else ""
    return (
        f"step {losses.step:>6}  train {losses.train:.10f}  "
        f"validation {losses.validation:.10f}{mark}"
    )


def summarise(run: Run, folder: RunFolder | None, failure: NotFinite | None) -> None:
    """Say which state is selected, whether the rest was overfitting, and where it lies."""
    out = console()
    if failure:
        out.print(f"stopped: {failure.what}; kept is the state after update {failure.kept}")
    if not run.curve:
        return
    by_step = {evaluation.step: evaluation for evaluation in run.curve}
    best, last = by_step[run.selected_step], run.curve[-1]
    out.print(
        f"selected   step {best.step}: validation {best.validation!r}, train {best.train!r} nats"
    )
    if last.validation > best.validation and last.train < best.train:
        out.print(
            f"overfitting after step {best.step}: by step {last.step} the training loss has "
            f"fallen to {last.train:.4f} and the validation loss risen to {last.validation:.4f}"
        )
    if not folder:
        out.print("nothing was written; --out DIR keeps the model")
    elif run.curve:
        out.print(f"written to {folder.path}; see it with --data {folder.path}")
