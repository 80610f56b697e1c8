#!/usr/bin/env python3
"""Puts real recordings with known text into the form that training reads.

Input: a folder with `transcripts.tsv` (file, text, licence) and the files, in any format of libsndfile. Texts must be of
a-z, apostrophe and space. `--only` takes part of them, by the beginning of the file's name.
"""
from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from pathlib import Path

import soundfile

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "voices"))
from synthesize import resample, trimmed  # noqa: E402

WRITABLE = re.compile(r"^[a-z']+( [a-z']+)*$")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="files whose names begin so")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    offset = 0
    with (
        (options.recordings / "transcripts.tsv").open(encoding="utf-8", newline="") as table,
        (options.folder / "speech.i16").open("wb") as speech,
        (options.folder / "index.jsonl").open("w", encoding="utf-8") as index,
    ):
        for name, text, *_ in csv.reader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            if not name.startswith(options.only) or not WRITABLE.match(text):
                continue
            samples, rate = soundfile.read(options.recordings / name, dtype="float64")
            kept = trimmed(resample(samples if samples.ndim == 1 else samples.mean(1), rate))
            if kept is None:
                continue
            speech.write(kept.tobytes())
            index.write(json.dumps({"offset": offset, "samples": len(kept), "text": text, "voice": name}) + "\n")
            offset += len(kept)
    print(f"{offset / 16_000 / 3600:.2f} h in {options.folder}")


if __name__ == "__main__":
    main()
