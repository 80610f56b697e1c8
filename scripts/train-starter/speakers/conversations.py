"""Makes conversations: turns of two to four voices with pauses, overlap, short answers, rooms, levels and noise.

A folder of conversations has `audio.bin` (16-bit samples, 16 kHz, one conversation after the other), `activity.bin` (a byte
for every 20 ms: bit n says that speaker n of the conversation talks) and `shape.json`. Asked
to, each conversation is also written as a WAV file with its turns in RTTM, for measuring.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile

from corpus import Piece, by_voice, read_pieces, speaker_of
from noises import coloured
from rooms import Room, convolve, equalize

RATE_HZ = 16_000
LABEL_SAMPLES = 320
"""20 ms: the resolution of the segmentation network."""

LONGEST_INNER_PAUSE = 20
"""In labels of 20 ms: shorter pauses belong to the turn."""

LONGEST_PAUSE_S = 12.0

Audio = npt.NDArray[np.float32]
Activity = npt.NDArray[np.uint8]


@dataclass
class Style:
    """How people of one conversation take turns; chances 0 to 1, lengths in seconds."""

    overlap: float
    short_answer: float
    pause_s: float
    longest_turn_s: float

    @classmethod
    def draw(cls, chance: random.Random) -> Style:
        """A style between calm dictation and lively quarrel."""
        return cls(
            chance.choice((0.0, 0.1, 0.25, 0.45)),
            chance.choice((0.05, 0.2, 0.35)),
            chance.choice((chance.uniform(0.1, 0.9), chance.uniform(0.1, 0.9), chance.uniform(1, 6))),
            chance.uniform(3, 9),
        )


class Talker:
    """A voice with its place in the room."""

    def __init__(
        self, pieces: list[Piece], room: Room | None, noise: np.random.Generator, chance: random.Random
    ) -> None:
        self.pieces = pieces
        self.gain = 10 ** (chance.uniform(-7, 3) / 20)
        self.response = None if room is None else room.response(room.seat(chance), noise)

    def say(self, longest: int, chance: random.Random) -> Audio:
        """A turn of at most `longest` samples: one utterance or a few."""
        parts: list[Audio] = []
        missing = longest
        while missing > RATE_HZ // 3:
            piece = chance.choice(self.pieces)
            start = 0 if piece.samples <= missing else chance.randint(0, piece.samples - missing)
            part = piece.read()[start : start + missing].astype(np.float32) / 32_768
            parts += [part, np.zeros(chance.randint(800, 4_000), np.float32)]
            missing -= len(part) + len(parts[-1])
            if chance.random() < 0.4:
                break
        return self.gain * np.concatenate(parts)[:longest]


def activity_of(samples: Audio) -> npt.NDArray[np.bool_]:
    """Where a clean voice talks, every 20 ms: louder than 35 dB under its loudest, short pauses filled."""
    count = len(samples) // LABEL_SAMPLES
    power = (samples[: count * LABEL_SAMPLES].reshape(count, LABEL_SAMPLES) ** 2).mean(axis=1)
    active = power > max(float(power.max()) * 10**-3.5, 1e-9)
    talking = np.flatnonzero(active)
    for before, after in zip(talking[:-1], talking[1:], strict=True):
        if 1 < after - before <= LONGEST_INNER_PAUSE:
            active[before:after] = True
    return active


def take_turns(talkers: list[Talker], length: int, style: Style, chance: random.Random) -> list[Audio]:
    """One track a talker, `length` samples long."""
    tracks = [np.zeros(length, np.float32) for _ in talkers]
    at = int(chance.uniform(0, 1.5) * RATE_HZ)
    speaker = chance.randrange(len(talkers))
    while at < length - RATE_HZ // 2:
        longest = int(min(chance.uniform(0.6, style.longest_turn_s) * RATE_HZ, length - at))
        turn = talkers[speaker].say(longest, chance)
        tracks[speaker][at : at + len(turn)] += turn
        others = [number for number in range(len(talkers)) if number != speaker]
        if others and chance.random() < style.short_answer and len(turn) > 2 * RATE_HZ:
            answer_by = chance.choice(others)
            answer = talkers[answer_by].say(int(chance.uniform(0.4, 1.2) * RATE_HZ), chance)
            start = at + chance.randint(RATE_HZ // 2, len(turn) - RATE_HZ // 2)
            room = tracks[answer_by][start : start + len(answer)]
            room += answer[: len(room)]
        at += len(turn)
        if others and chance.random() < 0.85:
            speaker = chance.choice(others)
            overlaps = chance.random() < style.overlap
            at += -int(min(chance.uniform(0.2, 1.8) * RATE_HZ, len(turn) * 0.6)) if overlaps else pause(style, chance)
        else:
            at += pause(style, chance)
    return tracks


def pause(style: Style, chance: random.Random) -> int:
    """Samples between two turns."""
    return int(min(chance.expovariate(1 / style.pause_s), LONGEST_PAUSE_S) * RATE_HZ)


class Backgrounds:
    """Noise to lie under conversations: coloured, and of a folder of noises where there is one."""

    def __init__(self, folder: Path | None) -> None:
        self.kinds = [] if folder is None else list(by_voice(read_pieces([folder], held_out=False)).values())

    def draw(self, length: int, noise: np.random.Generator, chance: random.Random) -> Audio:
        """Of mean square one; a short recording is heard again and again."""
        if not self.kinds or chance.random() < 0.3:
            return coloured(length, chance.choice((0.0, 0.3, 0.5, 0.8)), noise)
        samples = chance.choice(chance.choice(self.kinds)).read().astype(np.float32)
        turned = np.roll(samples, chance.randrange(len(samples)))
        repeated = np.tile(turned, length // len(turned) + 1)[:length]
        return repeated / (repeated.std() + 1e-6)


def converse(
    talkers: list[Talker],
    length: int,
    chance: random.Random,
    noise: np.random.Generator,
    backgrounds: Backgrounds | None,
) -> tuple[Audio, Activity]:
    """The sound of a conversation and who talks when; `backgrounds` is None for a dry one."""
    tracks = take_turns(talkers, length, Style.draw(chance), chance)
    activity = np.zeros(length // LABEL_SAMPLES, np.uint8)
    mixed = np.zeros(length, np.float32)
    for number, (talker, track) in enumerate(zip(talkers, tracks, strict=True)):
        activity |= activity_of(track).astype(np.uint8) << number
        mixed += track if talker.response is None else convolve(track, talker.response)
    level = float(np.sqrt((mixed[np.repeat(activity > 0, LABEL_SAMPLES)] ** 2).mean())) + 1e-6 if activity.any() else 0.1
    if backgrounds is None:
        mixed += level * 10 ** (-chance.uniform(40, 60) / 20) * coloured(length, 0.5, noise)
    else:
        mixed = equalize(mixed, chance)
        for _ in range(chance.randint(1, 2)):
            distance_db = chance.uniform(3, 40)
            mixed += level * 10 ** (-distance_db / 20) * backgrounds.draw(length, noise, chance)
    peak = float(np.abs(mixed).max()) + 1e-6
    return mixed * (10 ** (chance.uniform(-35, -1) / 20) / peak), activity


def pick_voices(groups: dict[str, list[Piece]], count: int, chance: random.Random) -> list[list[Piece]]:
    """Voices of different people, of sources in turn so that rare ones are heard too."""
    sources: dict[str, list[str]] = {}
    for voice, pieces in groups.items():
        sources.setdefault(pieces[0].source, []).append(voice)
    chosen: dict[str, list[Piece]] = {}
    while len(chosen) < count:
        voice = chance.choice(sources[chance.choice(sorted(sources))])
        chosen.setdefault(speaker_of(voice), groups[voice])
    return list(chosen.values())


def turns_of(activity: Activity, speakers: int) -> list[tuple[int, float, float]]:
    """Speaker, start and duration in seconds of every turn, in order of time."""
    turns = []
    for speaker in range(speakers):
        talking = np.concatenate([[0], (activity >> speaker) & 1, [0]]).astype(np.int8)
        edges = np.diff(talking)
        for start, end in zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1), strict=True):
            turns.append((speaker, start * LABEL_SAMPLES / RATE_HZ, (end - start) * LABEL_SAMPLES / RATE_HZ))
    return sorted(turns, key=lambda turn: turn[1])


def write_measured(folder: Path, name: str, audio: npt.NDArray[np.int16], activity: Activity, speakers: int) -> None:
    """A WAV file and its RTTM."""
    soundfile.write(folder / f"{name}.wav", audio, RATE_HZ)
    lines = [
        f"SPEAKER {name} 1 {start:.2f} {duration:.2f} <NA> <NA> s{speaker} <NA> <NA>"
        for speaker, start, duration in turns_of(activity, speakers)
    ]
    (folder / f"{name}.rttm").write_text("\n".join(lines) + "\n")


def main() -> None:
    """Makes a folder of conversations."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--speakers", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--sources", nargs="+", help="only voices of these sources")
    parser.add_argument("--held-out", action="store_true", help="voices that are not trained on")
    parser.add_argument("--measured", action="store_true", help="also as WAV and RTTM")
    parser.add_argument("--dry", action="store_true", help="no rooms, no channel, little noise")
    parser.add_argument("--noises", type=Path, help="a folder that noises.py made")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    noise = np.random.default_rng(options.seed)
    pieces = read_pieces(options.corpus, options.held_out)
    groups = by_voice([piece for piece in pieces if not options.sources or piece.source in options.sources])
    backgrounds = None if options.dry else Backgrounds(options.noises)
    options.out.mkdir(parents=True, exist_ok=True)
    length = options.seconds * RATE_HZ
    with (options.out / "audio.bin").open("wb") as audio_file, (options.out / "activity.bin").open(
        "wb"
    ) as activity_file:
        for number in range(options.count):
            voices = pick_voices(groups, chance.choice(options.speakers), chance)
            room = None if options.dry or chance.random() < 0.3 else Room.draw(chance)
            talkers = [Talker(voice, room, noise, chance) for voice in voices]
            mixed, activity = converse(talkers, length, chance, noise, backgrounds)
            audio = (mixed * 32_767).astype("<i2")
            audio_file.write(audio.tobytes())
            activity_file.write(activity.tobytes())
            if options.measured:
                write_measured(options.out, f"{number:03d}-{len(voices)}-speakers", audio, activity, len(voices))
    shape = {"count": options.count, "samples": length, "labels": length // LABEL_SAMPLES}
    (options.out / "shape.json").write_text(json.dumps(shape))


if __name__ == "__main__":
    main()
