"""Measures how well embeddings tell voices apart: the equal error rate."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path

import onnxruntime
import torch
import torch.nn.functional as functional

import disguise
from corpus import FeatureBank
from features import without_mean

TRIAL_FRAMES = 200
WARPED_SOURCES = ("flite", "festival")
"""With so few held-out voices that their warps measure, too."""


def equal_error_rate(scores: torch.Tensor, same: torch.Tensor) -> float:
    """Rate at which false alarms and misses are equally many, 0 to 1."""
    order = scores.argsort(descending=True)
    hits = same[order].float()
    misses = 1 - hits.cumsum(0) / hits.sum()
    alarms = (1 - hits).cumsum(0) / (1 - hits).sum()
    at = int((misses - alarms).abs().argmin())
    return float((misses[at] + alarms[at]) / 2)


def halves(bank: FeatureBank, voice: int, chance: random.Random) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Two stretches of a voice that share no frame: two halves of its frames, at most two seconds each."""
    spans = list(bank.spans[voice])
    chance.shuffle(spans)
    frames = torch.cat([bank.table[start : start + length] for start, length in spans[:4]]).float()
    half = min(len(frames) // 2, TRIAL_FRAMES)
    if half < 60:
        return None
    return frames[:half], frames[-half:]


def trial_scores(
    network: Callable[[torch.Tensor], torch.Tensor], bank: FeatureBank, source: str, chance: random.Random
) -> tuple[torch.Tensor, torch.Tensor]:
    """Cosines of pairs of stretches and whether each pair is of one voice; warps of a speaker count as other voices."""
    voices = bank.sources[source]
    warps = disguise.WARPS if source in WARPED_SOURCES else (1.0,)
    stretches: list[torch.Tensor] = []
    owners: list[int] = []
    for voice in voices:
        for _ in range(1 if source in ("command", "espeak") else 4):
            pair = halves(bank, voice, chance)
            if pair is None:
                continue
            for number, warp in enumerate(warps):
                stretches += [disguise.warped(half[None], [warp])[0] for half in pair]
                owners += [voice * len(warps) + number] * 2
    with torch.no_grad():
        made = [functional.normalize(network(without_mean(stretch)[None]).float())[0] for stretch in stretches]
    matrix = torch.stack(made) @ torch.stack(made).T
    first, second = torch.triu_indices(len(made), len(made), offset=1)
    same = torch.tensor(owners)[first] == torch.tensor(owners)[second]
    return matrix[first, second], same


def onnx_network(path: Path) -> Callable[[torch.Tensor], torch.Tensor]:
    """The exported embedding network."""
    session = onnxruntime.InferenceSession(path)
    return lambda features: torch.from_numpy(session.run(None, {"x": features.numpy()})[0])


def main() -> None:
    """Equal error rates of an exported network on a bank of held-out voices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", type=Path, help="folder with embedding.onnx")
    parser.add_argument("bank", type=Path)
    options = parser.parse_args()
    network = onnx_network(options.networks / "embedding.onnx")
    bank = FeatureBank.load(options.bank)
    for source in sorted(bank.sources):
        scores, same = trial_scores(network, bank, source, random.Random(5))
        rate = equal_error_rate(scores, same)
        means = f"mean cosine {scores[same].mean():.2f} within and {scores[~same].mean():.2f} between voices"
        print(f"{source}: equal error rate {100 * rate:.1f} %, {int(same.sum())} pairs of one voice, {means}")


if __name__ == "__main__":
    main()
