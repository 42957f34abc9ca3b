"""The verification passes on MG-1, and says where when anything in MG-1 is broken.

Each fault is put into a copy of the model, its tokenizer or its code; the row that must notice it
is named here beforehand.
"""

from __future__ import annotations

import copy
import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from minigpt.checks.expected import Expected
from minigpt.checks.row import CheckRow, close, same
from minigpt.config import ModelConfig
from minigpt.errors import ConfigError
from minigpt.model import MiniGPT, create_model
from minigpt.resources import data_dir
from minigpt.tokenizer import Tokenizer
from minigpt.verify import verify, verify_folder

#: The chapter's figures with one record that lacks its targets.
DAMAGED = (
    (data_dir() / "expected.json").read_text(encoding="utf-8").replace('"targets"', '"target"', 1)
)


@pytest.fixture(scope="module")
def expected() -> Expected:
    return Expected.load(data_dir() / "expected.json")


def rows_of(model: MiniGPT, tokenizer: Tokenizer, expected: Expected) -> dict[str, CheckRow]:
    sections = verify(model, tokenizer, expected)
    return {row.check: row for section in sections for row in section.rows}


@pytest.fixture
def without_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """For faults that other rows must notice: the loops take a good part of a verification."""
    monkeypatch.setattr("minigpt.verify.check_scalar", lambda model, traced: [])


@pytest.fixture
def without_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """For faults that let no future through: to change each one takes the most."""
    monkeypatch.setattr("minigpt.verify.check_prefix", lambda model, tokenizer, texts: [])


def broken(rows: dict[str, CheckRow]) -> set[str]:
    return {name for name, row in rows.items() if not row.passed}


def test_every_check_passes_on_mg1() -> None:
    sections = verify_folder(data_dir())
    rows = [row for section in sections for row in section.rows]
    assert [row for row in rows if not row.passed] == []
    # Two rows of one name could hide each other in a report.
    assert len({row.check for row in rows}) == len(rows)


def test_the_expected_figures_are_those_of_the_chapter(
    expected: Expected, figures: dict[str, Any]
) -> None:
    assert expected.parameters == figures["parameters"]
    assert expected.mean_loss == 5.670998865509145  # section 20.5, the scalar one
    assert round(expected.position.target_probability, 12) == 0.003793843386
    assert round(expected.position.target_loss, 9) == 5.574375688
    assert expected.position.exp_sum == 236.07843517556194
    assert expected.zero_logits_loss == math.log(291)
    # Table 20.4 and 20.5 as printed, six decimals.
    assert [round(x, 6) for x in expected.position.rows["norm1"][:3]] == [
        1.500366,
        -0.745166,
        -0.692521,
    ]
    assert [round(w, 6) for w in expected.position.heads[0].weights] == [
        0.166037,
        0.165782,
        0.166257,
        0.167163,
        0.167125,
        0.167636,
    ]


def change_parameter(model: MiniGPT) -> None:
    with torch.no_grad():
        model.get_parameter("blocks.0.w2")[3, 5] += 1e-9  # [F,C]


def change_epsilon(model: MiniGPT) -> None:
    model.final_norm.epsilon = 1e-6


def drop_projection(model: MiniGPT) -> None:
    """Exercise 4: every shape still fits without W_O."""
    with torch.no_grad():
        model.get_parameter("blocks.0.wo").copy_(torch.eye(16, dtype=torch.float64))  # [C,C]


def silence_gradient(model: MiniGPT) -> None:
    model.position_embedding.requires_grad_(False)


def poison(model: MiniGPT) -> None:
    with torch.no_grad():
        model.get_parameter("lm_bias")[7] = math.nan  # [V]


@pytest.mark.usefixtures("without_futures")
@pytest.mark.parametrize(
    ("fault", "noticed_by"),
    [
        (change_parameter, {"ffn_output", "block_output", "mean loss"}),
        (change_epsilon, {"final_norm", "scalar = tensor: final_norm"}),
        (poison, {"tensors that hold a NaN", "mean loss", "scalar = tensor: logits"}),
        (drop_projection, {"attention_output", "residual1"}),
        (silence_gradient, {"gradient reaches the 18 parameters"}),
    ],
)
def test_a_fault_in_the_model_is_named(
    fault: Callable[[MiniGPT], None],
    noticed_by: set[str],
    config: ModelConfig,
    tokenizer: Tokenizer,
    expected: Expected,
) -> None:
    model = create_model(config)
    fault(model)
    assert noticed_by <= broken(rows_of(model, tokenizer, expected))


@pytest.mark.usefixtures("without_futures")
def test_a_small_fault_breaks_only_what_follows_it(
    config: ModelConfig, tokenizer: Tokenizer, expected: Expected
) -> None:
    model = create_model(config)
    change_parameter(model)
    rows = rows_of(model, tokenizer, expected)
    for before in ("residual1", "norm2", "ffn_relu", "scalar = tensor: logits"):
        assert rows[before].passed


@pytest.mark.usefixtures("without_loops", "without_futures")
def test_a_missing_merge_is_named(config: ModelConfig, expected: Expected) -> None:
    whole = Tokenizer.load(data_dir() / "tokenizer.json")
    shorter = Tokenizer(whole.merges[:10])
    failed = broken(rows_of(create_model(config), shorter, expected))
    assert {"record 0: input IDs", "record 1: valid positions", "scored events"} <= failed


