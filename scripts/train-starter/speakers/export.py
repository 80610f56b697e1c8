"""Writes the two networks as ONNX files with the metadata that sherpa-onnx reads.

Large weights are stored as 16-bit floats and cast back when the file is loaded, which halves the files and leaves the
arithmetic in 32 bits. The tables of the Fourier transform are computed while loading, so they take no space.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

import features
from embedding import DIMENSIONS, EmbeddingNetwork
from segmentation import CLASSES, LABEL_SAMPLES, LABELS, WINDOW_SAMPLES, SegmentationNetwork

SMALLEST_HALVED = 2_048
"""Weights with fewer numbers than this stay in 32 bits."""

OPSET = 17
NOBODY_LEAN = -0.5
"""Added to the score of nobody. Chosen with the pack's `speech_threshold` on nine real excerpts: see the card."""

USED_LINES = 244
"""Lines of the spectrum up to 7,600 Hz; those above have no filter."""


class SamplesToTurns(nn.Module):
    """The segmentation network with its filter banks in front: (1, 1, 160000) samples to (1, 500, 7)."""

    def __init__(self, network: SegmentationNetwork) -> None:
        super().__init__()
        self.network = network
        frames = WINDOW_SAMPLES // features.SHIFT_SAMPLES
        first = torch.arange(frames) * features.SHIFT_SAMPLES - (features.FRAME_SAMPLES - features.SHIFT_SAMPLES) // 2
        self.register_buffer("first", first[:, None])
        self.register_buffer("inside", torch.arange(features.FRAME_SAMPLES)[None, :])
        self.register_buffer("points", torch.arange(features.FRAME_SAMPLES).float()[:, None])
        self.register_buffer("lines", torch.arange(USED_LINES).float()[None, :])
        self.register_buffer("window", features.WINDOW)
        self.register_buffer("filters", features.FILTERS[:USED_LINES])
        self.register_buffer("lean", torch.tensor([NOBODY_LEAN] + [0.0] * (len(CLASSES) - 1)))

    def frames(self, samples: torch.Tensor) -> torch.Tensor:
        """Frames of 400 samples in the range of 16-bit integers, mirrored at both ends."""
        index = self.first + self.inside
        index = torch.where(index < 0, -index - 1, index)
        index = torch.where(index >= WINDOW_SAMPLES, 2 * WINDOW_SAMPLES - 1 - index, index)
        return samples[:, 0][:, index] * 32_768.0

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        """Scores of the seven classes for every 20 ms."""
        frames = self.frames(samples)
        frames = frames - frames.mean(dim=2, keepdim=True)
        previous = torch.cat([frames[:, :, :1], frames[:, :, :-1]], dim=2)
        windowed = (frames - 0.97 * previous) * self.window
        angles = (2 * torch.pi / features.FFT_SAMPLES) * torch.remainder(self.points * self.lines, features.FFT_SAMPLES)
        real, imaginary = windowed @ torch.cos(angles), windowed @ torch.sin(angles)
        return self.network((real.square() + imaginary.square()) @ self.filters) + self.lean


def halve_weights(model: onnx.ModelProto) -> None:
    """Stores large 32-bit weights in 16 bits, each behind a cast."""
    casts = []
    for weights in model.graph.initializer:
        if weights.data_type != TensorProto.FLOAT or np.prod(weights.dims) < SMALLEST_HALVED:
            continue
        name = weights.name
        halved = numpy_helper.from_array(numpy_helper.to_array(weights).astype(np.float16), f"{name}.half")
        weights.CopyFrom(halved)
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT, name=f"widen {name}"))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def write(
    network: nn.Module, example: torch.Tensor, path: Path, axes: dict[str, dict[int, str]], metadata: dict[str, object]
) -> None:
    """Exports, halves, adds the metadata, checks, writes."""
    network.eval()
    names = {"input_names": ["x"], "output_names": ["y"]}
    torch.onnx.export(
        network,
        (example,),
        str(path),
        opset_version=OPSET,
        dynamic_axes=axes,
        do_constant_folding=False,
        dynamo=False,
        **names,
    )
    model = onnx.load(path)
    halve_weights(model)
    for key, value in metadata.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, str(value)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def export_segmentation(network: SegmentationNetwork, path: Path) -> None:
    """The receptive field is given as one sample: label n begins at exactly 20 ms times n."""
    metadata = {
        "model_type": "pyannote-segmentation-3.0",
        "sample_rate": features.RATE_HZ,
        "window_size": WINDOW_SAMPLES,
        "receptive_field_size": 1,
        "receptive_field_shift": LABEL_SAMPLES,
        "num_speakers": 3,
        "powerset_max_classes": 2,
        "num_classes": len(CLASSES),
        "version": 1,
        "model_author": "tiro",
    }
    write(SamplesToTurns(network), torch.zeros(1, 1, WINDOW_SAMPLES), path, {}, metadata)
    assert LABELS * LABEL_SAMPLES == WINDOW_SAMPLES


def export_embedding(network: EmbeddingNetwork, path: Path) -> None:
    """Samples scaled to 16-bit range and the mean taken off each bin, both by the library."""
    metadata = {
        "framework": "wespeaker",
        "language": "multilingual",
        "sample_rate": features.RATE_HZ,
        "normalize_samples": 0,
        "feature_normalize_type": "global-mean",
        "output_dim": DIMENSIONS,
        "version": 1,
        "model_author": "tiro",
    }
    axes = {"x": {0: "N", 1: "T"}, "y": {0: "N"}}
    write(network, torch.zeros(1, 200, features.BINS), path, axes, metadata)


def main() -> None:
    """Exports both networks into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segmentation", type=Path, required=True)
    parser.add_argument("--embedding", type=Path, help="left out: only the segmentation is exported")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    segmentation = SegmentationNetwork()
    segmentation.load_state_dict(torch.load(options.segmentation, weights_only=True))
    export_segmentation(segmentation, options.out / "segmentation.onnx")
    if options.embedding is not None:
        embedding = EmbeddingNetwork()
        embedding.load_state_dict(torch.load(options.embedding, weights_only=True))
        export_embedding(embedding, options.out / "embedding.onnx")


if __name__ == "__main__":
    main()
