"""What the trainings of both networks have in common: they go by the clock, and keep a running average of the weights."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import nn

AVERAGE_DECAY = 0.99


@dataclass(frozen=True)
class Pace:
    """How the weights move."""

    weight_decay: float
    largest_gradient: float
    """Norm of all gradients together, beyond which they are scaled down."""

    average_buffers: bool
    """Whether the running average takes in what layers count, such as means of a batch norm, too."""


def schedule(share: float) -> float:
    """Learning rate as a part of its peak: warm-up over the first twentieth, then a cosine."""
    if share < 0.05:
        return share / 0.05
    return 0.02 + 0.98 * 0.5 * (1 + float(torch.cos(torch.tensor(torch.pi * min(1.0, share)))))


def train_by_clock(
    network: nn.Module,
    parameters: list[nn.Parameter],
    learn: Callable[[float], torch.Tensor],
    judge: Callable[[nn.Module], str],
    options: argparse.Namespace,
    pace: Pace,
    report: Callable[[str], None],
) -> None:
    """Trains for `options.minutes` at the peak rate `options.rate` and writes the averaged weights to `options.out`.

    `learn` gets the share of the time that is over and gives the loss of one batch; `judge` says how good weights are.
    """
    optimizer = torch.optim.AdamW(parameters, lr=options.rate, weight_decay=pace.weight_decay)
    average = torch.optim.swa_utils.AveragedModel(
        network,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE_DECAY),
        use_buffers=pace.average_buffers,
    )
    started = time.monotonic()
    step = 0
    while (share := (time.monotonic() - started) / (options.minutes * 60)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = options.rate * schedule(share)
        loss = learn(share)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, pace.largest_gradient)
        optimizer.step()
        average.update_parameters(network)
        step += 1
        if step % 25 == 0:
            report(f"step {step} share {share:.2f} loss {loss.item():.3f}")
        if step % 200 == 0:
            torch.save(average.module.state_dict(), options.out)
            report(f"  {judge(average.module)}")
    torch.save(average.module.state_dict(), options.out)
    report(f"steps {step}, {judge(average.module)}")
