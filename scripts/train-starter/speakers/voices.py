"""Makes the corpus of voices: synthetic speech, real recordings, and shifted copies of both.

A corpus is a folder with `audio.bin` (16-bit samples, 16 kHz, mono, one utterance after the other) and `index.jsonl`
(one line an utterance: voice, source, offset and length in samples). A shift of pitch and formants makes another voice.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soundfile
from scipy.signal import resample_poly

RATE_HZ = 16_000
Samples = npt.NDArray[np.int16]

FLITE_VOICES = ("slt", "rms", "kal16", "awb")
"""Clustergen and diphone voices of Debian's flite."""

FESTIVAL_VOICES = {
    "ked_diphone": "latin",
    "lp_diphone": "latin",
    "pc_diphone": "latin",
    "suo_fi_lj_diphone": "latin",
    "hy_fi_mv_diphone": "latin",
    "upc_ca_ona_hts": "latin",
    "czech_dita": "latin",
    "czech_krb": "latin",
    "czech_machac": "latin",
    "czech_ph": "latin",
    "hindi_NSK_diphone": "devanagari",
    "telugu_NSK_diphone": "telugu",
    "msu_ru_nsh_clunits": "cyrillic",
}
"""Voices of Debian's festvox packages, with the script that each can read."""

HELD_OUT_VOICES = ("flite-awb", "festival-ked_diphone", "festival-czech_dita", "festival-suo_fi_lj_diphone")
"""Never trained on, nor are their shifts: they measure."""

SHIFTS = (0.80, 0.87, 0.93, 1.08, 1.16, 1.25)
"""Factors on pitch and formants; the tempo stays."""

ESPEAK_LANGUAGES = (
    "en-us",
    "en-gb",
    "en-gb-scotland",
    "en-gb-x-rp",
    "en-029",
    "de",
    "fr-fr",
    "es",
    "it",
    "nl",
    "pl",
    "sv",
)
ESPEAK_UNFIT = (
    "whisper",
    "whisperf",
    "croak",
    "Demonic",
    "AnxiousAndy",
    "UniRobot",
    "robosoft",
    "anikaRobot",
    "fast",
    "announcer",
)
"""Variants that whisper, or are effects more than voices."""

SCRIPT_LETTERS = {"devanagari": (0x0915, 0x0939), "telugu": (0x0C15, 0x0C28), "cyrillic": (0x0430, 0x044F)}


@dataclass(frozen=True)
class Utterance:
    """One stretch of speech by one voice."""

    voice: str
    source: str
    samples: Samples


def read_sentences(path: Path, seed: int) -> list[str]:
    """Sentences of 25 to 110 letters, shuffled."""
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else path.open()
    with opened as lines:
        said = [json.loads(line)["say"] for line in lines]
    fitting = [sentence for sentence in said if 25 <= len(sentence) <= 110]
    random.Random(seed).shuffle(fitting)
    return fitting


def run(command: list[str], timeout_s: int = 300) -> None:
    """Runs a program quietly; raises when it fails."""
    subprocess.run(command, check=True, capture_output=True, timeout=timeout_s)


def decode(path: Path) -> Samples:
    """Any recording as 16 kHz mono 16-bit samples."""
    if path.suffix not in (".wav", ".ogg"):
        command = ["ffmpeg", "-v", "error", "-i", str(path), "-ac", "1", "-ar", str(RATE_HZ), "-f", "s16le", "-"]
        done = subprocess.run(command, check=True, capture_output=True, timeout=300)
        return np.frombuffer(done.stdout, dtype="<i2")
    samples, rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    mono = samples.mean(axis=1)
    if rate_hz != RATE_HZ:
        common = math.gcd(rate_hz, RATE_HZ)
        mono = resample_poly(mono, RATE_HZ // common, rate_hz // common)
    return (np.clip(mono, -1, 1) * 32_767).astype(np.int16)


def trim(samples: Samples) -> Samples | None:
    """Cuts silence at both ends and sets the peak; None for what is too short or silent."""
    if len(samples) < RATE_HZ // 4:
        return None
    peak = int(np.abs(samples.astype(np.int32)).max())
    if peak < 60:
        return None
    loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > 0.02 * peak)
    cut = samples[max(0, loud[0] - 800) : loud[-1] + 1_200]
    return (cut.astype(np.float32) * (0.6 * 32_767 / peak)).astype(np.int16)


