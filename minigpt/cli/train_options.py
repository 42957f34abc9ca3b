"""The options of `minigpt train` that are settings of a run, for both kinds of run."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from minigpt.errors import TrainingConfigError

Kind = Literal["records", "stream"]


class Setting(NamedTuple):
    """An option, and the field it sets where a model learns records or one text."""

    option: str
    records: str | None
    stream: str | None
    type: type[int] | type[float]
    says: str


SETTINGS: Final = (
    Setting("--steps", "steps", "steps", int, "updates in all"),
    Setting("--lr", "learning_rate", "learning_rate", float, "Adam's learning rate"),
    Setting("--beta1", "beta1", "beta1", float, "decay of its first moment"),
    Setting("--beta2", "beta2", "beta2", float, "decay of its second moment"),
    Setting("--epsilon", "epsilon", "epsilon", float, "added to its root"),
    Setting("--batch", "batch_records", "batch_windows", int, "records or windows in a batch"),
    Setting("--seed", "seed", "seed", int, "of the generator that draws the batches"),
    Setting(
        "--evaluate-every",
        "evaluate_every",
        "evaluate_every",
        int,
        "updates between evaluations and saves",
    ),
    Setting("--min-lr", None, "min_learning_rate", float, "the rate that the cosine ends at"),
    Setting("--warmup", None, "warmup_steps", int, "updates in which the rate rises"),
    Setting("--decay-steps", None, "decay_steps", int, "the update at which the cosine ends"),
    Setting("--weight-decay", None, "weight_decay", float, "of matrices and tables"),
    Setting("--clip", None, "clip_norm", float, "the longest gradient that is followed"),
)


def add_settings(parser: argparse.ArgumentParser, defaults: Mapping[str, float]) -> None:
    """Offer all of them; `defaults` are those of MG-1."""
    text_alone = parser.add_argument_group("for a model that learns one text")
    for setting in SETTINGS:
        place = parser if setting.records else text_alone
        default = f" ({defaults[setting.records]})" if setting.records else ""
        place.add_argument(
            setting.option,
            dest=_place(setting),
            type=setting.type,
            metavar="N",
            help=setting.says + default,
        )


def given_settings(arguments: argparse.Namespace, kind: Kind) -> dict[str, Any]:
    """The settings that the command line names, by field.

    Raises:
        TrainingConfigError: one of them belongs to the other kind of run.
    """
    found: dict[str, Any] = {}
    for setting in SETTINGS:
        value = getattr(arguments, _place(setting))
        if value is None:
            continue
        field = setting.records if kind == "records" else setting.stream
        if field is None:
            raise TrainingConfigError(
                f"{setting.option} is for a model that learns one text; this one learns records."
            )
        found[field] = value
    return found


def _place(setting: Setting) -> str:
    return "setting" + setting.option.replace("-", "_")
