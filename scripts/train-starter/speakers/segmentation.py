"""The segmentation network of the pyannote kind and its training.

It hears 10 s of samples and says for every 20 ms which of up to three local speakers talk, at most two at once: seven
classes, in the order that sherpa-onnx reads (nobody; 0; 1; 2; 0 and 1; 0 and 2; 1 and 2). Inside it, the embedding network
listens to every second of the window; the stretches that it hears are clustered around three prototypes, as voices, and
prototypes that are too much alike count as one. Recurrent layers follow how alike each moment is to each prototype. So little
is left to learn: where exactly turns begin and end, and where two talk at once.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
import torch.nn.functional as functional
from onnx import numpy_helper
from torch import nn

from embedding import EmbeddingNetwork
from training import Pace, train_by_clock
from windows import LABEL_SAMPLES, LABELS, Conversations, Noises, batch_of

WINDOW_SAMPLES = LABELS * LABEL_SAMPLES
HIDDEN = 48
STEP = 5
"""Labels from one stretch to the next: 100 ms."""

LONG = 61
SHORT = 25
"""Labels in a stretch: 1.2 s to find voices by, 0.5 s to see turns by."""

ROUNDS = 4
SHARPNESS = 10.0
SAME_VOICE = 0.28
"""Cosine of two prototypes from which on they are one voice."""

UNUSED = 12.0
"""Taken off the score of a prototype that is another's double."""

