"""The speaker-embedding network and its training: crops of many speakers, classified with an angular margin.

A speaker is a voice with one of the warps of `disguise.py`.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as functional
from torch import nn

import disguise
from augment import Augmenter
from corpus import FeatureBank
from features import without_mean
from measure import equal_error_rate, trial_scores
from training import Pace, train_by_clock

CHANNELS = 224
DIMENSIONS = 160
SOURCE_WEIGHTS = {"command": 0.27, "ljspeech": 0.02, "prompts": 0.30, "flite": 0.08, "festival": 0.13, "espeak": 0.20}
MARGIN_RADIANS = 0.2
SCALE = 30.0
CROP_FRAMES = (100, 150, 200, 300, 400)


class Block(nn.Module):
    """A residual layer that looks at three frames, some way apart, and weighs its channels by their mean."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.look = nn.Conv1d(channels, channels, 3, padding=dilation, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm1d(channels)
        self.squeeze = nn.Conv1d(channels, 32, 1)
        self.excite = nn.Conv1d(32, channels, 1)

    def forward(self, frames: torch.Tensor) -> torch.Tensor:
        """(batch, channels, frames) to the same."""
        seen = functional.relu(self.norm(self.look(frames)))
        weights = torch.sigmoid(self.excite(functional.relu(self.squeeze(seen.mean(dim=2, keepdim=True)))))
        return frames + seen * weights


