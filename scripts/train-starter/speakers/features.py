"""Filter banks as sherpa-onnx computes them for its speaker models, in torch.

Kaldi's recipe: frames of 25 ms every 10 ms centred as with snip_edges off, mean removed, pre-emphasis 0.97, Povey window,
power spectrum of 512 points, 80 triangular filters on the mel scale from 20 Hz to 7,600 Hz, natural logarithm.
`check_features.py` compares them with the library's, number by number.
"""

from __future__ import annotations

import math

import torch

RATE_HZ = 16_000
FRAME_SAMPLES = 400
SHIFT_SAMPLES = 160
FFT_SAMPLES = 512
BINS = 80
LOW_HZ = 20.0
HIGH_HZ = 7_600.0
FLOOR = torch.finfo(torch.float32).eps


def povey_window() -> torch.Tensor:
    """Kaldi's window: a Hann window to the power of 0.85."""
    return torch.hann_window(FRAME_SAMPLES, periodic=False, dtype=torch.float64).pow(0.85).float()


def mel(frequency_hz: torch.Tensor) -> torch.Tensor:
    """Kaldi's mel scale."""
    return 1127.0 * torch.log(1.0 + frequency_hz / 700.0)


def mel_filters() -> torch.Tensor:
    """Triangular filters, (257, 80); the bin at the Nyquist frequency has no part."""
    edges = torch.linspace(
        float(mel(torch.tensor(LOW_HZ))), float(mel(torch.tensor(HIGH_HZ))), BINS + 2, dtype=torch.float64
    )
    points = mel(torch.arange(FFT_SAMPLES // 2, dtype=torch.float64) * (RATE_HZ / FFT_SAMPLES))
    left, centre, right = edges[:-2], edges[1:-1], edges[2:]
    rising = (points[:, None] - left) / (centre - left)
    falling = (right - points[:, None]) / (right - centre)
    filters = torch.minimum(rising, falling).clamp(min=0)
    return torch.cat([filters, torch.zeros(1, BINS, dtype=torch.float64)]).float()


WINDOW = povey_window()
FILTERS = mel_filters()


def frames_of(samples: torch.Tensor) -> torch.Tensor:
    """Cuts (..., n) samples into (..., frames, 400), mirrored at both ends."""
    count = (samples.shape[-1] + SHIFT_SAMPLES // 2) // SHIFT_SAMPLES
    before = (FRAME_SAMPLES - SHIFT_SAMPLES) // 2
    after = max(0, (count - 1) * SHIFT_SAMPLES + FRAME_SAMPLES - before - samples.shape[-1])
    head = samples[..., :before].flip(-1)
    tail = samples[..., samples.shape[-1] - after :].flip(-1) if after else samples[..., :0]
    return torch.cat([head, samples, tail], dim=-1).unfold(-1, FRAME_SAMPLES, SHIFT_SAMPLES)[..., :count, :]


def mel_power(samples: torch.Tensor) -> torch.Tensor:
    """Power in each filter, (..., frames, 80), of samples in the range of 16-bit integers."""
    frames = frames_of(samples)
    frames = frames - frames.mean(dim=-1, keepdim=True)
    previous = torch.cat([frames[..., :1], frames[..., :-1]], dim=-1)
    spectrum = torch.fft.rfft((frames - 0.97 * previous) * WINDOW, n=FFT_SAMPLES)
    return (spectrum.real.square() + spectrum.imag.square()) @ FILTERS


def log_mel(samples: torch.Tensor) -> torch.Tensor:
    """Natural logarithm of the power in each filter, floored as the library floors it."""
    return mel_power(samples).clamp(min=FLOOR).log()


def without_mean(features: torch.Tensor) -> torch.Tensor:
    """Takes the mean over time off every bin ("global-mean" in sherpa-onnx)."""
    return features - features.mean(dim=-2, keepdim=True)


assert math.isclose(float(FILTERS.sum(dim=1).max()), 1.0, abs_tol=0.05)
