"""The segmentation network of the pyannote kind and its training.

It hears 10 s of samples and says for every 20 ms which of up to three local speakers talk, at most two at once: seven
classes, in the order that sherpa-onnx reads (nobody; 0; 1; 2; 0 and 1; 0 and 2; 1 and 2). Its first layers are those of the
speaker-embedding network, which already tell voices apart; two recurrent layers follow the turns.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functional
from torch import nn

import features
from embedding import CHANNELS, Block, EmbeddingNetwork, schedule

WINDOW_SAMPLES = 160_000
LABEL_SAMPLES = 320
LABELS = WINDOW_SAMPLES // LABEL_SAMPLES
TRUNK_BLOCKS = 3
HIDDEN = 96
CLASSES: list[tuple[int, ...]] = [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
FLOOR_SHARE = 1e-6
"""Power under this share of the window's mean counts as this share: digital silence then looks like a quiet room."""


def level_free(power: torch.Tensor) -> torch.Tensor:
    """Log filter banks, (batch, frames, 80), that depend neither on level nor on the microphone: the mean that is taken off
    counts loud frames only, so that silence in a window changes nothing."""
    mean_power = power.mean(dim=(1, 2), keepdim=True) + 1e-3
    log_mel = (power / mean_power + FLOOR_SHARE).log()
    loudness = power.mean(dim=2, keepdim=True)
    weights = loudness / (loudness + 0.03 * mean_power)
    mean = (log_mel * weights).sum(dim=1, keepdim=True) / (weights.sum(dim=1, keepdim=True) + 1e-3)
    return log_mel - mean


class SegmentationNetwork(nn.Module):
    """Filter-bank power, (batch, 1000, 80), to scores of the classes, (batch, 500, 7)."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.Conv1d(80, CHANNELS, 5, stride=2, padding=2, bias=False)
        self.enter_norm = nn.BatchNorm1d(CHANNELS)
        self.blocks = nn.ModuleList(Block(CHANNELS, dilation) for dilation in range(1, TRUNK_BLOCKS + 1))
        self.narrow = nn.Linear(CHANNELS, 128)
        self.follow = nn.LSTM(128, HIDDEN, num_layers=2, batch_first=True, bidirectional=True, dropout=0.1)
        self.decide = nn.Sequential(nn.Linear(2 * HIDDEN, 96), nn.LeakyReLU(0.1), nn.Linear(96, len(CLASSES)))

    def start_from(self, embedding: EmbeddingNetwork) -> None:
        """Takes over the first layers of an embedding network."""
        self.enter.load_state_dict(embedding.enter.state_dict())
        self.enter_norm.load_state_dict(embedding.enter_norm.state_dict())
        for block, trained in zip(self.blocks, embedding.blocks, strict=False):
            block.load_state_dict(trained.state_dict())

    def trunk(self, heard: torch.Tensor) -> torch.Tensor:
        """The layers shared with the embedding network, (batch, labels, channels)."""
        frames = functional.relu(self.enter_norm(self.enter(heard.transpose(1, 2))))
        for block in self.blocks:
            frames = block(frames)
        return frames.transpose(1, 2)

    def turns(self, frames: torch.Tensor) -> torch.Tensor:
        """Scores of the classes from the trunk's frames."""
        followed, _ = self.follow(functional.leaky_relu(self.narrow(frames), 0.1))
        return self.decide(followed).log_softmax(dim=2)

    def forward(self, power: torch.Tensor) -> torch.Tensor:
        """Logarithms of the classes' probabilities."""
        return self.turns(self.trunk(level_free(power)))