class EmbeddingNetwork(nn.Module):
    """Filter banks without mean, (batch, frames, 80), to embeddings, (batch, 160)."""

    def __init__(self) -> None:
        super().__init__()
        self.enter = nn.Conv1d(80, CHANNELS, 5, stride=2, padding=2, bias=False)
        self.enter_norm = nn.BatchNorm1d(CHANNELS)
        self.blocks = nn.ModuleList(Block(CHANNELS, dilation) for dilation in (1, 2, 3, 4))
        self.gather = nn.Conv1d(CHANNELS * 4, 320, 1)
        self.attend = nn.Sequential(nn.Conv1d(320, 64, 1), nn.Tanh(), nn.Conv1d(64, 320, 1))
        self.pool_norm = nn.BatchNorm1d(640)
        self.leave = nn.Linear(640, DIMENSIONS)
        self.leave_norm = nn.BatchNorm1d(DIMENSIONS, affine=False)

    def gathered(self, features: torch.Tensor) -> torch.Tensor:
        """What all layers heard, (batch, 320, frames / 2)."""
        frames = functional.relu(self.enter_norm(self.enter(features.transpose(1, 2))))
        heard = []
        for block in self.blocks:
            frames = block(frames)
            heard.append(frames)
        return functional.relu(self.gather(torch.cat(heard, dim=1)))

    def embed(self, pooled: torch.Tensor) -> torch.Tensor:
        """Mean and deviation, (batch, 640), to an embedding."""
        return self.leave_norm(self.leave(self.pool_norm(pooled)))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Pools weighted mean and deviation of the frames."""
        gathered = self.gathered(features)
        weights = torch.softmax(self.attend(gathered).float(), dim=2)
        gathered = gathered.float()
        mean = (gathered * weights).sum(dim=2)
        deviation = ((gathered.square() * weights).sum(dim=2) - mean.square()).clamp(min=1e-5).sqrt()
        return self.embed(torch.cat([mean, deviation], dim=1))


class SpeakerClassifier(nn.Module):
    """Cosines to one direction a speaker, with an additive angular margin for the right one.

    Speaker number: voice times warps plus warp.
    """

    def __init__(self, voices: list[str]) -> None:
        super().__init__()
        kinds = len(disguise.WARPS)
        self.directions = nn.Parameter(torch.randn(len(voices) * kinds, DIMENSIONS) * 0.1)
        clip_kinds = [warp if voice.startswith("clip-") else -1 for voice in voices for warp in range(kinds)]
        self.register_buffer("clip_kind", torch.tensor(clip_kinds))

    def forward(self, embeddings: torch.Tensor, speakers: torch.Tensor, margin: float) -> torch.Tensor:
        """The loss. Clips that sound most like a clip may be of the same person: they are not held against it."""
        cosines = functional.normalize(embeddings.float()) @ functional.normalize(self.directions).T
        logits = SCALE * cosines
        right = cosines.gather(1, speakers[:, None]).clamp(-0.999, 0.999)
        logits = logits.masked_fill(self.possibly_same(cosines.detach(), speakers), -1e4)
        return functional.cross_entropy(
            logits.scatter(1, speakers[:, None], SCALE * torch.cos(right.acos() + margin)), speakers
        )

    @torch.no_grad()
    def start_from(self, network: EmbeddingNetwork, bank: FeatureBank, chance: random.Random) -> None:
        """Points each direction where the network already hears the speaker."""
        network.eval()
        for voice in range(len(bank.voices)):
            crops = bank.crop(voice, 200, chance).expand(len(disguise.WARPS), -1, -1)
            heard = network(without_mean(disguise.warped(crops, list(disguise.WARPS))).to(self.directions.device))
            first = voice * len(disguise.WARPS)
            self.directions[first : first + len(disguise.WARPS)] = functional.normalize(heard)
        network.train()

    def possibly_same(self, cosines: torch.Tensor, speakers: torch.Tensor) -> torch.Tensor:
        """For each crop of an unlabelled clip, the twelve nearest other clips of the same warp."""
        kind = self.clip_kind[speakers]
        peers = (kind[:, None] == self.clip_kind[None, :]) & (kind[:, None] >= 0)
        peers = peers.scatter(1, speakers[:, None], False)
        nearest = cosines.masked_fill(~peers, -2.0).topk(12, dim=1).indices
        return torch.zeros_like(peers).scatter(1, nearest, True) & peers


def draw_crops(
    bank: FeatureBank, voices: list[int], warps: list[int], frames: int, chance: random.Random
) -> torch.Tensor:
    """A crop of each speaker, at a tempo and a distance of its own, (speakers, frames, 80)."""
    crops = [
        disguise.at_length(bank.crop(voice, round(frames * disguise.drawn_tempo(chance)), chance), frames)
        for voice in voices
    ]
    factors = [disguise.jittered(disguise.WARPS[warp], chance) for warp in warps]
    return disguise.distant(disguise.warped(torch.stack(crops), factors), chance)


def draw_voices(bank: FeatureBank, count: int, chance: random.Random) -> list[int]:
    """Voices of a batch: sources by their weights, voices of a source alike."""
    sources = [source for source in SOURCE_WEIGHTS if bank.sources.get(source)]
    weights = [SOURCE_WEIGHTS[source] for source in sources]
    return [chance.choice(bank.sources[source]) for source in chance.choices(sources, weights, k=count)]


def validate(network: EmbeddingNetwork, held_out: FeatureBank) -> dict[str, float]:
    """Equal error rates on held-out voices, for each source."""
    network.eval()
    rates = {}
    for source in held_out.sources:
        scores, same = trial_scores(network, held_out, source, random.Random(5))
        rates[source] = equal_error_rate(scores, same)
    network.train()
    return rates


def train(options: argparse.Namespace, report: Callable[[str], None]) -> None:
    """Trains for a time and keeps the running average of the weights."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    chance = random.Random(options.seed)
    bank = FeatureBank.load(options.banks / "train.bank")
    held_out = FeatureBank.load(options.banks / "held-out.bank")
    augmenter = Augmenter(bank, options.seed)
    network = EmbeddingNetwork().to(device)
    classifier = SpeakerClassifier(bank.voices).to(device)
    if options.start is not None:
        network.load_state_dict(torch.load(options.start, weights_only=True))
        classifier.start_from(network, bank, chance)

    def learn(share: float) -> torch.Tensor:
        frames = chance.choice(CROP_FRAMES)
        voices = draw_voices(bank, options.batch * 200 // frames, chance)
        warps = [chance.randrange(len(disguise.WARPS)) for _ in voices]
        heard = augmenter(draw_crops(bank, voices, warps, frames, chance), chance).to(device)
        with torch.autocast(device, dtype=torch.bfloat16):
            embeddings = network(heard)
        speakers = torch.tensor(voices, device=device) * len(disguise.WARPS) + torch.tensor(warps, device=device)
        return classifier(embeddings, speakers, MARGIN_RADIANS * min(1.0, share / 0.3))

    train_by_clock(
        network,
        [*network.parameters(), *classifier.parameters()],
        learn,
        lambda averaged: f"equal error rates {validate(averaged, held_out)}",
        options,
        Pace(weight_decay=0.02, largest_gradient=5.0, average_buffers=True),
        report,
    )


def main() -> None:
    """Trains from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--banks", type=Path, required=True, help="folder that corpus.py filled")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args(), lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
