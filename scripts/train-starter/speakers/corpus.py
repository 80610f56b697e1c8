"""Reads corpora of voices and turns them into banks of filter banks."""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

import features
from voices import HELD_OUT_VOICES

HELD_OUT_CLIPS = 0.15
"""Part of the real command clips that only measures."""


@dataclass
class Piece:
    """An utterance inside a corpus; offset and length in samples."""

    voice: str
    source: str
    audio: npt.NDArray[np.int16]
    offset: int
    samples: int

    def read(self) -> npt.NDArray[np.int16]:
        """The samples."""
        return self.audio[self.offset : self.offset + self.samples]


def speaker_of(voice: str) -> str:
    """The voice without its shift."""
    return voice.split("*")[0]


def is_held_out(voice: str) -> bool:
    """Whether a voice only measures: the same answer on every machine."""
    speaker = speaker_of(voice)
    if speaker in HELD_OUT_VOICES:
        return True
    if speaker.startswith("clip-"):
        return random.Random(speaker).random() < HELD_OUT_CLIPS
    # Whoever read the letters of a language may have read the names of KTuberling too.
    speaker = speaker.replace("ktuberling-", "klettres-")
    return speaker.startswith(("espeak-", "klettres-", "tuxpaint-")) and random.Random(speaker).random() < 0.12


def read_pieces(folders: list[Path], held_out: bool) -> list[Piece]:
    """All utterances of either the training voices or the held-out ones."""
    pieces: list[Piece] = []
    for folder in folders:
        audio = np.memmap(folder / "audio.bin", dtype="<i2", mode="r")
        for line in (folder / "index.jsonl").read_text().splitlines():
            entry = json.loads(line)
            if is_held_out(entry["voice"]) == held_out:
                pieces.append(Piece(entry["voice"], entry["source"], audio, entry["offset"], entry["samples"]))
    return pieces


def by_voice(pieces: list[Piece]) -> dict[str, list[Piece]]:
    """Utterances of each voice."""
    groups: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        groups[piece.voice].append(piece)
    return dict(groups)


@dataclass
class FeatureBank:
    """Log filter banks of many voices, 16-bit floats in one table of (frames, 80)."""

    table: torch.Tensor
    voices: list[str]
    spans: list[list[tuple[int, int]]]
    """For each voice its utterances: first frame and count of frames."""
    sources: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of the voices of each source."""

    def save(self, path: Path) -> None:
        """Writes the bank, to be read again without computing."""
        torch.save({"table": self.table, "voices": self.voices, "spans": self.spans, "sources": self.sources}, path)

    @classmethod
    def load(cls, path: Path) -> FeatureBank:
        """Reads a saved bank; the table stays on disk and is mapped."""
        return cls(**torch.load(path, weights_only=True, mmap=True))

    @classmethod
    def of(cls, pieces: list[Piece]) -> FeatureBank:
        """Computes the features of every utterance."""
        tables: list[torch.Tensor] = []
        frames = 0
        groups = by_voice(pieces)
        bank = cls(torch.empty(0), sorted(groups), [])
        for number, voice in enumerate(bank.voices):
            spans: list[tuple[int, int]] = []
            for piece in groups[voice]:
                log_mel = features.log_mel(torch.from_numpy(piece.read().astype(np.float32)))
                tables.append(log_mel.half())
                spans.append((frames, len(log_mel)))
                frames += len(log_mel)
            bank.spans.append(spans)
            bank.sources.setdefault(groups[voice][0].source, []).append(number)
        bank.table = torch.cat(tables)
        return bank

    def crop(self, voice: int, frames: int, chance: random.Random) -> torch.Tensor:
        """Random stretches of a voice, one after another, until there are enough frames."""
        parts: list[torch.Tensor] = []
        missing = frames
        while missing > 0:
            start, length = chance.choice(self.spans[voice])
            take = min(length, missing, chance.choice((60, 120, 200, 400)))
            first = start + chance.randint(0, length - take)
            parts.append(self.table[first : first + take])
            missing -= take
        return torch.cat(parts).float()


def main() -> None:
    """Computes the banks of training and of held-out voices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder for train.bank and held-out.bank")
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for held_out, name in ((True, "held-out.bank"), (False, "train.bank")):
        # Shifted copies are for conversations: training warps what it draws.
        pieces = [piece for piece in read_pieces(options.corpus, held_out) if piece.voice == speaker_of(piece.voice)]
        bank = FeatureBank.of(pieces)
        bank.save(options.out / name)
        speakers = len({speaker_of(voice) for voice in bank.voices})
        hours = len(bank.table) * features.SHIFT_SAMPLES / features.RATE_HZ / 3600
        print(f"{name}: {hours:.2f} hours, {len(bank.voices)} voices of {speakers} speakers")


if __name__ == "__main__":
    main()