@dataclass
class Conversations:
    """Filter-bank power and activity of a folder of conversations."""

    power: torch.Tensor
    """(conversations, frames, 80), 16-bit floats of the logarithm."""
    activity: torch.Tensor
    """(conversations, labels), one bit a speaker."""

    @classmethod
    def read(cls, folder: Path) -> Conversations:
        """Reads a folder that conversations.py made; the filter banks are kept beside it for the next time."""
        shape = json.loads((folder / "shape.json").read_text())
        activity = np.fromfile(folder / "activity.bin", dtype=np.uint8).reshape(shape["count"], shape["labels"])
        cache = folder / "log-mel.pt"
        if not cache.exists():
            audio = np.memmap(folder / "audio.bin", dtype="<i2", mode="r").reshape(shape["count"], shape["samples"])
            torch.save(torch.stack([features.log_mel(torch.from_numpy(row.astype(np.float32))).half() for row in audio]), cache)
        return cls(torch.load(cache, weights_only=True, mmap=True), torch.from_numpy(activity))

    def window(self, chance: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
        """A random window with at most three speakers: power (1000, 80), and activity of the three (500, 3)."""
        while True:
            number = chance.randrange(len(self.activity))
            first = chance.randint(0, self.activity.shape[1] - LABELS)
            bits = self.activity[number, first : first + LABELS]
            talking = torch.stack([(bits >> speaker) & 1 for speaker in range(4)], dim=1)
            order = talking.sum(dim=0).argsort(descending=True)
            if int(talking[:, order[3]].sum()) == 0:
                log_mel = self.power[number, 2 * first : 2 * (first + LABELS)].float()
                return log_mel.exp(), talking[:, order[:3]]


def class_numbers(talking: torch.Tensor) -> torch.Tensor:
    """Classes, (..., labels), of activity, (..., labels, 3); of three at once the first two count."""
    codes = talking[..., 0] + 2 * talking[..., 1] + 4 * talking[..., 2]
    table = torch.tensor([0, 1, 2, 4, 3, 5, 6, 4])
    return table[codes.long()]


def free_loss(scores: torch.Tensor, talking: torch.Tensor) -> torch.Tensor:
    """Cross-entropy under the order of the speakers that fits each window best."""
    losses = []
    for order in itertools.permutations(range(3)):
        target = class_numbers(talking[:, :, list(order)])
        losses.append(functional.nll_loss(scores.transpose(1, 2), target, reduction="none").mean(dim=1))
    return torch.stack(losses).min(dim=0).values.mean()


def local_error_rate(scores: torch.Tensor, talking: torch.Tensor) -> tuple[int, int]:
    """Wrong and all speaker labels of windows, speakers matched as well as can be."""
    members = torch.zeros(len(CLASSES), 3, dtype=torch.long)
    for number, members_of in enumerate(CLASSES):
        members[number, list(members_of)] = 1
    found = members[scores.argmax(dim=2)]
    wrong = 0
    for window, truth in zip(found, talking.long(), strict=True):
        errors = []
        for order in itertools.permutations(range(3)):
            moved = window[:, list(order)]
            correct = (moved & truth).sum()
            errors.append(int((torch.maximum(moved.sum(dim=1), truth.sum(dim=1))).sum() - correct))
        wrong += min(errors)
    return wrong, int(talking.sum())


def spoil(power: torch.Tensor, chance: random.Random) -> torch.Tensor:
    """A tilt of the spectrum for each window, some noise, and for a few windows a silent rest (the end of a recording)."""
    position = torch.linspace(0, 1, 80)
    spoilt = power.clone()
    for row in range(len(power)):
        tilt_db = chance.gauss(0, 3) * position + chance.gauss(0, 3) * torch.cos(3.1 * position)
        spoilt[row] *= 10 ** (tilt_db / 10)
        if chance.random() < 0.3:
            share = 10 ** (-chance.uniform(10, 40) / 10)
            spoilt[row] += share * spoilt[row].mean() * torch.rand(power.shape[1:]) * 2
    return spoilt


def batch_of(data: Conversations, size: int, chance: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
    """Windows and their activity; some end in digital silence."""
    windows = [data.window(chance) for _ in range(size)]
    power = spoil(torch.stack([window[0] for window in windows]), chance)
    talking = torch.stack([window[1] for window in windows])
    for row in range(size):
        if chance.random() < 0.06:
            label = chance.randint(LABELS // 5, LABELS)
            power[row, 2 * label :] = 0
            talking[row, label:] = 0
    return power, talking


def validate(network: SegmentationNetwork, data: Conversations) -> float:
    """Error rate inside windows of held-out conversations."""
    network.eval()
    chance = random.Random(3)
    wrong = total = 0
    with torch.no_grad():
        for _ in range(8):
            windows = [data.window(chance) for _ in range(12)]
            talking = torch.stack([window[1] for window in windows])
            missed, spoken = local_error_rate(network(torch.stack([window[0] for window in windows])), talking)
            wrong, total = wrong + missed, total + spoken
    return wrong / total


def train(options: argparse.Namespace, report: Callable[[str], None]) -> None:
    """Trains for a time; the trunk stays as the embedding network made it unless asked to move."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    chance = random.Random(options.seed)
    data = [Conversations.read(folder) for folder in options.conversations]
    held_out = Conversations.read(options.held_out)
    network = SegmentationNetwork()
    if options.start is not None:
        network.load_state_dict(torch.load(options.start, weights_only=True))
    else:
        embedding = EmbeddingNetwork()
        embedding.load_state_dict(torch.load(options.embedding, weights_only=True))
        network.start_from(embedding)
    network.to(device)
    trunk = [*network.enter.parameters(), *network.enter_norm.parameters(), *network.blocks.parameters()]
    for parameter in trunk:
        parameter.requires_grad = options.trunk_rate > 0
    late = [*network.narrow.parameters(), *network.follow.parameters(), *network.decide.parameters()]
    groups = [{"params": late, "peak": options.rate}, {"params": trunk, "peak": options.trunk_rate}]
    optimizer = torch.optim.AdamW(groups, lr=options.rate, weight_decay=0.01)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99))
    started = time.monotonic()
    step = 0
    while (share := (time.monotonic() - started) / (options.minutes * 60)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * schedule(share)
        network.train()
        for module in (network.enter_norm, *network.blocks):
            module.eval()
        power, talking = batch_of(chance.choice(data), options.batch, chance)
        with torch.autocast(device, dtype=torch.bfloat16):
            heard = level_free(power.to(device))
            with torch.set_grad_enabled(options.trunk_rate > 0):
                frames = network.trunk(heard)
        scores = network.turns(frames.float())
        loss = free_loss(scores, talking.to(device))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        average.update_parameters(network)
        step += 1
        if step % 25 == 0:
            report(f"step {step} share {share:.2f} loss {loss.item():.3f}")
        if step % 200 == 0:
            torch.save(average.module.state_dict(), options.out)
            report(f"  error rate in held-out windows {validate(average.module, held_out):.3f}")
    torch.save(average.module.state_dict(), options.out)
    report(f"steps {step}, error rate in held-out windows {validate(average.module, held_out):.3f}")


def main() -> None:
    """Trains from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=Path, nargs="+", required=True)
    parser.add_argument("--held-out", type=Path, required=True, help="conversations of held-out voices")
    parser.add_argument("--embedding", type=Path, help="weights of the embedding network to begin with")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--trunk-rate", type=float, default=0.0, help="0 keeps the first layers as they are")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args(), lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
