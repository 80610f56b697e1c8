"""What the segmentation network learns from: windows of conversations, spoilt by chance, and windows without any speech."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

import features
from augment import reverberant
from corpus import by_voice, read_pieces
from voices import decode

LABEL_SAMPLES = 320
"""20 ms."""

LABELS = 500
FRAMES = 2 * LABELS
"""Of a window of 10 s."""

NOISE_ONLY = 0.15
ENDS_EARLY = 0.06
NOISIER = 0.4
SMEARED = 0.15
"""Parts of the windows."""

WARP = 0.04
"""Deviation of the factor by which a window's spectrum is stretched: other throats."""


@dataclass
class Conversations:
    """Filter-bank power and activity of conversations."""

    power: Sequence[torch.Tensor] | torch.Tensor
    """For each conversation (frames, 80), 16-bit floats of the logarithm."""
    activity: Sequence[torch.Tensor] | torch.Tensor
    """For each conversation (labels,), one bit a speaker."""

    @classmethod
    def read(cls, folder: Path) -> Conversations:
        """Reads a folder that conversations.py made; the filter banks are kept beside it for the next time."""
        shape = json.loads((folder / "shape.json").read_text())
        activity = np.fromfile(folder / "activity.bin", dtype=np.uint8).reshape(shape["count"], shape["labels"])
        cache = folder / "log-mel.pt"
        if not cache.exists():
            audio = np.memmap(folder / "audio.bin", dtype="<i2", mode="r").reshape(shape["count"], shape["samples"])
            torch.save(
                torch.stack([features.log_mel(torch.from_numpy(row.astype(np.float32))).half() for row in audio]), cache
            )
        return cls(torch.load(cache, weights_only=True, mmap=True), torch.from_numpy(activity))

    @classmethod
    def annotated(cls, folder: Path, names: list[str]) -> Conversations:
        """Reads recordings, NAME.flac, whose turns are in `turns.rttm`."""
        power, activity = [], []
        for name in names:
            samples = decode(folder / f"{name}.flac")
            bits = activity_in(folder / "turns.rttm", name, len(samples) // LABEL_SAMPLES)
            power.append(features.log_mel(torch.from_numpy(samples.astype(np.float32))).half())
            activity.append(bits)
        return cls(power, activity)

    def window(self, chance: random.Random) -> tuple[torch.Tensor, torch.Tensor]:
        """A random window with at most three speakers: power (1000, 80), and activity of the three (500, 3)."""
        while True:
            number = chance.randrange(len(self.activity))
            bits = self.activity[number]
            first = chance.randint(0, len(bits) - LABELS)
            bits = bits[first : first + LABELS]
            talking = torch.stack([(bits >> speaker) & 1 for speaker in range(4)], dim=1)
            order = talking.sum(dim=0).argsort(descending=True)
            if int(talking[:, order[3]].sum()) < 25:
                log_mel = self.power[number][2 * first : 2 * (first + LABELS)].float()
                return log_mel.exp(), talking[:, order[:3]]


def activity_in(rttm: Path, name: str, labels: int) -> torch.Tensor:
    """Who talks in one recording, one bit a speaker, by an RTTM file."""
    speakers: dict[str, int] = {}
    bits = torch.zeros(labels, dtype=torch.uint8)
    for line in rttm.read_text().splitlines():
        fields = line.split()
        if fields[1] != name:
            continue
        start, end = (round(seconds * 50) for seconds in (float(fields[3]), float(fields[3]) + float(fields[4])))
        bits[start:end] |= 1 << speakers.setdefault(fields[7], len(speakers))
    return bits


class Noises:
    """Filter-bank power of a folder of noises; kinds are drawn alike, however much there is of each."""

    def __init__(self, folder: Path) -> None:
        groups = by_voice(read_pieces([folder], held_out=False))
        self.kinds = [
            [features.log_mel(torch.from_numpy(piece.read().astype(np.float32))).half() for piece in pieces]
            for pieces in groups.values()
        ]

    def draw(self, chance: random.Random) -> torch.Tensor:
        """A window's length of noise, (1000, 80), of mean one; a short one is heard again and again."""
        log_mel = chance.choice(chance.choice(self.kinds))
        turned = log_mel.roll(chance.randrange(len(log_mel)), dims=0)
        power = turned.repeat(FRAMES // len(turned) + 1, 1)[:FRAMES].float().exp()
        return power / (power.mean() + 1e-6)


def spoil(power: torch.Tensor, noises: Noises, chance: random.Random) -> torch.Tensor:
    """A tilt and a stretch of each window's spectrum; for some windows noise, and the echo of a room."""
    position = torch.linspace(0, 1, features.BINS)
    spoilt = torch.stack([warped(row, 1 + chance.gauss(0, WARP)) for row in power])
    if chance.random() < SMEARED:
        spoilt = reverberant(spoilt, chance)
    for row in range(len(spoilt)):
        if chance.random() < NOISIER:
            for _ in range(chance.randint(1, 2)):
                share = 10 ** (-chance.uniform(0, 30) / 10)
                spoilt[row] += share * spoilt[row].mean() * noises.draw(chance)
        tilt_db = chance.gauss(0, 3) * position + chance.gauss(0, 3) * torch.cos(3.1 * position)
        spoilt[row] *= 10 ** (tilt_db / 10)
    return spoilt


def warped(power: torch.Tensor, factor: float) -> torch.Tensor:
    """The spectrum of each frame stretched along the mel scale, (frames, 80)."""
    at = (torch.arange(features.BINS) * factor).clamp(max=features.BINS - 1)
    below = at.floor().long().clamp(max=features.BINS - 2)
    share = at - below
    return power[:, below] * (1 - share) + power[:, below + 1] * share


def batch_of(
    data: list[tuple[Conversations, float]], noises: Noises, size: int, chance: random.Random
) -> tuple[torch.Tensor, torch.Tensor]:
    """Windows and their activity, of sources by their weights; some end in digital silence, in some there is only noise."""
    sources = chance.choices([source for source, _ in data], [weight for _, weight in data], k=size)
    windows = [source.window(chance) for source in sources]
    power = torch.stack([window[0] for window in windows])
    talking = torch.stack([window[1] for window in windows])
    for row in range(size):
        if chance.random() < NOISE_ONLY:
            power[row] = 1e4 * noises.draw(chance)
            talking[row] = 0
    power = spoil(power, noises, chance)
    for row in range(size):
        if chance.random() < ENDS_EARLY:
            label = chance.randint(LABELS // 5, LABELS)
            power[row, 2 * label :] = 0
            talking[row, label:] = 0
    return power, talking
