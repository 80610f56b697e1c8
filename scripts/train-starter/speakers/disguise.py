"""What makes a voice somebody else's, and what leaves it the same, on log filter banks.

Another length of the vocal tract moves pitch and formants: warped far enough, a voice is another speaker. Another tempo,
a little warp, and distance from the microphone are the same speaker on another day.
"""

from __future__ import annotations

import random

import torch
import torch.nn.functional as functional

import features

WARPS = (0.78, 0.88, 1.0, 1.13, 1.28)
"""Factors on all frequencies; each makes another speaker of a voice."""

JITTER = 0.025
"""Largest part by which a speaker's own frequencies vary."""

TEMPOS = (0.88, 1.14)
KNEE_HZ = 5_500.0
"""From here on a warp levels off, so that the highest filter stays where it is."""

SHARE_DISTANT = 0.5
STEPS = 400
"""Factors between the smallest and the largest for which there is a matrix."""


def warp_matrix(factor: float) -> torch.Tensor:
    """Takes (frames, 80) to those of a voice whose frequencies are `factor` times as high."""
    edges = torch.linspace(
        float(features.mel(torch.tensor(features.LOW_HZ))),
        float(features.mel(torch.tensor(features.HIGH_HZ))),
        features.BINS + 2,
    )
    centres = 700.0 * ((edges[1:-1] / 1127.0).exp() - 1.0)
    knee = KNEE_HZ * min(1.0, factor)
    above = knee / factor + (centres - knee) * (features.HIGH_HZ - knee / factor) / (features.HIGH_HZ - knee)
    source = torch.where(centres <= knee, centres / factor, above)
    place = (features.mel(source) - edges[1]) / (edges[2] - edges[1])
    place = place.clamp(0, features.BINS - 1)
    return (1 - (place[None, :] - torch.arange(features.BINS)[:, None]).abs()).clamp(min=0)


LOWEST, HIGHEST = WARPS[0] * (1 - JITTER), WARPS[-1] * (1 + JITTER)
MATRICES = torch.stack([warp_matrix(LOWEST + (HIGHEST - LOWEST) * step / STEPS) for step in range(STEPS + 1)])


def warped(batch: torch.Tensor, factors: list[float]) -> torch.Tensor:
    """(voices, frames, 80), each voice with its factor."""
    steps = [round(STEPS * (factor - LOWEST) / (HIGHEST - LOWEST)) for factor in factors]
    return torch.bmm(batch, MATRICES[steps])


def jittered(factor: float, chance: random.Random) -> float:
    """The factor of the same speaker at another moment."""
    return factor * (1 + chance.uniform(-JITTER, JITTER))


def drawn_tempo(chance: random.Random) -> float:
    """How fast somebody speaks now."""
    return chance.uniform(*TEMPOS)


def at_length(crop: torch.Tensor, frames: int) -> torch.Tensor:
    """The same words in so many frames."""
    return functional.interpolate(crop.T[None], size=frames, mode="linear", align_corners=False)[0].T


def distant(batch: torch.Tensor, chance: random.Random) -> torch.Tensor:
    """Half of the voices from across a room, where echoes are about as loud as the voice itself."""
    count, frames, _ = batch.shape
    steps = torch.arange(1, 80).float()
    tails = torch.zeros(count, 80)
    for row in range(count):
        tails[row, 0] = 1.0
        if chance.random() < SHARE_DISTANT:
            decay = torch.exp(-13.8 * steps * 0.01 / chance.uniform(0.2, 1.0))
            tails[row, 1:] = 10 ** (chance.uniform(-8, 5) / 10) * decay / decay.sum()
    size = frames + 80
    spectrum = torch.fft.rfft(batch.exp(), n=size, dim=1) * torch.fft.rfft(tails, n=size, dim=1)[:, :, None]
    return torch.fft.irfft(spectrum, n=size, dim=1)[:, :frames].clamp(min=1e-10).log()
