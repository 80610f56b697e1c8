"""Folders of speech as voices/synthesize.py and recordings.py write them, drawn from with augmentation."""
from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from features import FLOOR, MEL_BINS, mel_power


BATCHES_AT_ONCE = 8


@dataclass(frozen=True)
class Utterance:
    speech: np.ndarray
    text: str


def read_folder(folder: Path) -> list[Utterance]:
    samples = np.memmap(folder / "speech.i16", dtype="<i2", mode="r")
    rows = [json.loads(line) for line in (folder / "index.jsonl").read_text(encoding="utf-8").splitlines()]
    return [
        Utterance(samples[row["offset"] : row["offset"] + row["samples"]], row["text"])
        for row in rows
        if row["offset"] + row["samples"] <= len(samples)
    ]


@dataclass(frozen=True)
class Source:
    utterances: list[Utterance]
    weight: float
    """How often it is drawn from, against the others."""


class Augmenter:
    """Other voices, rooms, microphones and noises out of one recording; a part of what is drawn stays clean."""

    def __init__(self, chance: random.Random, strength: float) -> None:
        self.chance = chance
        self.strength = strength

    def happens(self, probability: float) -> bool:
        return self.chance.random() < probability * self.strength

    def wave(self, samples: Tensor) -> Tensor:
        if self.happens(0.85):
            # Pitch and formants together, as between shorter and longer vocal tracts.
            rate = self.chance.uniform(0.82, 1.22)
            size = max(int(len(samples) / rate), 400)
            samples = functional.interpolate(samples[None, None], size=size, mode="linear")[0, 0]
        if self.happens(0.06):
            peak = float(samples.abs().max()) * self.chance.uniform(0.1, 0.5)
            samples = samples.clamp(-peak, peak)
        return samples

    def power(self, power: Tensor) -> Tensor:
        """(frames, bins) of mel power, mean 1."""
        if self.happens(0.5):
            size = max(int(len(power) * self.chance.uniform(0.88, 1.13)), 1)
            power = functional.interpolate(power.T[None], size=size, mode="linear")[0].T
        if self.happens(0.6):
            power = self.bent(power)
        if self.happens(0.25):
            power = self.reverberated(power)
        if self.happens(0.6):
            power = power * 10 ** (self.smooth_curve(self.chance.uniform(1, 7)) / 10)
        power = power / (power.sum(1).mean() + 1e-9)
        if self.happens(0.65):
            slope = self.chance.uniform(-2.0, 0.5)
            colour = torch.linspace(1, 0, MEL_BINS).exp() ** -slope
            level = 10 ** (-self.chance.uniform(5, 35) / 10)
            noise = torch.empty_like(power).exponential_() * colour / colour.sum()
            power = power + noise * level
        if self.happens(0.12):
            power = power * self.telephone()
        floor = 10 ** (-self.chance.uniform(30, 75) / 10) / MEL_BINS
        return (power + torch.empty_like(power).exponential_() * floor) * 10 ** (self.chance.uniform(-35, 12) / 10)

    def bent(self, power: Tensor) -> Tensor:
        """
        Every sound a little longer or shorter, higher or lower, as no two people say it alike. The smooth random
        displacement is that of elastic distortions in handwriting (Simard, Steinkraus and Platt, 2003).
        """
        frames = len(power)
        time = self.smooth_field(frames, 1, frames_apart=12) * self.chance.uniform(0, 2.5)
        bins = self.smooth_field(frames, 4, frames_apart=16) * self.chance.uniform(0, 1.6)
        x = (torch.arange(MEL_BINS) + bins) / (MEL_BINS - 1) * 2 - 1
        y = ((torch.arange(frames)[:, None] + time) / max(1, frames - 1) * 2 - 1).expand_as(x)
        grid = torch.stack([x, y], -1)[None]
        return functional.grid_sample(power[None, None], grid, padding_mode="border", align_corners=True)[0, 0]

    def smooth_field(self, frames: int, knots_of_bins: int, frames_apart: int) -> Tensor:
        """(frames, bins) of normal deviates at knots, and what lies between."""
        knots = torch.randn(1, 1, frames // frames_apart + 2, knots_of_bins)
        return functional.interpolate(knots, size=(frames, MEL_BINS), mode="bilinear", align_corners=True)[0, 0]

    def reverberated(self, power: Tensor) -> Tensor:
        decay_seconds, direct_db = self.chance.uniform(0.12, 0.7), self.chance.uniform(0, 15)
        steps = min(60, int(decay_seconds * 80)) + 1
        tail = torch.exp(-torch.arange(1, steps + 1) * 13.8 * 0.01 / decay_seconds) * torch.empty(steps).exponential_()
        response = torch.cat([torch.ones(1), tail / tail.sum() * 10 ** (-direct_db / 10)])
        padded = functional.pad(power.T[:, None], (steps, 0))
        return functional.conv1d(padded, response.flip(0)[None, None])[:, 0].T

    def smooth_curve(self, decibels: float) -> Tensor:
        knots = torch.randn(1, 1, self.chance.randint(3, 7)) * decibels
        return functional.interpolate(knots, size=MEL_BINS, mode="linear", align_corners=True)[0, 0]

    def telephone(self) -> Tensor:
        gain = torch.ones(MEL_BINS)
        gain[: self.chance.choice([0, 0, 4])] = 10 ** -self.chance.uniform(2, 6)
        gain[self.chance.choice([56, 62, 66, 70]) :] = 10 ** -self.chance.uniform(2, 6)
        return gain

    def masked(self, features: Tensor) -> Tensor:
        for _ in range(2):
            width = self.chance.randint(0, int(12 * self.strength))
            low = self.chance.randint(0, MEL_BINS - width)
            features[:, low : low + width] = 0
        for _ in range(max(1, len(features) // 160)):
            width = self.chance.randint(0, int(16 * self.strength))
            start = self.chance.randint(0, max(0, len(features) - width))
            features[start : start + width] = 0
        return features


@dataclass(frozen=True)
class Batch:
    features: Tensor
    frames: Tensor
    texts: list[str]


def together(rows: list[tuple[Tensor, str]]) -> Batch:
    width = math.ceil(max(len(features) for features, _ in rows) / 8) * 8
    features = torch.zeros(len(rows), width, MEL_BINS)
    for at, (row, _) in enumerate(rows):
        features[at, : len(row)] = row
    return Batch(features, torch.tensor([len(row) for row, _ in rows]), [text for _, text in rows])


class Corpus(torch.utils.data.IterableDataset[Batch]):
    """Endless batches of about so many frames: utterances of like length, or several in a row with pauses between."""

    def __init__(self, sources: list[Source], batch_frames: int, strength: float, seed: int) -> None:
        self.sources, self.batch_frames, self.strength, self.seed = sources, batch_frames, strength, seed

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        seed = f"{self.seed}/{worker.id if worker else 0}"
        chance = random.Random(seed)
        torch.manual_seed(hash_of(seed))
        augmenter = Augmenter(chance, self.strength)
        while True:
            yield from self.batches(chance, augmenter)

    def batches(self, chance: random.Random, augmenter: Augmenter) -> list[Batch]:
        """Several at once: rows of like length go together, so that little of a batch is padding."""
        rows: list[tuple[Tensor, str]] = []
        while sum(len(features) for features, _ in rows) < BATCHES_AT_ONCE * self.batch_frames:
            rows.append(self.row(chance, augmenter))
        rows.sort(key=lambda row: len(row[0]))
        groups: list[list[tuple[Tensor, str]]] = [[]]
        for row in rows:
            if groups[-1] and len(row[0]) * (len(groups[-1]) + 1) > self.batch_frames:
                groups.append([])
            groups[-1].append(row)
        chance.shuffle(groups)
        return [together(group) for group in groups]

    def draw(self, chance: random.Random) -> Utterance:
        source = chance.choices(self.sources, [source.weight for source in self.sources])[0]
        return chance.choice(source.utterances)

    def row(self, chance: random.Random, augmenter: Augmenter) -> tuple[Tensor, str]:
        parts: list[Tensor] = [torch.zeros(chance.randint(0, 40), MEL_BINS)]
        texts: list[str] = []
        for _ in range(chance.choice([1, 1, 2, 3])):
            utterance = self.draw(chance)
            samples = torch.from_numpy(utterance.speech.astype(np.float32)) / 32768
            power = mel_power(augmenter.wave(samples))
            parts += [power / (power.sum(1).mean() + 1e-9), torch.zeros(chance.randint(5, 60), MEL_BINS)]
            texts.append(utterance.text)
        log = augmenter.power(torch.cat(parts)).clamp(min=FLOOR).log()
        features = (log - log.mean(0)) / (log.std(0, unbiased=False) + 1e-5)
        return augmenter.masked(features), " ".join(texts)


def hash_of(text: str) -> int:
    """The same in every process, unlike Python's own."""
    return int.from_bytes(text.encode()[-7:], "little")
