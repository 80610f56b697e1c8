#!/usr/bin/env python3
"""Reads sentences aloud with free synthetic voices.

Output: a folder with `speech.i16` (16 kHz mono PCM16, one utterance after the other) and `index.jsonl`
(offset and samples of each utterance, its text and its voice). A killed run goes on where it stopped.

Programs needed (Debian): flite, espeak-ng, festival with festvox-us-slt-hts; festvox-kdlpc16k for the held-out voice,
pocketsphinx-en-us for the voice of nobody (`--voice sphinx`).
"""
from __future__ import annotations

import argparse
import gzip
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from sphinx_voice import SphinxVoice

SAMPLE_RATE = 16_000
LONGEST_SECONDS = 20
FLITE_VOICES = ("slt", "rms", "awb", "kal16", "kal")
FESTIVAL_VOICES = {"hts": "cmu_us_slt_arctic_hts", "ked": "ked_diphone"}
ESPEAK_LANGUAGES = ("en-us", "en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-gb-x-gbclan", "en-gb-x-gbcwmd", "en-029", "en-us-nyc")
# How often each is taken. The concatenative voices are nearest to people; `ked` is left for measuring.
MIX = {"slt": 0.22, "rms": 0.22, "awb": 0.22, "kal16": 0.05, "kal": 0.02, "espeak": 0.19, "hts": 0.08}


@dataclass(frozen=True)
class Sentence:
    spoken: str
    """As it is handed to the voice, with punctuation."""
    text: str
    """As the recognizer shall write it: a-z, apostrophe and space."""


def read_sentences(path: Path) -> list[Sentence]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        return [Sentence(row["say"], row["txt"]) for row in rows]


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, timeout=120, capture_output=True)


def speak_flite(voice: str, sentence: Sentence, wav: Path, chance: random.Random) -> str:
    stretch = f"duration_stretch={chance.uniform(0.8, 1.25):.3f}"
    run(["flite", "-voice", voice, "--setf", stretch, "-t", sentence.spoken + " ", "-o", str(wav)])
    return voice


def speak_festival(voice: str, sentence: Sentence, wav: Path, chance: random.Random) -> str:
    spoken = sentence.spoken.replace("\\", "").replace('"', "")
    script = wav.with_suffix(".scm")
    script.write_text(
        f"(voice_{FESTIVAL_VOICES[voice]})\n(Parameter.set 'Duration_Stretch {chance.uniform(0.85, 1.2):.3f})\n"
        f"(utt.save.wave (utt.synth (Utterance Text \"{spoken}\")) \"{wav}\" 'riff)\n",
        encoding="utf-8",
    )
    run(["festival", "-b", str(script)])
    return voice


def espeak_variants() -> list[str]:
    listing = subprocess.run(["espeak-ng", "--voices=variant"], check=True, capture_output=True, text=True).stdout
    return [line.split("!v/")[1].strip() for line in listing.splitlines() if "!v/" in line]


def speak_espeak(variants: list[str], sentence: Sentence, wav: Path, chance: random.Random) -> str:
    voice = f"{chance.choice(ESPEAK_LANGUAGES)}+{chance.choice(variants)}"
    pace, pitch = str(chance.randint(125, 205)), str(chance.randint(25, 75))
    run(["espeak-ng", "-v", voice, "-s", pace, "-p", pitch, "-w", str(wav), "--", sentence.spoken])
    return f"espeak:{voice}"


def resample(samples: np.ndarray, rate: int) -> np.ndarray:
    """Fourier resampling: exact for a whole utterance, and needs nothing beside numpy."""
    if rate == SAMPLE_RATE:
        return samples
    wanted = round(len(samples) * SAMPLE_RATE / rate)
    spectrum = np.fft.rfft(samples)
    bins = wanted // 2 + 1
    fitted = np.zeros(bins, dtype=spectrum.dtype)
    kept = min(bins, len(spectrum))
    fitted[:kept] = spectrum[:kept]
    return np.fft.irfft(fitted, wanted) * (wanted / len(samples))


def trimmed(samples: np.ndarray) -> np.ndarray | None:
    """Peak at 0.7, a tenth of a second kept on either side of the speech; None where nothing was said."""
    peak = float(np.abs(samples).max(initial=0))
    if peak < 1e-3:
        return None
    loud = np.flatnonzero(np.abs(samples) > 0.01 * peak)
    kept = samples[max(0, loud[0] - 1600) : loud[-1] + 2400]
    return (kept / peak * 0.7 * 32767).astype("<i2")


