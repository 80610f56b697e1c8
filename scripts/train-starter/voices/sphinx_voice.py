"""A voice that sounds like nobody and a little like everybody: every sound is drawn from the Gaussians that CMU's acoustic
model has learnt from many real people. It rustles and buzzes, and teaches a recognizer what no synthetic speaker can: how
differently people form the same sounds.

Sounds and durations come from flite (`-psdur`); each third of a sound becomes a drawn spectral envelope, the envelopes are
joined smoothly in time, and a train of pulses or noise is sent through them.
"""
from __future__ import annotations

import random
import subprocess
from pathlib import Path

import numpy as np

from sphinx_model import CEPSTRA, SphinxModel, read_sphinx_model

SAMPLE_RATE, HOP, WINDOW, FFT = 16_000, 160, 400, 512
MODEL = Path("/usr/share/pocketsphinx/model/en-us/en-us")
# From the model's feat.params: mel filters, lifter, and the mean that was taken off every recording.
FILTERS, LOWEST_HZ, HIGHEST_HZ, LIFTER = 25, 130.0, 6800.0, 22
MEAN_CEPSTRUM = np.array([41.00, -5.29, -0.12, 5.09, 2.48, -4.07, -1.37, -1.78, -5.08, -2.05, -6.45, -1.42, 1.17])
PRE_EMPHASIS = 0.97
FLITE_VOICE = "kal"
"""The quickest: only its sounds and durations are taken."""
SILENCE = "SIL"
FLITE_PHONES = {"pau": SILENCE, "ax": "AH", "axr": "ER", "el": "L", "em": "M", "en": "N", "dx": "D", "nx": "N"}
NOISY = frozenset("F HH S SH TH P T K CH SIL".split())
HALF_NOISY = frozenset("V DH Z ZH JH".split())


def mel(hz: np.ndarray | float) -> np.ndarray | float:
    return 2595 * np.log10(1 + np.asarray(hz) / 700)


