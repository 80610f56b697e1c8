"""Rooms, channels and noise, applied to log filter banks: cheap enough for each crop to be heard once only."""

from __future__ import annotations

import random

import torch

import features
from corpus import FeatureBank

NOISE_SECONDS = 60


def coloured_noise(exponent: float, seed: int) -> torch.Tensor:
    """Noise whose amplitude falls with frequency to the power of `exponent`, in 16-bit range."""
    generator = torch.Generator().manual_seed(seed)
    spectrum = torch.fft.rfft(torch.randn(features.RATE_HZ * NOISE_SECONDS, generator=generator))
    frequency = torch.arange(len(spectrum)).clamp(min=200).float()
    samples = torch.fft.irfft(spectrum / frequency.pow(exponent))
    return samples / samples.std() * 1_000


def hum(base_hz: float, seed: int) -> torch.Tensor:
    """Mains hum with overtones over faint hiss."""
    generator = torch.Generator().manual_seed(seed)
    time_s = torch.arange(features.RATE_HZ * NOISE_SECONDS) / features.RATE_HZ
    samples = torch.randn(len(time_s), generator=generator) * 0.05
    for overtone in range(1, 20):
        samples += torch.sin(2 * torch.pi * base_hz * overtone * time_s + overtone * overtone) / overtone
    return samples / samples.std() * 1_000


def babble(bank: FeatureBank, talkers: int, chance: random.Random) -> torch.Tensor:
    """Power of several voices at once."""
    frames = NOISE_SECONDS * 100
    voices = [chance.randrange(len(bank.voices)) for _ in range(talkers)]
    levels = [normalized_power(bank.crop(voice, frames, chance)) for voice in voices]
    return torch.stack(levels).mean(dim=0)


def normalized_power(log_mel: torch.Tensor) -> torch.Tensor:
    """Power with a mean of one over all frames and bins."""
    power = log_mel.exp()
    return power / power.mean()


class Augmenter:
    """Alters batches of log filter banks, (voices, frames, 80)."""

    def __init__(self, bank: FeatureBank, seed: int) -> None:
        chance = random.Random(seed)
        noises = [coloured_noise(exponent, seed) for exponent in (0.0, 0.3, 0.5, 0.8, 1.0)]
        noises += [hum(50.0, seed), hum(60.0, seed)]
        self.noises = [normalized_power(features.log_mel(noise)) for noise in noises]
        self.noises += [babble(bank, talkers, chance) for talkers in (4, 6, 9, 14)]

    def noise(self, frames: int, chance: random.Random) -> torch.Tensor:
        """A stretch of noise, (frames, 80)."""
        noise = chance.choice(self.noises)
        first = chance.randrange(len(noise) - frames)
        return noise[first : first + frames]

    def __call__(self, batch: torch.Tensor, chance: random.Random) -> torch.Tensor:
        """Room, channel, noise; the mean is taken off at the end."""
        return features.without_mean(self.spoiled(batch, chance))

    def spoiled(self, batch: torch.Tensor, chance: random.Random) -> torch.Tensor:
        """Room, channel and noise, each for a part of the batch."""
        count, frames, bins = batch.shape
        power = batch.exp()
        power = power / power.mean(dim=(1, 2), keepdim=True)
        power = reverberant(power, chance)
        power = power * channel_gains(count, bins, chance)[:, None, :]
        for row in range(count):
            if chance.random() < 0.7:
                share = 10 ** (-chance.uniform(3, 30) / 10)
                power[row] += share * power[row].mean() * self.noise(frames, chance)
        return (power + 1e-9).log()


def reverberant(power: torch.Tensor, chance: random.Random) -> torch.Tensor:
    """Smears power over time as a room does, for two fifths of the batch."""
    count, frames, _ = power.shape
    tails = torch.zeros(count, 60)
    steps = torch.arange(1, 60).float()
    for row in range(count):
        tails[row, 0] = 1.0
        if chance.random() < 0.4:
            decay_s = chance.uniform(0.15, 0.8)
            strength = 10 ** (-chance.uniform(2, 14) / 10)
            decay = torch.exp(-13.8 * steps * 0.01 / decay_s)
            tails[row, 1:] = strength * decay / decay.sum()
    size = frames + 60
    spectrum = torch.fft.rfft(power, n=size, dim=1) * torch.fft.rfft(tails, n=size, dim=1)[:, :, None]
    return torch.fft.irfft(spectrum, n=size, dim=1)[:, :frames].clamp(min=1e-10)


def channel_gains(count: int, bins: int, chance: random.Random) -> torch.Tensor:
    """Power gain of each bin: a smooth tilt, and for some the narrow band of a telephone."""
    position = torch.linspace(0, 1, bins)
    gains = torch.zeros(count, bins)
    for row in range(count):
        for waves in (0.5, 1.0, 2.0):
            gains[row] += chance.gauss(0, 3.0) * torch.cos(torch.pi * waves * position + chance.uniform(0, 6.3))
        if chance.random() < 0.15:
            gains[row, chance.randint(56, 66) :] -= 45
            gains[row, : chance.randint(0, 8)] -= 20
    return 10 ** (gains / 10)
