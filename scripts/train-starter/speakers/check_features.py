"""Compares the filter banks of training with those that sherpa-onnx computes, number by number.

A "network" that gives its input back as the embedding shows what the library computed: before and after it took the mean
off each bin. The library is run by `read-embedding.ts` in Bun.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import onnx
import soundfile
import torch
from onnx import TensorProto, helper, numpy_helper

import features

TOLERANCE = 0.02
"""Largest difference of natural logarithms; the library computes its Fourier transform in 32 bits by another algorithm."""


def write_probe(path: Path, frames: int, normalize: str) -> None:
    """A network that flattens its (1, frames, 80) input."""
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, "T", features.BINS])]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, "D"])]
    flat = numpy_helper.from_array(np.array([1, -1], np.int64), "flat")
    graph = helper.make_graph([helper.make_node("Reshape", ["x", "flat"], ["y"])], "probe", inputs, outputs, [flat])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    metadata = {"framework": "wespeaker", "language": "probe", "sample_rate": features.RATE_HZ, "normalize_samples": 0}
    metadata["output_dim"] = frames * features.BINS
    if normalize:
        metadata["feature_normalize_type"] = normalize
    for key, value in metadata.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, str(value)
    onnx.save(model, path)


def library_features(recording: Path, frames: int, normalize: str, folder: Path) -> torch.Tensor:
    """What the library gives the network, (frames, 80)."""
    probe, answer = folder / "probe.onnx", folder / "answer.f32"
    write_probe(probe, frames, normalize)
    script = Path(__file__).parent / "read-embedding.ts"
    subprocess.run(["bun", str(script), str(probe), str(recording), str(answer)], check=True)
    return torch.from_numpy(np.fromfile(answer, np.float32)).reshape(frames, features.BINS)


def main() -> None:
    """Fails where a number differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recording", type=Path, help="16 kHz mono 16-bit WAV")
    options = parser.parse_args()
    samples, _ = soundfile.read(options.recording, dtype="int16")
    ours = features.log_mel(torch.from_numpy(samples.astype(np.float32)))
    with tempfile.TemporaryDirectory() as name:
        for normalize, expected in (("", ours), ("global-mean", features.without_mean(ours))):
            theirs = library_features(options.recording, len(ours), normalize, Path(name))
            difference = (expected - theirs).abs()
            print(
                f"{normalize or 'as computed'}: largest difference {difference.max():.5f}, mean {difference.mean():.7f}"
            )
            if difference.max() > TOLERANCE:
                raise SystemExit("the features differ")


if __name__ == "__main__":
    main()
