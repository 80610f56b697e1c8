"""Makes everything in one go: voices, banks, both networks, conversations, ONNX files, measures.

    python train.py --text SENTENCES --real RECORDINGS --packages UNPACKED --work FOLDER

Each step is left out when what it makes is there already, so that a stopped run goes on. Seeds are fixed; training goes by
the clock, so two runs give networks of the same quality and not the same numbers.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NOISE_PACKAGES = (
    "asterisk-moh-opsound-wav",
    "frozen-bubble-data",
    "pingus-data",
    "sound-theme-freedesktop",
)
SOURCES = ("espeak", "flite", "festival", "real", "prompts")


def step(made: Path, script: str, *arguments: object) -> None:
    """Runs one script unless its result exists."""
    if made.exists():
        print(f"{made} is there")
        return
    print(f"{script} -> {made}", flush=True)
    subprocess.run([sys.executable, str(HERE / script), *map(str, arguments)], check=True)


def make_data(options: argparse.Namespace) -> list[Path]:
    """The corpora, one folder a source."""
    work: Path = options.work
    work.mkdir(parents=True, exist_ok=True)
    prompts = work / "prompts.tsv"
    step(prompts, "prompts.py", "--packages", options.packages, "--out", prompts)
    corpora = [work / f"corpus-{source}" for source in SOURCES]
    for source, folder in zip(SOURCES, corpora, strict=True):
        inputs = ("--text", options.text, "--real", options.real, "--prompts", prompts)
        step(folder / "index.jsonl", "voices.py", *inputs, "--sources", source, "--out", folder)
    return corpora


def make_conversations(corpora: list[Path], folder: Path, count: int, seed: int, *more: object) -> Path:
    """A folder of conversations."""
    step(
        folder / "shape.json",
        "conversations.py",
        "--corpus",
        *corpora,
        "--out",
        folder,
        "--count",
        count,
        "--seed",
        seed,
        *more,
    )
    return folder


def main() -> None:
    """All steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True, help="sentences, JSON lines with `say`, may be .gz")
    parser.add_argument("--real", type=Path, required=True, help="folder of real recordings")
    parser.add_argument(
        "--packages", type=Path, required=True, help="folder of unpacked Debian packages, see prompts.py"
    )
    parser.add_argument("--annotated", type=Path, help="real conversations: FLAC files and their turns.rttm")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--embedding-minutes", type=float, default=60)
    parser.add_argument("--segmentation-minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    work = options.work
    corpora = make_data(options)
    banks, embedding, segmentation = work / "banks", work / "embedding.pt", work / "segmentation.pt"
    step(banks / "train.bank", "corpus.py", "--corpus", *corpora, "--out", banks)
    noises = work / "noises"
    recorded = [options.packages / name for name in NOISE_PACKAGES]
    step(noises / "index.jsonl", "noises.py", "--out", noises, "--recorded", *recorded)
    few = ("--noises", noises, "--seconds", 40, "--speakers", 1, 2, 2, 3, 3, 4)
    train = make_conversations(corpora, work / "conversations", 500, 1, *few)
    held_out = make_conversations(corpora, work / "conversations-held-out", 24, 77, *few, "--held-out", "--measured")
    common = ("--threads", options.threads)
    step(
        embedding, "embedding.py", "--banks", banks, "--out", embedding, "--minutes", options.embedding_minutes, *common
    )
    arguments = ("--conversations", train, "--held-out", held_out, "--noises", noises, *common)
    general = segmentation if options.annotated is None else work / "segmentation-general.pt"
    minutes = ("--minutes", options.segmentation_minutes)
    step(general, "segmentation.py", *arguments, "--embedding", embedding, "--out", general, *minutes)
    if options.annotated is not None:
        names = sorted(path.stem for path in options.annotated.glob("*.flac"))
        real = ("--annotated", options.annotated, "--names", *names, "--blend", 0.4)
        last = ("--start", general, "--out", segmentation, "--minutes", 5, "--rate", 6e-4)
        step(segmentation, "segmentation.py", *arguments, *real, *last)
    networks = work / "networks"
    step(
        networks / "embedding.onnx",
        "export.py",
        "--segmentation",
        segmentation,
        "--embedding",
        embedding,
        "--out",
        networks,
    )
    subprocess.run([sys.executable, str(HERE / "measure.py"), str(networks), str(banks / "held-out.bank")], check=True)
    script = str(HERE / "measure-diarization.ts")
    subprocess.run(["bun", script, str(networks), str(held_out), "0.4", "0.5", "0.6"], check=True)


if __name__ == "__main__":
    main()