def test_a_leak_is_named(
    config: ModelConfig,
    tokenizer: Tokenizer,
    expected: Expected,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A model whose mask lets each query see one key too many."""

    def leaky(valid: torch.Tensor, mask: str) -> torch.Tensor:
        seen = torch.ones(valid.shape[1], valid.shape[1], dtype=torch.bool).tril(1)  # [Q,K]
        return (valid[:, :, None] & valid[:, None, :] & seen)[:, None]  # [B,1,Q,K]

    monkeypatch.setattr("minigpt.model.visible_pairs", leaky)
    failed = broken(rows_of(create_model(config), tokenizer, expected))
    assert "prefix when every later token changes" in failed
    assert "head 0: weights of hidden keys" in failed
    assert "scalar = tensor: visible" in failed
    assert "prefix when the neighbour record changes" not in failed


@pytest.mark.usefixtures("without_loops")
def test_a_neighbour_that_shines_through_is_named(
    config: ModelConfig,
    tokenizer: Tokenizer,
    expected: Expected,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A normalisation over the batch instead of over the coordinates mixes the records."""
    plain = MiniGPT.forward

    def mixed(self: MiniGPT, *args: Any, **kwargs: Any) -> Any:
        output = plain(self, *args, **kwargs)
        output.logits.sub_(output.logits.mean(dim=0, keepdim=True))  # [B,T,V]
        return output

    monkeypatch.setattr(MiniGPT, "forward", mixed)
    failed = broken(rows_of(create_model(config), tokenizer, expected))
    assert "prefix when the neighbour record changes" in failed


@pytest.mark.usefixtures("without_loops")
def test_a_mask_that_is_never_off_is_named(
    config: ModelConfig,
    tokenizer: Tokenizer,
    expected: Expected,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise the page would show "no leak" with the mask off."""
    from minigpt.attention import visible_pairs

    monkeypatch.setattr(
        "minigpt.model.visible_pairs", lambda valid, mask: visible_pairs(valid, "causal")
    )
    failed = broken(rows_of(create_model(config), tokenizer, expected))
    assert failed == {"later tokens, with the causal mask off"}


@pytest.mark.usefixtures("without_loops", "without_futures")
def test_a_loss_over_all_slots_is_named(
    config: ModelConfig,
    tokenizer: Tokenizer,
    expected: Expected,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exercise 3: the sum divided by the 128 slots instead of the 32 targets."""
    from minigpt.loss import Loss, cross_entropy

    def diluted(logits: torch.Tensor, targets: torch.Tensor) -> Loss:
        loss = cross_entropy(logits, targets)
        return Loss(loss.losses, loss.losses.mean(), loss.scored_events)

    monkeypatch.setattr("minigpt.model.cross_entropy", diluted)
    monkeypatch.setattr("minigpt.checks.losses.cross_entropy", diluted)
    failed = broken(rows_of(create_model(config), tokenizer, expected))
    assert {"mean loss", "zero logits, 18 slots", "zero logits, 1000 slots"} <= failed
    assert "losses of record 0" not in failed


@pytest.mark.usefixtures("without_loops", "without_futures")
def test_a_check_that_cannot_run_is_a_failed_row(
    config: ModelConfig, tokenizer: Tokenizer, expected: Expected
) -> None:
    model = create_model(config)
    model.lm_head = torch.nn.Parameter(torch.zeros(3, 291, dtype=torch.float64))  # [not C,V]
    rows = rows_of(model, tokenizer, expected)
    assert not rows["20.5 · losses"].passed
    assert "RuntimeError" in rows["20.5 · losses"].got
    assert rows["record 0: input IDs"].passed


def test_the_model_is_left_as_it_was(
    config: ModelConfig, tokenizer: Tokenizer, expected: Expected
) -> None:
    model = create_model(config)
    before = copy.deepcopy(model.state_dict())
    verify(model, tokenizer, expected)
    assert all(torch.equal(before[name], now) for name, now in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())


@pytest.mark.usefixtures("without_loops", "without_futures")
def test_a_folder_with_another_epsilon_fails(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(data_dir(), folder)
    fields = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(fields | {"norm_epsilon": 1e-6}), "utf-8")
    rows = {row.check: row for section in verify_folder(folder) for row in section.rows}
    assert not rows["norm1"].passed
    assert rows["block_input"].passed


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"records": 3}', DAMAGED])
def test_damaged_figures_are_a_clear_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "expected.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"expected\.json"):
        Expected.load(path)


def test_a_nan_never_passes() -> None:
    assert not close("x", math.nan, math.nan).passed
    assert not close("x", [0.0, 1.0, 2.0], [0.0, math.nan, 2.0]).passed
    assert not close("x", 1.0, math.inf).passed


def test_rows_of_unequal_length_never_pass() -> None:
    row = close("x", [1.0, 2.0], [1.0])
    assert (row.passed, row.expected, row.got) == (False, "2 numbers", "1 numbers")


def test_a_difference_shows_its_size() -> None:
    row = close("x", [1.0, 2.0, 3.0], [1.0, 2.5, 3.0])
    assert (row.passed, row.difference) == (False, 0.5)
    assert close("x", 1.0, 1.0 + 9e-13).passed
    assert not close("x", 1.0, 1.0 + 2e-12).passed
    assert not same("x", 3, 4).passed