def flite_utterances(voice: str, sentences: list[str], chance: random.Random, folder: Path) -> Iterator[Utterance]:
    """Speech of one flite voice, at varied tempo."""
    for sentence in sentences:
        path = folder / "flite.wav"
        stretch = chance.uniform(0.8, 1.2)
        run(["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.3f}", "-t", sentence, "-o", str(path)])
        yield Utterance(f"flite-{voice}", "flite", decode(path))


def random_words(script: str, chance: random.Random) -> str:
    """A line of made-up words in a script's plain letters."""
    low, high = SCRIPT_LETTERS[script]
    letters = [chr(point) for point in range(low, high) if chr(point).isalpha()]
    return " ".join("".join(chance.choices(letters, k=chance.randint(2, 5))) for _ in range(chance.randint(5, 9)))


def festival_utterances(voice: str, sentences: list[str], chance: random.Random, folder: Path) -> Iterator[Utterance]:
    """Speech of one festival voice. Voices of other languages read the English letters by their own rules."""
    script = FESTIVAL_VOICES[voice]
    lines = [f"(voice_{voice})"]
    for number, sentence in enumerate(sentences):
        text = sentence.replace("\\", "").replace('"', "") if script == "latin" else random_words(script, chance)
        path = folder / f"festival-{number}.wav"
        path.unlink(missing_ok=True)
        lines.append(f"(Parameter.set 'Duration_Stretch {chance.uniform(0.85, 1.2):.3f})")
        lines.append(f'(set! made (utt.synth (Utterance Text "{text}")))')
        lines.append(f'(utt.save.wave made "{path}" \'riff)')
    program = folder / "say.scm"
    program.write_text("\n".join(lines))
    subprocess.run(["festival", "-b", str(program)], capture_output=True, timeout=900, check=False)
    person = "NSK" if "NSK" in voice else voice
    for number in range(len(sentences)):
        path = folder / f"festival-{number}.wav"
        if path.exists() and path.stat().st_size > 1_000:
            yield Utterance(f"festival-{person}", "festival", decode(path))


def espeak_variants() -> list[str]:
    """The voice variants that come with espeak-ng."""
    listed = subprocess.run(["espeak-ng", "--voices=variant"], check=True, capture_output=True, text=True).stdout
    names = sorted({line.split("!v/")[1].strip() for line in listed.splitlines() if "!v/" in line})
    return [name for name in names if " " not in name and not name.startswith(ESPEAK_UNFIT)]


def espeak_utterances(
    count: int, each: int, sentences: list[str], chance: random.Random, folder: Path
) -> Iterator[Utterance]:
    """`count` voices of espeak-ng: a variant with a pitch of its own, speaking in any language's rules."""
    variants = espeak_variants()
    for number in range(count):
        variant = variants[number % len(variants)]
        pitch = chance.choice((20, 35, 50, 65, 80))
        for sentence in chance.sample(sentences, each):
            language = chance.choice(ESPEAK_LANGUAGES[:5] * 3 + ESPEAK_LANGUAGES[5:])
            path = folder / "espeak.wav"
            speed = str(chance.randint(130, 210))
            near = str(pitch + chance.randint(-4, 4))
            run(["espeak-ng", "-v", f"{language}+{variant}", "-s", speed, "-p", near, "-w", str(path), "--", sentence])
            yield Utterance(f"espeak-{variant}-{pitch}", "espeak", decode(path))


def real_utterances(folder: Path) -> Iterator[Utterance]:
    """The recordings of `transcripts.tsv`: each command clip is a voice of its own, since nobody says whose it is."""
    for path in sorted(folder.glob("*.ogg")):
        if path.name.startswith("command_"):
            yield Utterance(f"clip-{path.stem}", "command", decode(path))
        else:
            yield Utterance("ljspeech", "ljspeech", decode(path))