def is_plausible(sentence: Sentence, samples: np.ndarray) -> bool:
    """Voices now and then swallow or spell out a sentence; its pace gives that away."""
    seconds = len(samples) / SAMPLE_RATE
    pace = len(sentence.text) / seconds
    return 0.2 < seconds < LONGEST_SECONDS and pace < 30 and (len(sentence.text) <= 12 or pace > 4)


class Speaker:
    def __init__(self, seed: int, mix: dict[str, float]) -> None:
        self.seed = seed
        self.mix = mix
        self.variants = espeak_variants() if "espeak" in mix else []
        self.sphinx = SphinxVoice() if "sphinx" in mix else None

    def speak(self, at: int, sentence: Sentence) -> tuple[np.ndarray, str] | None:
        """The same sentence at the same place sounds the same in every run."""
        chance = random.Random(f"{self.seed}/{at}")
        family = chance.choices(list(self.mix), list(self.mix.values()))[0]
        folder = Path(tempfile.mkdtemp(prefix="tiro-voice-"))
        wav = folder / "speech.wav"
        try:
            samples, rate, voice = self.spoken(family, sentence, wav, chance)
        except (subprocess.SubprocessError, soundfile.SoundFileError) as error:
            print(f"sentence {at} left out ({family}): {error}", file=sys.stderr)
            return None
        finally:
            shutil.rmtree(folder)
        kept = trimmed(resample(samples if samples.ndim == 1 else samples.mean(1), rate))
        return (kept, voice) if kept is not None and is_plausible(sentence, kept) else None

    def spoken(self, family: str, sentence: Sentence, wav: Path, chance: random.Random) -> tuple[np.ndarray, int, str]:
        if self.sphinx:
            return self.sphinx.speak(sentence.spoken, chance), SAMPLE_RATE, family
        if family == "espeak":
            voice = speak_espeak(self.variants, sentence, wav, chance)
        elif family in FESTIVAL_VOICES:
            voice = speak_festival(family, sentence, wav, chance)
        else:
            voice = speak_flite(family, sentence, wav, chance)
        return *soundfile.read(wav, dtype="float64"), voice


def already_done(folder: Path) -> tuple[int, int]:
    """The next sentence to read, and the samples written so far; a half-written end is cut off."""
    index, speech = folder / "index.jsonl", folder / "speech.i16"
    if not index.exists():
        return 0, 0
    whole = [line for line in index.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    index.write_text("".join(whole), encoding="utf-8")
    if not whole:
        return 0, 0
    last = json.loads(whole[-1])
    end = last["offset"] + last["samples"]
    with speech.open("r+b") as file:
        file.truncate(end * 2)
    return last["at"] + 1, end


def utterances(speaker: Speaker, sentences: list[Sentence], start: int, workers: int) -> Iterator[tuple[int, np.ndarray, str]]:
    with ThreadPoolExecutor(workers) as pool:
        for block in range(start, len(sentences), 64):
            places = range(block, min(block + 64, len(sentences)))
            for at, spoken in zip(places, pool.map(lambda at: speaker.speak(at, sentences[at]), places)):
                if spoken:
                    yield at, *spoken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sentences", type=Path, help="JSON lines {say, txt}, plain or .gz")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hours", type=float, default=40, help="stop after so much speech")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--voice", choices=[*MIX, "ked", "sphinx"], help="only this voice")
    options = parser.parse_args()
    sentences = read_sentences(options.sentences)
    random.Random(options.seed).shuffle(sentences)
    options.folder.mkdir(parents=True, exist_ok=True)
    start, offset = already_done(options.folder)
    speaker = Speaker(options.seed, {options.voice: 1.0} if options.voice else MIX)
    limit = options.hours * 3600 * SAMPLE_RATE
    with (options.folder / "speech.i16").open("ab") as speech, (options.folder / "index.jsonl").open("a", encoding="utf-8") as index:
        for count, (at, samples, voice) in enumerate(utterances(speaker, sentences, start, options.workers)):
            speech.write(samples.tobytes())
            row = {"at": at, "offset": offset, "samples": len(samples), "text": sentences[at].text, "voice": voice}
            index.write(json.dumps(row) + "\n")
            offset += len(samples)
            if count % 100 == 0:
                speech.flush()
                index.flush()
                print(f"\r{offset / SAMPLE_RATE / 3600:.2f} of {options.hours} h, sentence {at} of {len(sentences)}", end="", flush=True)
            if offset >= limit:
                break
    print(f"\n{offset / SAMPLE_RATE / 3600:.2f} h in {options.folder}")


if __name__ == "__main__":
    main()
