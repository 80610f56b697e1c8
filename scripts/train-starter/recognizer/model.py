"""The acoustic model: a small convolutional network with a CTC output, whose cost grows evenly with the audio's length."""
from __future__ import annotations

from dataclasses import asdict, dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

FEATURES = 80
FRAMES_PER_OUTPUT = 8
MEL_BINS_AFTER_SUBSAMPLING = FEATURES // FRAMES_PER_OUTPUT


@dataclass(frozen=True)
class Shape:
    vocab: int = 257
    """Pieces and blank; blank is the last."""
    d: int = 256
    n: int = 12
    k: int = 11
    mult: int = 3
    drop: float = 0.0


class Subsample(nn.Module):
    """From 80 bins every 10 ms to one vector every 80 ms. Dense: depthwise strided convolutions train slowly on processors."""

    def __init__(self, width: int, channels: tuple[int, int, int] = (32, 64, 96)) -> None:
        super().__init__()
        self.c1 = nn.Conv2d(1, channels[0], 3, 2, 1)
        self.c2 = nn.Conv2d(channels[0], channels[1], 3, 2, 1)
        self.c3 = nn.Conv2d(channels[1], channels[2], 3, 2, 1)
        self.out = nn.Linear(channels[2] * MEL_BINS_AFTER_SUBSAMPLING, width)

    def forward(self, features: Tensor) -> Tensor:
        maps = features.unsqueeze(1)
        for convolution in (self.c1, self.c2, self.c3):
            maps = functional.silu(convolution(maps))
        return self.out(maps.permute(0, 2, 1, 3).flatten(2))


class Block(nn.Module):
    """Depthwise convolution over time, then a wide layer; every second block weighs its channels by the whole utterance."""

    def __init__(self, shape: Shape, weighs_channels: bool) -> None:
        super().__init__()
        width = shape.d
        self.dw = nn.Conv1d(width, width, shape.k, padding=shape.k // 2, groups=width)
        self.ln = nn.LayerNorm(width)
        self.w1 = nn.Linear(width, width * shape.mult)
        self.w2 = nn.Linear(width * shape.mult, width)
        self.se = nn.Sequential(nn.Linear(width, width // 8), nn.SiLU(), nn.Linear(width // 8, width)) if weighs_channels else None
        self.drop = nn.Dropout(shape.drop)
        self.g = nn.Parameter(torch.full((width,), 0.3))

    def forward(self, x: Tensor, mask: Tensor, share: Tensor) -> Tensor:
        y = self.ln(self.dw(x.transpose(1, 2)).transpose(1, 2))
        if self.se is not None:
            mean = (y * mask).sum(1, keepdim=True) * share
            y = y * torch.sigmoid(self.se(mean)) * 2
        y = self.w2(self.drop(functional.silu(self.w1(y))))
        return (x + self.drop(y) * self.g) * mask


class Net(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.sub = Subsample(shape.d)
        self.ln0 = nn.LayerNorm(shape.d)
        self.blocks = nn.ModuleList(Block(shape, weighs_channels=at % 2 == 1) for at in range(shape.n))
        self.ln = nn.LayerNorm(shape.d)
        self.head = nn.Linear(shape.d, shape.vocab)
        self.mid = nn.Linear(shape.d, shape.vocab)

    def forward(self, features: Tensor, frames: Tensor) -> tuple[Tensor, Tensor]:
        """@returns scores before the softmax, of the whole network and of its lower half (for training)."""
        length = features.shape[1]
        heard = (torch.arange(length, device=features.device)[None] < frames[:, None]).unsqueeze(-1)
        x = torch.where(heard, features, torch.zeros((), dtype=features.dtype, device=features.device))
        x = self.ln0(self.sub(x[:, : (length // FRAMES_PER_OUTPUT) * FRAMES_PER_OUTPUT]))
        outputs = frames // FRAMES_PER_OUTPUT
        mask = (torch.arange(x.shape[1], device=x.device)[None] < outputs[:, None]).unsqueeze(-1).to(x.dtype)
        share = 1.0 / outputs.clamp(min=1).to(x.dtype)[:, None, None]
        x = x * mask
        lower = x
        for at, block in enumerate(self.blocks):
            x = block(x, mask, share)
            if at == len(self.blocks) // 2:
                lower = x
        return self.head(self.ln(x)), self.mid(lower)


def save_checkpoint(path: str, net: Net, average: dict[str, Tensor], **more: object) -> None:
    torch.save({"cfg": asdict(net.shape), "model": net.state_dict(), "ema": average, **more}, path)


def load_averaged(path: str) -> Net:
    """The network with its averaged weights."""
    stored = torch.load(path, map_location="cpu", weights_only=True)
    net = Net(Shape(**{**stored["cfg"], "drop": 0.0}))
    net.load_state_dict(stored["ema"])
    return net.eval()