def prompt_utterances(list_path: Path) -> Iterator[Utterance]:
    """Recordings named in a list of `voice<TAB>path` lines."""
    for line in list_path.read_text().splitlines():
        voice, path = line.split("\t")
        yield Utterance(voice, "prompts", decode(Path(path)))


def shift(samples: Samples, factor: float, folder: Path) -> Samples:
    """Moves pitch and formants by a factor and keeps the tempo."""
    before, after = folder / "before.raw", folder / "after.raw"
    before.write_bytes(samples.tobytes())
    raw = ["-t", "raw", "-r", str(RATE_HZ), "-e", "signed", "-b", "16", "-c", "1"]
    speed = ["speed", f"{factor:.3f}", "rate", str(RATE_HZ), "tempo", "-s", f"{1 / factor:.4f}"]
    run(["sox", "-G", *raw, str(before), *raw, str(after), *speed])
    return np.frombuffer(after.read_bytes(), dtype="<i2")


class CorpusWriter:
    """Writes utterances into a corpus folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.audio = (folder / "audio.bin").open("wb")
        self.index = (folder / "index.jsonl").open("w")
        self.offset = 0

    def add(self, utterance: Utterance) -> None:
        """Trims and appends; what is too short is left out."""
        samples = trim(utterance.samples)
        if samples is None:
            return
        line = {"voice": utterance.voice, "source": utterance.source, "offset": self.offset, "samples": len(samples)}
        self.audio.write(samples.tobytes())
        self.index.write(json.dumps(line) + "\n")
        self.offset += len(samples)

    def close(self) -> None:
        """Ends both files."""
        self.audio.close()
        self.index.close()


def all_utterances(options: argparse.Namespace, folder: Path) -> Iterator[Utterance]:
    """Every source in turn."""
    chance = random.Random(f"{options.seed}-{options.sources}")
    sentences = read_sentences(options.text, options.seed)
    sources = options.sources.split(",")
    if "flite" in sources:
        for voice in FLITE_VOICES:
            yield from flite_utterances(voice, chance.sample(sentences, options.utterances), chance, folder)
    if "festival" in sources:
        for voice in FESTIVAL_VOICES:
            yield from festival_utterances(voice, chance.sample(sentences, options.utterances), chance, folder)
    if "espeak" in sources:
        yield from espeak_utterances(options.espeak_voices, 14, sentences, chance, folder)
    if "real" in sources:
        yield from real_utterances(options.real)
    if options.prompts is not None and "prompts" in sources:
        yield from prompt_utterances(options.prompts)


def write_with_shifts(utterances: Iterator[Utterance], writer: CorpusWriter, folder: Path) -> None:
    """Writes each utterance, and shifted copies of a part of them as voices of their own."""
    turn = 0
    for utterance in utterances:
        writer.add(utterance)
        if utterance.source == "espeak" or len(utterance.samples) < RATE_HZ:
            continue
        for factor in (SHIFTS[turn % len(SHIFTS)], SHIFTS[(turn + 3) % len(SHIFTS)]):
            moved = shift(utterance.samples, factor, folder)
            writer.add(Utterance(f"{utterance.voice}*{factor}", utterance.source, moved))
        turn += 1


def main() -> None:
    """Makes one corpus folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, required=True, help="sentences, JSON lines with `say`, may be .gz")
    parser.add_argument("--real", type=Path, help="folder of real recordings with transcripts.tsv")
    parser.add_argument("--prompts", type=Path, help="list of voice<TAB>path lines: recordings of known speakers")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sources", default="flite,festival,espeak,real,prompts")
    parser.add_argument("--utterances", type=int, default=60, help="sentences for each flite or festival voice")
    parser.add_argument("--espeak-voices", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    writer = CorpusWriter(options.out)
    with tempfile.TemporaryDirectory() as folder:
        write_with_shifts(all_utterances(options, Path(folder)), writer, Path(folder))
    writer.close()
    print(f"{options.out}: {writer.offset / RATE_HZ / 3600:.2f} hours")


if __name__ == "__main__":
    main()
