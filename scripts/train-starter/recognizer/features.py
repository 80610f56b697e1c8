"""Log-mel features as sherpa-onnx computes them for its `nemo_ctc` family; check_features.py proves it.

Kaldi's framing (frames centred on every 10 ms, the signal mirrored at its ends), librosa's mel scale and normalisation,
pre-emphasis within each frame, no dither, natural logarithm, then mean 0 and deviation 1 of each bin over the utterance.
"""
from __future__ import annotations

import math
from functools import cache

import torch
from torch import Tensor

SAMPLE_RATE = 16_000
WINDOW = 400
HOP = 160
FFT = 512
MEL_BINS = 80
PRE_EMPHASIS = 0.97
FLOOR = torch.finfo(torch.float32).eps
KNEE_HZ, KNEE_MEL = 1000.0, 15.0
MEL_PER_HZ = KNEE_MEL / KNEE_HZ
MEL_PER_OCTAVE_OF_6_4 = 27.0 / math.log(6.4)


def hz_to_mel(hz: float) -> float:
    return hz * MEL_PER_HZ if hz < KNEE_HZ else KNEE_MEL + MEL_PER_OCTAVE_OF_6_4 * math.log(hz / KNEE_HZ)


def mel_to_hz(mel: float) -> float:
    return mel / MEL_PER_HZ if mel < KNEE_MEL else KNEE_HZ * math.exp((mel - KNEE_MEL) / MEL_PER_OCTAVE_OF_6_4)


@cache
def mel_filters(device: str = "cpu") -> Tensor:
    """From the bins of the power spectrum to mel bins, each of the same area."""
    top = hz_to_mel(SAMPLE_RATE / 2)
    edges = torch.tensor([mel_to_hz(top * at / (MEL_BINS + 1)) for at in range(MEL_BINS + 2)], dtype=torch.float64)
    hz = torch.arange(FFT // 2 + 1, dtype=torch.float64)[:, None] * (SAMPLE_RATE / FFT)
    low, middle, high = edges[:-2], edges[1:-1], edges[2:]
    rising, falling = (hz - low) / (middle - low), (high - hz) / (high - middle)
    return (torch.minimum(rising, falling).clamp(min=0) * 2 / (high - low)).float().to(device)


def frame_count(samples: int) -> int:
    return (samples + HOP // 2) // HOP


def mirrored(samples: Tensor) -> Tensor:
    """What the frames of a whole utterance need, its ends mirrored as often as it takes."""
    count = len(samples)
    before = (WINDOW - HOP) // 2
    places = torch.arange(-before, (frame_count(count) - 1) * HOP + WINDOW - before, device=samples.device) % (2 * count)
    return samples[torch.where(places < count, places, 2 * count - 1 - places)]


def mel_power(samples: Tensor) -> Tensor:
    """(samples) → (frames, bins). At least 80 samples."""
    frames = mirrored(samples).unfold(0, WINDOW, HOP)
    before = torch.cat([frames[:, :1], frames[:, :-1]], 1)
    window = torch.hann_window(WINDOW, periodic=True, device=samples.device)
    spectrum = torch.fft.rfft((frames - PRE_EMPHASIS * before) * window, n=FFT)
    return (spectrum.real.square() + spectrum.imag.square()) @ mel_filters(str(samples.device))


def normalized(power: Tensor) -> Tensor:
    log = power.clamp(min=FLOOR).log()
    return (log - log.mean(0)) / (log.std(0, unbiased=False) + 1e-5)
