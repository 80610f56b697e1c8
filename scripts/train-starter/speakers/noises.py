"""Makes a folder of sounds in which nobody speaks: fans, hum, keys, knocks, rustling, music, and recordings of such.

A folder of noises is a corpus as `voices.py` writes it, whose voices are kinds of noise. Music is made of notes that are
synthesized here; recordings are music and effects from Debian packages.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.signal import butter, sosfilt

from voices import RATE_HZ, CorpusWriter, Utterance, decode

Audio = npt.NDArray[np.float32]
SECONDS = 30
LONGEST_RECORDING_S = 90


def coloured(length: int, exponent: float, noise: np.random.Generator) -> Audio:
    """Noise whose amplitude falls with frequency to the power of `exponent`, mean square one."""
    spectrum = np.fft.rfft(noise.standard_normal(length))
    frequency = np.maximum(np.arange(len(spectrum)), length / RATE_HZ * 60)
    samples = np.fft.irfft(spectrum / frequency**exponent, length)
    return (samples / samples.std()).astype(np.float32)


def swell(length: int, chance: random.Random) -> Audio:
    """A gain that wanders slowly around one."""
    at = np.arange(length) / RATE_HZ
    gain = sum(
        chance.uniform(0, 0.4) * np.sin(2 * np.pi * chance.uniform(0.03, 1.5) * at + chance.uniform(0, 6.3))
        for _ in range(3)
    )
    return np.exp(gain).astype(np.float32)


def fan(length: int, chance: random.Random, noise: np.random.Generator) -> Audio:
    """Air, with the tones of blades or of a motor."""
    at = np.arange(length) / RATE_HZ
    base_hz = chance.uniform(40, 400)
    samples = coloured(length, chance.uniform(0, 1.2), noise) * swell(length, chance)
    for overtone in range(1, chance.randint(1, 8)):
        samples += chance.uniform(0, 0.6) / overtone * np.sin(2 * np.pi * base_hz * overtone * at)
    return samples


def mains(length: int, chance: random.Random, noise: np.random.Generator) -> Audio:
    """Hum of 50 or 60 Hz with overtones, over hiss."""
    at = np.arange(length) / RATE_HZ
    base_hz = chance.choice((50.0, 60.0))
    samples = chance.uniform(0.02, 0.4) * coloured(length, chance.uniform(0, 0.8), noise)
    for overtone in range(1, chance.randint(3, 25)):
        samples += np.sin(2 * np.pi * base_hz * overtone * at + chance.uniform(0, 6.3)) / overtone
    return samples


def bursts(length: int, chance: random.Random, noise: np.random.Generator) -> Audio:
    """Keys, knocks, steps, cups or paper: short bands of noise that die away, over a quiet room."""
    samples = chance.uniform(0.001, 0.05) * coloured(length, chance.uniform(0.3, 1), noise)
    per_second = chance.choice((0.4, 1.5, 4, 8, 15))
    decay_s = chance.choice((0.004, 0.012, 0.04, 0.15))
    low_hz = chance.choice((60, 200, 800, 2_000))
    band = butter(2, (low_hz, min(low_hz * chance.uniform(2, 8), 7_500)), "band", fs=RATE_HZ, output="sos")
    at = 0.0
    while at < length:
        size = min(int(decay_s * RATE_HZ * chance.uniform(4, 9)), length - int(at))
        burst = noise.standard_normal(size) * np.exp(-np.arange(size) / (decay_s * RATE_HZ * chance.uniform(0.6, 1.6)))
        samples[int(at) : int(at) + size] += chance.uniform(0.2, 1) * sosfilt(band, burst)
        at += RATE_HZ * chance.expovariate(per_second) + RATE_HZ * chance.uniform(0, 0.5 / per_second)
    return samples


def note(frequency_hz: float, length: int, timbre: list[float], attack_s: float, fall: float) -> Audio:
    """A tone with overtones that swells and falls; `fall` is in 1/s."""
    at = np.arange(length) / RATE_HZ
    tone = sum(
        strength * np.sin(2 * np.pi * frequency_hz * overtone * at)
        for overtone, strength in enumerate(timbre, start=1)
        if frequency_hz * overtone < 7_800
    )
    release = np.minimum(1, (length - np.arange(length)) / (0.02 * RATE_HZ))
    return (tone * np.minimum(1, at / attack_s) * np.exp(-fall * at) * release).astype(np.float32)


def music(length: int, chance: random.Random, noise: np.random.Generator) -> Audio:
    """Melody, chords and beat in some key, of instruments drawn by chance."""
    beat = int(RATE_HZ * 60 / chance.uniform(55, 170))
    scale = [0, 2, 4, 5, 7, 9, 11] if chance.random() < 0.5 else [0, 2, 3, 5, 7, 8, 10]
    root_hz = chance.uniform(90, 250)

    def pitch(step: int) -> float:
        return float(root_hz * 2 ** (step // 7 + scale[step % 7] / 12))

    samples = np.zeros(length, np.float32)
    parts = [(chance.choice((1, 2, 4)), 1, 7), (0.5, 1, 14), (chance.choice((0.5, 1, 0.25)), 1, 14), (2, 3, 7)]
    for beats, voices, lowest in chance.sample(parts, chance.randint(1, 4)):
        timbre = [chance.uniform(0.2, 1) / overtone ** chance.uniform(0.4, 2) for overtone in range(1, 12)]
        attack_s, fall = chance.choice((0.004, 0.02, 0.1)), chance.choice((0.3, 1.5, 5))
        step, at = lowest, 0
        while at < length:
            size = min(int(beat * beats * chance.choice((1, 1, 2))), length - at)
            step = min(max(step + chance.randint(-3, 3), lowest - 7), lowest + 7)
            if chance.random() < 0.85:
                for voice in range(voices):
                    strength = chance.uniform(0.5, 1) / voices
                    samples[at : at + size] += strength * note(pitch(step + 2 * voice), size, timbre, attack_s, fall)
            at += max(size, 1)
    if chance.random() < 0.5:
        drum = bursts(length, random.Random(chance.random()), noise)
        for at in range(0, length - beat, beat):
            samples[at : at + beat // 4] += 0.6 * drum[: beat // 4] * np.exp(-np.arange(beat // 4) / (beat / 16))
    return samples + 1e-4 * coloured(length, 0.5, noise)


MADE: dict[str, Callable[[int, random.Random, np.random.Generator], Audio]] = {
    "air": lambda length, chance, noise: (
        coloured(length, chance.choice((0.0, 0.3, 0.5, 0.8, 1.0)), noise) * swell(length, chance)
    ),
    "fan": fan,
    "hum": mains,
    "bursts": bursts,
    "music": music,
}


def made(each: int, seed: int) -> Iterator[Utterance]:
    """`each` pieces of every kind."""
    for kind, make in MADE.items():
        for number in range(each):
            chance = random.Random(f"{seed}-{kind}-{number}")
            samples = make(SECONDS * RATE_HZ, chance, np.random.default_rng(chance.randrange(2**32)))
            samples = samples * (0.3 / (np.abs(samples).max() + 1e-9))
            yield Utterance(kind, "made", (samples * 32_767).astype(np.int16))


def recorded(folders: list[Path]) -> Iterator[Utterance]:
    """Every recording of at least a second in unpacked packages of music and effects."""
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".wav", ".ogg", ".oga")):
            try:
                samples = decode(path)
            except (subprocess.CalledProcessError, RuntimeError) as reason:
                print(f"left out {path}: {reason}")
                continue
            if len(samples) > RATE_HZ:
                yield Utterance(f"recorded-{folder.name}", "recorded", samples[: LONGEST_RECORDING_S * RATE_HZ])


def main() -> None:
    """Makes one folder of noises."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=30, help="pieces of every synthesized kind")
    parser.add_argument("--recorded", type=Path, nargs="*", default=[], help="unpacked packages of music and effects")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    writer = CorpusWriter(options.out)
    for utterance in made(options.each, options.seed):
        writer.add(utterance)
    for utterance in recorded(options.recorded):
        writer.add(utterance)
    writer.close()
    print(f"{options.out}: {writer.offset / RATE_HZ / 60:.1f} minutes")


if __name__ == "__main__":
    main()