def envelope_matrix() -> np.ndarray:
    """(cepstrum, bin): from cepstra to the logarithm of power in the bins of the spectrum."""
    order = np.arange(CEPSTRA)
    unlifted = 1 / (1 + LIFTER / 2 * np.sin(np.pi * order / LIFTER))
    scale = np.where(order == 0, np.sqrt(1 / FILTERS), np.sqrt(2 / FILTERS)) * unlifted
    cosines = np.cos(np.pi / FILTERS * np.outer(order, np.arange(FILTERS) + 0.5)) * scale[:, None]
    centres = np.linspace(mel(LOWEST_HZ), mel(HIGHEST_HZ), FILTERS + 2)[1:-1]
    bins = mel(np.arange(FFT // 2 + 1) * SAMPLE_RATE / FFT)
    return np.stack([np.interp(bins, centres, row) for row in cosines])


def smooth_noise(chance: np.random.Generator, frames: int, frames_apart: int) -> np.ndarray:
    knots = chance.standard_normal(frames // frames_apart + 2)
    return np.interp(np.arange(frames) / frames_apart, np.arange(len(knots)), knots)


class SphinxVoice:
    def __init__(self, folder: Path = MODEL) -> None:
        self.model: SphinxModel = read_sphinx_model(folder)
        self.place = {name: at for at, name in enumerate(self.model.phones)}
        self.envelopes = envelope_matrix()
        middle = self.model.mean.mean(1, keepdims=True)
        self.leaning = (self.model.mean - middle) / self.model.mean.std(1, keepdims=True)
        frequency = np.arange(FFT // 2 + 1) * 2 * np.pi / FFT
        self.de_emphasis = 1 / np.abs(1 - PRE_EMPHASIS * np.exp(-1j * frequency))

    def speak(self, text: str, chance: random.Random) -> np.ndarray:
        """Samples around ±1 at 16 kHz. @raises subprocess.SubprocessError when flite fails."""
        numbers = np.random.default_rng(chance.getrandbits(64))
        sounds = self.sounds(text, numbers)
        cepstra = self.cepstra(sounds, numbers)
        noisiness = np.concatenate([np.full(frames, self.noisiness(phone)) for phone, frames in sounds])
        return self.sound(cepstra, np.convolve(noisiness, np.ones(3) / 3, "same"), numbers)

    def sounds(self, text: str, chance: np.random.Generator) -> list[tuple[str, int]]:
        """Phones with how many frames each lasts."""
        command = ["flite", "-voice", FLITE_VOICE, "-psdur", "-t", text, "-o", "none"]
        spoken = subprocess.run(command, check=True, timeout=60, capture_output=True, text=True).stdout.split()
        pace = chance.uniform(0.75, 1.2)
        sounds: list[tuple[str, int]] = []
        before = 0.0
        for entry in spoken:
            name, _, end = entry.rpartition(":")
            length = (float(end) - before) * pace * np.exp(0.18 * chance.standard_normal())
            before = float(end)
            phone = FLITE_PHONES.get(name, name.upper())
            sounds.append((phone, max(2, round(length * SAMPLE_RATE / HOP))))
        return sounds

    def noisiness(self, phone: str) -> float:
        return 1.0 if phone in NOISY else 0.5 if phone in HALF_NOISY else 0.0

    def cepstra(self, sounds: list[tuple[str, int]], chance: np.random.Generator) -> np.ndarray:
        """(frame, cepstrum). One speaker leans towards the same side of every sound."""
        lean = chance.standard_normal(CEPSTRA) * chance.uniform(0, 0.9)
        places = [self.place[phone] for phone, _ in sounds]
        rows: list[np.ndarray] = []
        for at, (phone, (_, frames)) in enumerate(zip(places, sounds)):
            left = places[at - 1] if at > 0 else self.place[SILENCE]
            right = places[at + 1] if at + 1 < len(places) else self.place[SILENCE]
            pull = np.exp(self.leaning[phone] @ lean)
            for third, senone in enumerate(self.model.senones(phone, left, right)):
                weight = self.model.weight[senone] * pull
                drawn = chance.choice(len(weight), p=weight / weight.sum())
                spread = 0.35 * self.model.deviation[phone, drawn] * chance.standard_normal(CEPSTRA)
                length = frames * (third + 1) // 3 - frames * third // 3
                rows.append(np.tile(self.model.mean[phone, drawn] + spread, (length, 1)))
        steps = np.concatenate(rows)
        joint = np.hanning(int(chance.integers(5, 10)) + 2)[1:-1]
        reach = len(joint) // 2
        padded = np.pad(steps, ((reach, len(joint) - 1 - reach), (0, 0)), "edge")
        smooth = np.stack([np.convolve(padded[:, at], joint / joint.sum(), "valid") for at in range(CEPSTRA)], 1)
        sharpness = np.r_[1, 1, np.full(CEPSTRA - 2, chance.uniform(1.0, 1.25))]
        return smooth * sharpness + MEAN_CEPSTRUM

    def sound(self, cepstra: np.ndarray, noisiness: np.ndarray, chance: np.random.Generator) -> np.ndarray:
        frames = len(cepstra)
        samples = (frames - 1) * HOP + WINDOW
        starts = np.arange(frames)[:, None] * HOP + np.arange(WINDOW)
        window = np.hanning(WINDOW)
        pulses = self.pulses(frames, samples, chance)
        noise = chance.standard_normal(samples)
        voiced, unvoiced = (np.fft.rfft(source[starts] * window, FFT) for source in (pulses, noise))
        hz = np.arange(FFT // 2 + 1) * SAMPLE_RATE / FFT
        # Voices grow hoarse towards high frequencies.
        breath = 1 / (1 + np.exp(-(hz - chance.uniform(2500, 6000)) / 700)) * 0.8 + chance.uniform(0.02, 0.2)
        share = np.clip(noisiness[:, None] + (1 - noisiness[:, None]) * breath, 0, 1)
        source = voiced * np.sqrt(1 - share) + unvoiced * np.sqrt(share)
        power = (cepstra @ self.envelopes).clip(-40, 40)
        shaped = np.fft.irfft(source * np.exp(power / 2) * self.de_emphasis, FFT)[:, :WINDOW] * window
        out = np.zeros(samples)
        np.add.at(out, starts, shaped)
        return out / (np.abs(out).max() + 1e-9)

    def pulses(self, frames: int, samples: int, chance: np.random.Generator) -> np.ndarray:
        """A train of unit power, its pitch wandering."""
        pitch = np.exp(chance.uniform(np.log(80), np.log(260)))
        fall = np.linspace(0.12, -0.12, frames) * chance.uniform(0, 1.5)
        contour = pitch * np.exp(fall + 0.12 * smooth_noise(chance, frames, 18))
        hz = np.interp(np.arange(samples) / HOP, np.arange(frames), contour)
        turns = np.cumsum(hz / SAMPLE_RATE)
        at = np.flatnonzero(np.diff(np.floor(turns), prepend=0) > 0)
        train = np.zeros(samples)
        train[at] = np.sqrt(SAMPLE_RATE / hz[at])
        return train
