"""The loss of a batch and its gradient for every parameter, with the chain rule written out.

Autograd gets the same numbers, to rounding, from `MiniGPT.forward`; the tests hold
the two together. But on matrices as small as these, recording and replaying a graph
takes longer than the arithmetic. Here, too, only the scored positions reach the LM
head, whose 291 columns are the largest part of the work. Nothing is traced, checked
or updated here.

Rows of a batch lie below each other: M = B * T. N of them are scored.
"""

from __future__ import annotations

import torch
from torch import Tensor

from minigpt.attention import visible_pairs
from minigpt.batch import IGNORED, Batch
from minigpt.block import Block
from minigpt.model import MiniGPT
from minigpt.training.block_gradients import BlockPass, norm_backward, norm_forward, product

Gradients = dict[str, Tensor]


@torch.no_grad()
def loss_and_gradients(model: MiniGPT, batch: Batch) -> tuple[Tensor, Gradients]:
    """The mean loss [] in nats and dL/d of each parameter, by its name in the model.

    The batch must have a scored target; its IDs and targets are not looked at for errors.
    """
    records, slots = batch.ids.shape
    visible = visible_pairs(batch.valid, "causal")  # [B, 1, Q, K]
    x = model.token_embedding[batch.ids] + model.position_embedding[:slots]  # [B, T, C]
    x = x.flatten(0, 1)  # [M, C]
    passes: list[BlockPass] = []
    for block in model.blocks:
        assert isinstance(block, Block)  # ModuleList does not carry its element type
        passes.append(BlockPass(block, model.config.activation, visible))
        x = passes[-1].forward(x)  # [M, C]
    rows, kept = norm_forward(model.final_norm, x)  # [M, C]

    gradients: Gradients = {}
    loss, d_rows, d_matrix = _head(model, rows, batch.targets.flatten(), gradients)
    d_x = norm_backward(model.final_norm, kept, d_rows, "final_norm", gradients)  # [M, C]
    for index in reversed(range(len(passes))):
        d_x = passes[index].backward(d_x, f"blocks.{index}", gradients)  # [M, C]
    if model.lm_head is None:
        # A tied matrix has two uses, and its gradient is the sum of both.
        d_tokens = d_matrix.t().contiguous()  # [V, C]
    else:
        gradients["lm_head"] = d_matrix  # [C, V]
        d_tokens = torch.zeros_like(model.token_embedding)  # [V, C]
    gradients["token_embedding"] = d_tokens.index_add_(0, batch.ids.flatten(), d_x)  # [V, C]
    d_positions = torch.zeros_like(model.position_embedding)  # [context_length, C]
    d_positions[:slots] = d_x.view(records, slots, -1).sum(dim=0)  # [T, C]
    gradients["position_embedding"] = d_positions
    return loss, gradients


def _head(
    model: MiniGPT, rows: Tensor, targets: Tensor, gradients: Gradients
) -> tuple[Tensor, Tensor, Tensor]:
    """From final_norm rows [M, C] and targets [M] to the loss [] and dL/d of rows and matrix.

    The two are [M, C] and, for the output matrix, [C, V]. dL/d logits is
    (softmax - one-hot) / N. One array [N, V] is all of it in turn.
    """
    scored = (targets != IGNORED).nonzero()[:, 0]  # [N]
    events = scored.shape[0]
    places = targets[scored][:, None]  # [N, 1]
    inputs = rows[scored]  # [N, C]
    z = product(inputs, model.output_matrix, model.lm_bias)  # [N, V] logits
    z -= z.amax(dim=-1, keepdim=True)  # [N, V] shifted: exp cannot overflow
    chosen = z.gather(-1, places)  # [N, 1]
    z.exp_()  # [N, V]
    total = z.sum(dim=-1, keepdim=True)  # [N, 1]
    loss = (total.log() - chosen).sum() / events  # []
    z /= total * events  # [N, V] softmax / N
    ones = torch.full_like(chosen, -1.0 / events)  # [N, 1]
    z.scatter_add_(-1, places, ones)  # [N, V] dL/d logits
    if model.lm_bias is not None:
        gradients["lm_bias"] = z.sum(dim=0)  # [V]
    d_rows = torch.zeros_like(rows)  # [M, C]
    d_rows[scored] = z @ model.output_matrix.t()  # [N, C]
    return loss, d_rows, inputs.t() @ z
