"""What a checkpoint leaves open, decided in the open: each with a reason, some with a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from minigpt.config import MOST_NUMBERS
from minigpt.importing.answers import ACTIVATIONS
from minigpt.importing.errors import ImportAnswerError, ImportSettingError
from minigpt.importing.report import Assumed, Needed, Statements

#: The largest difference between both forms of GELU, near |x| = 2.70.
GELU_GAP: Final = "4.73e-4"
_ANSWERED: Final = "your answer; the file does not say"


def heads_of(
    said: Statements, width: int, told: int | None, where: str, answer: int | None
) -> int | None:
    """The number of heads: as the file tells, or as was answered; None: it is to be asked.

    Raises:
        ImportSettingError: the file's number does not divide the width.
        ImportAnswerError: the answer does not, or the file tells another number.
    """
    choices = [heads for heads in range(1, width + 1) if width % heads == 0]
    if told is not None:
        if told not in choices:
            raise ImportSettingError(
                f"{where} says {told} heads, which do not divide the width {width}."
            )
        if answer not in (None, told):
            raise ImportAnswerError(
                f"{where} says {told} heads, not {answer}.", details={"answer": "heads"}
            )
        said.found.append(f"{told} heads of {width // told}, as {where} says")
    elif answer is None:
        said.needed.append(
            Needed("heads", f"no tensor shows into how many heads {width} is cut", choices)
        )
    elif answer not in choices:
        raise ImportAnswerError(
            f"{answer} heads do not divide the width {width}; "
            f"{', '.join(map(str, choices))} would.",
            details={"answer": "heads", "choices": choices},
        )
    else:
        said.assumed.append(Assumed("heads", answer, _ANSWERED, choices))
    return told if told is not None else answer


def activation_told(said: Statements, activation: str, told: str, answer: str | None) -> str:
    """The activation of a file that tells it; `told` is how.

    Raises:
        ImportAnswerError: another was answered.
    """
    if answer not in (None, activation):
        raise ImportAnswerError(
            f"{told}, which is {activation}, not {answer}.", details={"answer": "activation"}
        )
    said.assumed.append(Assumed("activation", activation, told))
    return activation


def activation_assumed(said: Statements, default: str, reason: str, answer: str | None) -> str:
    """The activation of a file that does not tell: as answered, or as its project computes."""
    both = f"exact and tanh GELU differ by at most {GELU_GAP}"
    why = f"{reason}; the file does not say; {both}" if answer is None else f"{_ANSWERED}; {both}"
    value = answer or default
    said.assumed.append(Assumed("activation", value, why, ACTIVATIONS))
    return value


def whole_number(settings: Mapping[str, object], name: str, where: str) -> int | None:
    """A size from the file's settings; None if it is not there.

    Raises:
        ImportSettingError: it is no whole number of at least 1, or more than a model may have.
    """
    value = settings.get(name)
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= MOST_NUMBERS:
        raise ImportSettingError(
            f"{where}: {name} must be a whole number from 1 to {MOST_NUMBERS:,}.",
            details={"setting": name},
        )
    return value


def fraction(settings: Mapping[str, object], name: str, where: str, default: float) -> float:
    """A number from 0 to 1, 1 excluded, from the file's settings.

    Raises:
        ImportSettingError: it is none.
    """
    value = settings.get(name, default)
    if type(value) not in (int, float) or not 0 <= value < 1:  # type: ignore[operator]  # a number by then
        raise ImportSettingError(
            f"{where}: {name} must be a number from 0 to below 1.", details={"setting": name}
        )
    return float(value)  # type: ignore[arg-type]  # a number by then