MARKS = 5
WORST = 4.0
"""Loss of a label at most: where the prototypes missed a voice there is nothing to learn."""
CLASSES: list[tuple[int, ...]] = [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
FLOOR_SHARE = 1e-6
"""Power under this share of the window's mean counts as this share: digital silence then looks like a quiet room."""


def level_free(power: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Log filter banks, (batch, frames, 80), that depend neither on level nor on the microphone, and how loud each frame is,
    (batch, frames, 1), 0 to 1. The mean that is taken off counts loud frames only: silence in a window changes nothing.
    """
    mean_power = power.mean(dim=(1, 2), keepdim=True) + 1e-3
    log_mel = (power / mean_power + FLOOR_SHARE).log()
    loudness = power.mean(dim=2, keepdim=True)
    weights = loudness / (loudness + 0.03 * mean_power)
    mean = (log_mel * weights).sum(dim=1, keepdim=True) / (weights.sum(dim=1, keepdim=True) + 1e-3)
    return log_mel - mean, weights


def stretches(frames: torch.Tensor, labels: int) -> torch.Tensor:
    """Sums over stretches around every fifth frame, divided by a constant; (batch, channels, 500) to (batch, channels, 100)."""
    return functional.avg_pool1d(frames, labels, STEP, (labels - STEP) // 2)


class Ear(nn.Module):
    """The embedding network, used on every stretch of a window."""

    def __init__(self) -> None:
        super().__init__()
        self.network = EmbeddingNetwork()

    def forward(self, heard: torch.Tensor, loudness: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Embeddings of the long and of the short stretches, (batch, 100, 160) each, of length one. Loud frames count."""
        network = self.network
        gathered = network.gathered(heard).float()
        attention = network.attend(gathered).float()
        weights = (attention - attention.amax(dim=2, keepdim=True)).exp() * (loudness + 1e-4)
        return self.pooled(gathered, weights, LONG), self.pooled(gathered, weights, SHORT)

    def pooled(self, gathered: torch.Tensor, weights: torch.Tensor, labels: int) -> torch.Tensor:
        """What the embedding network makes of weighted mean and deviation of each stretch."""
        total = stretches(weights, labels)
        mean = stretches(weights * gathered, labels) / total
        deviation = (stretches(weights * gathered.square(), labels) / total - mean.square()).clamp(min=1e-5).sqrt()
        pooled = torch.cat([mean, deviation], dim=1)
        count, channels, places = pooled.shape
        embeddings = self.network.embed(pooled.transpose(1, 2).reshape(count * places, channels))
        return functional.normalize(embeddings.reshape(count, places, -1), dim=2)


class Prototypes(NamedTuple):
    """Up to three voices of each window."""

    centres: torch.Tensor
    """(batch, 3, 160), of length one."""
    used: torch.Tensor
    """(batch, 3), 1 for a voice of its own, 0 for one that is another's double."""


def alike_to(alike: torch.Tensor, place: torch.Tensor) -> torch.Tensor:
    """The column of a similarity matrix for one stretch of each window, (batch, 100)."""
    return alike.gather(1, place[:, None, None].expand(-1, 1, alike.shape[2]))[:, 0]


def first_centres(embeddings: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
    """The most central stretch, the one least like it, and the one least like both, (batch, 3, 160)."""
    alike = embeddings @ embeddings.transpose(1, 2)
    quiet = 2 * (1 - speech)
    first = (speech * (alike @ speech[:, :, None])[:, :, 0]).argmax(dim=1)
    to_first = alike_to(alike, first)
    second = (to_first + quiet).argmin(dim=1)
    third = (torch.maximum(to_first, alike_to(alike, second)) + quiet).argmin(dim=1)
    chosen = torch.stack([first, second, third], dim=1)
    return embeddings.gather(1, chosen[:, :, None].expand(-1, -1, embeddings.shape[2]))


def settle(embeddings: torch.Tensor, speech: torch.Tensor, centres: torch.Tensor, used: torch.Tensor) -> torch.Tensor:
    """Some rounds of soft clustering; doubles draw nothing."""
    for _ in range(ROUNDS):
        logits = SHARPNESS * embeddings @ centres.transpose(1, 2) - 100 * (1 - used[:, None, :])
        shares = torch.softmax(logits, dim=2) * speech[:, :, None]
        centres = functional.normalize(shares.transpose(1, 2) @ embeddings + 0.05 * centres, dim=2)
    return centres


def prototypes(embeddings: torch.Tensor, speech: torch.Tensor) -> Prototypes:
    """Three clusters of stretches; those too much alike count as one voice. `speech`, (batch, 100), weighs the stretches."""
    centres = first_centres(embeddings, speech)
    everyone = torch.ones_like(centres[:, :, 0])
    centres = settle(embeddings, speech, centres, everyone)
    between = centres @ centres.transpose(1, 2)
    second = (between[:, 0, 1] < SAME_VOICE).float()
    to_third = torch.maximum(between[:, 0, 2], between[:, 1, 2] * second - (1 - second))
    third = (to_third < SAME_VOICE).float()
    used = torch.stack([torch.ones_like(second), second, third], dim=1)
    return Prototypes(settle(embeddings, speech, centres, used), used)


def similarities(long: torch.Tensor, short: torch.Tensor, speech: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """For each prototype what tells whether it talks, (batch, 3, 500, 5): how alike it is to the long and the short stretch,
    how much more than the best other, and how loud it is; and which prototypes are used, (batch, 3)."""
    centres, used = prototypes(long, speech)
    marks = [speech[:, None, :].expand(-1, 3, -1)]
    for embeddings in (long, short):
        alike = centres @ embeddings.transpose(1, 2) * used[:, :, None] - (1 - used[:, :, None])
        first, second, third = alike[:, 0], alike[:, 1], alike[:, 2]
        others = [torch.maximum(second, third), torch.maximum(first, third), torch.maximum(first, second)]
        marks += [alike, alike - torch.stack(others, dim=1)]
    return torch.stack(marks, dim=3).repeat_interleave(STEP, dim=2), used


class SegmentationNetwork(nn.Module):
    """Filter-bank power, (batch, 1000, 80), to scores of the classes, (batch, 500, 7). The same layers judge each prototype,
    so that no order among them has to be learned."""

    def __init__(self) -> None:
        super().__init__()
        self.ear = Ear()
        self.near = nn.Sequential(
            nn.Conv1d(80, 48, 5, stride=2, padding=2), nn.ReLU(), nn.Conv1d(48, 48, 5, padding=2), nn.ReLU()
        )
        self.follow_voice = nn.LSTM(48 + MARKS, HIDDEN, batch_first=True, bidirectional=True)
        self.voice_talks = nn.Linear(2 * HIDDEN, 1)
        self.follow_all = nn.LSTM(48 + 2 * MARKS, HIDDEN, batch_first=True, bidirectional=True)
        self.how_many = nn.Linear(2 * HIDDEN, 2)

    def train(self, mode: bool = True) -> SegmentationNetwork:
        """The ear is trained already and stays as it is."""
        super().train(mode)
        self.ear.eval()
        return self

    def listen(self, power: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What needs no training: filter banks without level, marks of each prototype, which of them are used."""
        heard, loud = level_free(power)
        loudness = loud[:, ::2].transpose(1, 2)
        long, short = self.ear(heard, loudness)
        marks, used = similarities(long, short, stretches(loudness, SHORT)[:, 0].clamp(max=1))
        return heard, marks, used

    def turns(self, heard: torch.Tensor, marks: torch.Tensor, used: torch.Tensor) -> torch.Tensor:
        """Logarithms of the classes' probabilities."""
        near = self.near(heard.transpose(1, 2)).transpose(1, 2)
        windows, voices, labels, _ = marks.shape
        each = torch.cat([near[:, None].expand(-1, voices, -1, -1), marks], dim=3)
        followed, _ = self.follow_voice(each.reshape(windows * voices, labels, -1))
        talks = self.voice_talks(followed).reshape(windows, voices, labels) - UNUSED * (1 - used[:, :, None])
        every, _ = self.follow_all(torch.cat([near, marks.amax(dim=1), marks.mean(dim=1)], dim=2))
        nobody, together = self.how_many(every).unbind(dim=2)
        first, second, third = talks.unbind(dim=1)
        pairs = [first + second + together, first + third + together, second + third + together]
        return torch.stack([nobody, first, second, third, *pairs], dim=2).log_softmax(dim=2)

    def forward(self, power: torch.Tensor) -> torch.Tensor:
        """Logarithms of the classes' probabilities."""
        return self.turns(*self.listen(power))


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
        losses.append(
            functional.nll_loss(scores.transpose(1, 2), target, reduction="none").clamp(max=WORST).mean(dim=1)
        )
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


def weights_in(path: Path) -> dict[str, torch.Tensor]:
    """Weights as torch saved them, or those inside an exported network: names and order are the same."""
    if path.suffix != ".onnx":
        return torch.load(path, weights_only=True)
    found = {}
    for weights in onnx.load(path).graph.initializer:
        name = weights.name.removeprefix("network.").removesuffix(".half")
        if name != weights.name.removesuffix(".half"):
            found[name] = torch.from_numpy(numpy_helper.to_array(weights).astype(np.float32))
    # What only counts batches is not exported.
    return {name: found.get(name, kept) for name, kept in SegmentationNetwork().state_dict().items()}


def train(options: argparse.Namespace, report: Callable[[str], None]) -> None:
    """Trains all but the ear for a time and keeps the running average of the weights."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    chance = random.Random(options.seed)
    data = [(Conversations.read(folder), 1.0) for folder in options.conversations]
    if options.annotated is not None:
        share = options.annotated_share / (1 - options.annotated_share)
        data.append((Conversations.annotated(options.annotated, options.names), share * len(data)))
    held_out = Conversations.read(options.held_out)
    noises = Noises(options.noises)
    network = SegmentationNetwork()
    if options.start is not None:
        network.load_state_dict(weights_in(options.start))
    if options.embedding is not None:
        network.ear.network.load_state_dict(torch.load(options.embedding, weights_only=True))
    network.to(device)
    network.ear.requires_grad_(False)

    def learn(_share: float) -> torch.Tensor:
        network.train()
        power, talking = batch_of(data, noises, options.batch, chance)
        with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
            heard, marks, used = network.listen(power.to(device))
        scores = network.turns(heard.float(), marks.float(), used.float())
        return free_loss(scores, talking.to(device))

    train_by_clock(
        network,
        [parameter for parameter in network.parameters() if parameter.requires_grad],
        learn,
        lambda averaged: f"error rate in held-out windows {validate(averaged, held_out):.3f}",
        options,
        Pace(weight_decay=0.01, largest_gradient=1.0, average_buffers=False),
        report,
    )


def main() -> None:
    """Trains from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=Path, nargs="+", required=True)
    parser.add_argument("--held-out", type=Path, required=True, help="conversations of held-out voices")
    parser.add_argument("--embedding", type=Path, help="weights of the embedding network that listens inside")
    parser.add_argument("--start", type=Path, help="weights to go on from, or an exported network")
    parser.add_argument("--noises", type=Path, required=True, help="a folder that noises.py made")
    parser.add_argument("--annotated", type=Path, help="real conversations: FLAC files and their turns.rttm")
    parser.add_argument("--names", nargs="*", default=[], help="of those, the ones to learn from")
    parser.add_argument("--annotated-share", type=float, default=0.5)
    parser.add_argument("--blend", type=float, default=1, help="how far from the weights of --start to those found")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    train(options, lambda line: print(line, flush=True))
    if options.start is not None and options.blend < 1:
        before, after = weights_in(options.start), torch.load(options.out, weights_only=True)
        blended = {name: torch.lerp(before[name].float(), after[name].float(), options.blend) for name in after}
        torch.save(blended, options.out)


if __name__ == "__main__":
    main()
