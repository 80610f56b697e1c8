#!/usr/bin/env python3
"""Proves that training and sherpa-onnx hear the same: the network's spelt-out scores, by features.py and by sherpa-onnx.

Every recording goes through model.onnx twice, with the features of features.py and with sherpa-onnx's own. The same
token must come first in all but 1 of 200 frames, and levels of the scores may differ by one step, from rounding.
"""
from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

import numpy as np
import onnxruntime
import soundfile
import torch

from export import CANDIDATES, LEVELS
from features import HOP, SAMPLE_RATE, mel_power, normalized

HERE = Path(__file__).resolve().parent
PACK = HERE.parents[2] / "models/starter-en"


def own_symbols(session: onnxruntime.InferenceSession, path: Path) -> np.ndarray:
    samples, rate = soundfile.read(path, dtype="float32")
    if rate != SAMPLE_RATE:
        raise SystemExit(f"{path} has {rate} Hz")
    features = normalized(mel_power(torch.from_numpy(samples)))
    inputs = {"audio_signal": features.T[None].numpy(), "length": np.array([len(features)], np.int64)}
    return session.run(None, inputs)[0][0].argmax(-1)[: len(features)]


def sherpa_symbols(spelt: dict[str, list[str]], length: int) -> np.ndarray:
    symbols = np.zeros(length, np.int64)
    places = [round(seconds * SAMPLE_RATE / HOP) for seconds in spelt["timestamps"]]
    for place, until, symbol in zip(places, [*places[1:], length], spelt["tokens"]):
        token, level = map(int, symbol.split(":"))
        symbols[place:until] = token * LEVELS + level
    return symbols


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", type=Path, nargs="+", help="16 kHz mono WAV files")
    options = parser.parse_args()
    session = onnxruntime.InferenceSession(str(PACK / "model.onnx"), providers=["CPUExecutionProvider"])
    command = ["bun", str(HERE / "spell.ts"), *(str(path.resolve()) for path in options.recordings)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    frames = first_differs = steps = 0
    for path, line in zip(options.recordings, lines, strict=True):
        own = own_symbols(session, path)
        own = own[: len(own) // CANDIDATES * CANDIDATES]
        theirs = sherpa_symbols(json.loads(line), len(own))
        mine, other = own.reshape(-1, CANDIDATES), theirs.reshape(-1, CANDIDATES)
        same = mine[:, 0] // LEVELS == other[:, 0] // LEVELS
        frames += len(mine)
        first_differs += int((~same).sum())
        steps = max(steps, int(np.abs(mine[same, 0] % LEVELS - other[same, 0] % LEVELS).max(initial=0)))
        print(f"{path.name}: {(own == theirs).mean():.2%} of {len(own)} symbols are the same")
    print(f"{frames} frames, the first token differs in {first_differs}, its level by at most {steps} steps")
    if first_differs * 200 > frames or steps > 1:
        raise SystemExit("training and sherpa-onnx do not hear the same")


if __name__ == "__main__":
    main()
