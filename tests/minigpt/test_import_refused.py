"""What is missing, left over, misshapen or no number is refused by name, whatever the layout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from minigpt.importing import Answers, read_checkpoint
from minigpt.importing.errors import (
    ImportLayoutError,
    ImportRefusedError,
    TensorMissingError,
    TensorNotFiniteError,
    TensorShapeError,
    TensorTypeError,
    TensorUnknownError,
)
from minigpt.importing.layouts import Layout, layouts
from tests.minigpt.foreign_models import (
    SIZES,
    State,
    first_mingpt_state,
    later_mingpt_state,
    nanogpt_state,
)
from tests.minigpt.importing import imported_from, saved

HEADS = Answers(heads=SIZES.heads)


def conv1d_state() -> State:
    """GPT-2's, bare: nanoGPT's with every matrix of the blocks turned."""
    turned = ("c_attn.weight", "c_proj.weight", "c_fc.weight")
    return {
        name: tensor.t().contiguous() if name.endswith(turned) else tensor
        for name, tensor in nanogpt_state().items()
    }


STATES: dict[str, Callable[[], State]] = {
    "nanogpt": nanogpt_state,
    "gpt2": conv1d_state,
    "first mingpt": first_mingpt_state,
    "later mingpt": later_mingpt_state,
}
EVERY_WEIGHT = [
    pytest.param(layout, name, id=f"{layout} {name}")
    for layout, state in STATES.items()
    for name, tensor in state().items()
    if tensor.ndim < 4  # no mask: it may be missing
]


@pytest.mark.parametrize("layout", STATES)
def test_whole_it_is_read(tmp_path: Path, layout: str) -> None:
    assert imported_from(tmp_path, STATES[layout](), HEADS).report.ready


@pytest.mark.parametrize(("layout", "name"), EVERY_WEIGHT)
def test_without_any_one_tensor_it_is_refused_by_name(
    tmp_path: Path, layout: str, name: str
) -> None:
    state = STATES[layout]()
    del state[name]
    if name == "lm_head.weight":
        _check_that_only_a_tied_head_may_be_missing(tmp_path, layout, state)
        return
    with pytest.raises(TensorMissingError, match="is missing") as refused:
        imported_from(tmp_path, state, HEADS)
    assert refused.value.details["tensor"] == name


def _check_that_only_a_tied_head_may_be_missing(folder: Path, layout: str, state: State) -> None:
    report = read_checkpoint(saved(folder, state), HEADS)
    asked = [needed.what for needed in report.statements.needed]
    assert asked == ([] if layout == "gpt2" else ["head"])


@pytest.mark.parametrize(("layout", "name"), EVERY_WEIGHT[::4])
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_none_is_refused_with_its_place(
    tmp_path: Path, layout: str, name: str, value: float
) -> None:
    state = {key: tensor.clone() for key, tensor in STATES[layout]().items()}
    state[name].view(-1)[-1] = value
    with pytest.raises(TensorNotFiniteError) as refused:
        imported_from(tmp_path, state, HEADS)
    assert refused.value.details == {
        "tensor": name,
        "index": [length - 1 for length in state[name].shape],
    }


@pytest.mark.parametrize(("layout", "name"), EVERY_WEIGHT[1::4])
def test_a_tensor_of_integers_is_refused(tmp_path: Path, layout: str, name: str) -> None:
    state = STATES[layout]()
    state[name] = state[name].to(torch.int64)
    with pytest.raises(TensorTypeError, match="int64") as refused:
        imported_from(tmp_path, state, HEADS)
    assert refused.value.details["tensor"] == name


@pytest.mark.parametrize(
    ("layout", "name"),
    [
        case
        for case in EVERY_WEIGHT
        if ".1." in str(case.values[1]) or "ln_f" in str(case.values[1])
    ],
)
def test_a_tensor_of_another_shape_is_refused(tmp_path: Path, layout: str, name: str) -> None:
    """Of block 1, whose sizes all follow from what came before it."""
    state = STATES[layout]()
    state[name] = torch.cat([state[name], state[name][:1]])
    with pytest.raises(TensorShapeError) as refused:
        imported_from(tmp_path, state, HEADS)
    assert refused.value.details["tensor"] == name


@pytest.mark.parametrize("layout", STATES)
@pytest.mark.parametrize("name", ["extra.weight", "transformer.h.0.attn.rotary", "blocks.0.bias"])
def test_a_tensor_too_many_is_refused_by_name(tmp_path: Path, layout: str, name: str) -> None:
    with pytest.raises(TensorUnknownError, match=name.replace(".", r"\.")) as refused:
        imported_from(tmp_path, STATES[layout]() | {name: torch.ones(3)}, HEADS)
    assert refused.value.details == {"tensor": name, "tensors": [name], "count": 1}


def test_tensors_of_no_known_layout_are_named(tmp_path: Path) -> None:
    state = {"model.layers.0.self_attn.q_proj.weight": torch.ones(4, 4)}
    with pytest.raises(ImportLayoutError, match=r"q_proj.*known are gpt2, mingpt, nanogpt"):
        imported_from(tmp_path, state, HEADS)


def test_a_tensor_of_a_block_far_away_asks_for_the_blocks_between(tmp_path: Path) -> None:
    """A number in a name decides no amount of work."""
    state = nanogpt_state() | {"transformer.h.999999.ln_1.weight": torch.ones(12)}
    with pytest.raises(TensorMissingError, match=r"h\.2\.ln_1\.weight"):
        imported_from(tmp_path, state, HEADS)


@pytest.mark.parametrize("empty", ["transformer.wte.weight", "transformer.wpe.weight"])
def test_an_empty_table_is_refused(tmp_path: Path, empty: str) -> None:
    state = nanogpt_state() | {empty: torch.ones(0, SIZES.width)}
    with pytest.raises(ImportRefusedError, match=r"transformer\.w[tp]e\.weight"):
        imported_from(tmp_path, state, HEADS)


def test_every_layout_is_found_by_lying_in_the_folder() -> None:
    found: list[Layout] = layouts()
    assert [layout.name for layout in found] == ["gpt2", "mingpt", "nanogpt"]
