"""Rooms: what a microphone in a box of walls hears of talkers at their places, and what lines do to sound.

Early reflections come from mirror images of the talker; later ones are noise that falls off as the room's reverberation
time says, from where the images end.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

RATE_HZ = 16_000
SOUND_M_S = 343.0
EARLY_S = 0.05
IMAGES = np.stack(np.meshgrid(*[np.arange(-3, 4)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)

Audio = npt.NDArray[np.float32]


@dataclass
class Room:
    """Walls, reverberation, and a microphone."""

    size_m: npt.NDArray[np.float64]
    decay_s: float
    """Time in which sound falls by 60 dB."""
    microphone: npt.NDArray[np.float64]

    @classmethod
    def draw(cls, chance: random.Random) -> Room:
        """From a small office to a hall; the microphone stands on a table or hangs from the ceiling."""
        size = np.array([chance.uniform(2.5, 12), chance.uniform(2.5, 9), chance.uniform(2.3, 4.5)])
        place = np.array([chance.uniform(0.2, 0.8) * size[0], chance.uniform(0.2, 0.8) * size[1], 0.0])
        place[2] = chance.choice((0.8, 1.2, size[2] - 0.1))
        return cls(size, chance.uniform(0.15, 1.1), place)

    def seat(self, chance: random.Random) -> npt.NDArray[np.float64]:
        """Where somebody sits or stands."""
        place = [chance.uniform(0.1, 0.9) * self.size_m[0], chance.uniform(0.1, 0.9) * self.size_m[1]]
        return np.array([*place, chance.uniform(1.0, 1.8)])

    def response(self, seat: npt.NDArray[np.float64], noise: np.random.Generator) -> Audio:
        """From a seat to the microphone; the direct sound comes at once, of strength one over its distance in metres."""
        volume = float(np.prod(self.size_m))
        x, y, z = self.size_m
        surface = 2 * (x * y + y * z + x * z)
        reflected = np.sqrt(np.exp(-0.161 * volume / (surface * self.decay_s)))
        mirrored = np.where(IMAGES % 2 == 0, seat, self.size_m - seat) + IMAGES * self.size_m
        distance = np.maximum(np.linalg.norm(mirrored - self.microphone, axis=1), 0.2)
        direct = float(distance[len(distance) // 2])
        delay = ((distance - direct) / SOUND_M_S * RATE_HZ).astype(int)
        response = np.zeros(int((self.decay_s + EARLY_S) * RATE_HZ), np.float32)
        early = (delay >= 0) & (delay < int(EARLY_S * RATE_HZ))
        np.add.at(response, delay[early], (reflected ** np.abs(IMAGES).sum(axis=1) / distance)[early])
        at_s = np.arange(len(response)) / RATE_HZ
        tail = noise.standard_normal(len(response)) * np.exp(-6.9 * at_s / self.decay_s)
        # A diffuse field is as strong as the direct sound at the room's critical distance.
        tail *= 1 / (0.057 * np.sqrt(volume / self.decay_s)) / np.sqrt((tail**2).sum())
        tail[: int(EARLY_S * RATE_HZ)] *= np.linspace(0, 1, int(EARLY_S * RATE_HZ))
        return (response + tail).astype(np.float32)


def convolve(samples: Audio, response: Audio) -> Audio:
    """Linear convolution, cut to the samples' length."""
    size = 1 << (len(samples) + len(response) - 1).bit_length()
    spectrum = np.fft.rfft(samples, size) * np.fft.rfft(response, size)
    return np.fft.irfft(spectrum, size)[: len(samples)].astype(np.float32)


def equalize(samples: Audio, chance: random.Random) -> Audio:
    """A microphone's smooth response, and for some the narrow band of a telephone."""
    spectrum = np.fft.rfft(samples)
    position = np.linspace(0, 1, len(spectrum))
    gain_db = sum(
        chance.gauss(0, 2.5) * np.cos(np.pi * waves * position + chance.uniform(0, 6.3)) for waves in (0.5, 1, 2)
    )
    if chance.random() < 0.15:
        gain_db = np.where(position > chance.uniform(0.42, 0.5), -50, gain_db)
        gain_db = np.where(position < chance.uniform(0.01, 0.04), -30, gain_db)
    return np.fft.irfft(spectrum * 10 ** (gain_db / 20), len(samples)).astype(np.float32)
