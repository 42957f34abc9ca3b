"""The options of `minigpt train` that are settings of a run, for both kinds of run."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from minigpt.cli.data_folder import data_folder
from minigpt.config import ModelConfig
from minigpt.errors import MiniGPTError, TrainingConfigError
from minigpt.training.config import TrainingConfig
from minigpt.training.settings import TRAINING
from minigpt.training.stream.config import StreamTrainingConfig

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


class _Help(argparse.Action):
    """`--help`, with the defaults of the model that is named before it."""

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        settings: Mapping[Setting, argparse.Action],
        help: str,
    ) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)
        self._settings = settings

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Print it, and end."""
        try:
            kind, defaults = _defaults(namespace)
        except (MiniGPTError, OSError) as error:
            parser.error(str(error))
        for setting, action in self._settings.items():
            field = setting.records if kind == "records" else setting.stream
            action.help = setting.says + (f" ({defaults[field]})" if field else "")
        parser.print_help()
        parser.exit()


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Offer all of them, and help that says how the named model has them."""
    shown: dict[Setting, argparse.Action] = {}
    says = "show this help message and exit; after --model NAME with that model's settings"
    parser.add_argument(
        *("-h", "--help"), dest=argparse.SUPPRESS, action=_Help, settings=shown, help=says
    )
    text_alone = parser.add_argument_group("for a model that learns one text")
    for setting in SETTINGS:
        place = parser if setting.records else text_alone
        shown[setting] = place.add_argument(
            setting.option, dest=_place(setting), type=setting.type, metavar="N"
        )


def _defaults(arguments: argparse.Namespace) -> tuple[Kind, Mapping[str, float]]:
    folder = data_folder(arguments)
    if ModelConfig.load(folder / "config.json").data == "stream":
        return "stream", StreamTrainingConfig.from_file(folder / TRAINING).to_dict()
    return "records", TrainingConfig.from_file(folder / TRAINING).to_dict()


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
