#!/usr/bin/env python3
"""Writes model.onnx and tokens.txt for sherpa-onnx's `nemo_ctc` family, with every frame's likeliest tokens spelt out.

sherpa-onnx decodes CTC models greedily and hands out no scores. tiro's word search needs them; so the exported model
says them itself, in an alphabet of its own: each frame of 80 ms becomes eight of 10 ms, of which the i-th says the i-th
likeliest token and its score. One symbol is a token with one of twelve levels, written `token:level` in tokens.txt;
level q stands for a log-probability of -((q + 0.5) / 3)^2. Token 0 is blank, token k + 1 piece k of the tokenizer.

Weights are kept as 16-bit floats, which halves the file; the network computes with 32 bits.
"""
from __future__ import annotations

import argparse
from pathlib import Path

import onnx
import sentencepiece
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from model import FEATURES, FRAMES_PER_OUTPUT, Net, load_averaged

CANDIDATES = FRAMES_PER_OUTPUT
LEVELS = 12
STEPS_PER_ROOT = 3.0
SMALLEST_HALVED = 1024


class SpeltOut(nn.Module):
    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, audio_signal: Tensor, length: Tensor) -> Tensor:
        # One more output frame, masked: inputs under 8 frames work, and the last ones keep their surroundings.
        padded = nn.functional.pad(audio_signal, (0, FRAMES_PER_OUTPUT)).transpose(1, 2)
        scores, _ = self.net(padded, length)
        blank_first = torch.cat([scores[..., -1:], scores[..., :-1]], -1)
        logs, tokens = torch.log_softmax(blank_first, -1).topk(CANDIDATES, -1)
        levels = (torch.sqrt(-logs.clamp(max=0.0)) * STEPS_PER_ROOT).floor().clamp(max=LEVELS - 1).long()
        symbols = (tokens * LEVELS + levels).flatten(1)
        return nn.functional.one_hot(symbols, self.net.shape.vocab * LEVELS + 1).float()


def keep_as_half(model: onnx.ModelProto) -> None:
    graph = model.graph
    large = [t for t in graph.initializer if t.data_type == TensorProto.FLOAT and numpy_helper.to_array(t).size >= SMALLEST_HALVED]
    for tensor in large:
        half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype("float16"), tensor.name + "_half")
        graph.initializer.remove(tensor)
        graph.initializer.append(half)
        graph.node.insert(0, helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))


def describe(model: onnx.ModelProto, properties: dict[str, str]) -> None:
    del model.metadata_props[:]
    for key, value in properties.items():
        model.metadata_props.add(key=key, value=value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pieces", type=Path, required=True, help="the sentencepiece model")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    net = load_averaged(str(options.checkpoint))
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(options.pieces))
    if pieces.vocab_size() + 1 != net.shape.vocab:
        raise SystemExit(f"{options.pieces} has {pieces.vocab_size()} pieces, the network {net.shape.vocab - 1}")
    path = options.folder / "model.onnx"
    example = (torch.randn(2, FEATURES, 400), torch.tensor([400, 320]))
    torch.onnx.export(
        SpeltOut(net), example, str(path), input_names=["audio_signal", "length"], output_names=["logprobs"],
        dynamic_axes={"audio_signal": {0: "B", 2: "T"}, "length": {0: "B"}, "logprobs": {0: "B", 1: "T8"}},
        opset_version=17, dynamo=False,
    )
    model = onnx.load(str(path))
    keep_as_half(model)
    symbols = net.shape.vocab * LEVELS
    describe(model, {
        "vocab_size": str(symbols + 1), "subsampling_factor": "1", "normalize_type": "per_feature", "is_giga_am": "0",
        "model_type": "EncDecCTCModelBPE", "language": "en",
        "comment": "starter-en of tiro, trained from scratch; says each frame's likeliest tokens with their scores",
    })
    onnx.save(model, str(path))
    spelt = [f"{at // LEVELS}:{at % LEVELS} {at}" for at in range(symbols)]
    (options.folder / "tokens.txt").write_text("\n".join([*spelt, f"<blk> {symbols}"]) + "\n", encoding="utf-8")
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
