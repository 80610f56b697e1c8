"""Writes the pack's model.onnx as sherpa-onnx's CNN-BiLSTM punctuation reads it, weights in 8 bits, and its vocabulary."""
import argparse
import shutil

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

import corpus
import network
import pieces
import rows as data
import train

SMALL = 4096  # weights; smaller tensors stay as they are
METADATA = {"COMMA": 1, "PERIOD": 2, "QUESTION": 3, "UPPER": 1, "CAP": 2, "MIX_CASE": 3}


class Words(nn.Module):
    """Of each word's first piece, without begin and end."""

    def __init__(self, model, mark_bias, case_bias):
        super().__init__()
        self.model = model
        self.mark_bias = nn.Parameter(torch.tensor(mark_bias))
        self.case_bias = nn.Parameter(torch.tensor(case_bias))

    def forward(self, token_ids, valid_ids):
        # The library fills short texts up to its longest row.
        length = (token_ids == data.END).int().argmax(1).max() + 1
        token_ids, valid_ids = token_ids[:, :length], valid_ids[:, :length]
        case, mark = self.model(token_ids.long())
        words = (valid_ids == 1) & (token_ids != data.BEGIN) & (token_ids != data.END)
        return (case + self.case_bias)[words], (mark + self.mark_bias)[words]


def logits_of(model, rows, text):
    """All of a text's logits and labels, in rows that overlap nowhere."""
    told, at = [], 0
    model.eval()
    with torch.no_grad():
        while at < len(text):
            row = rows.encode(text[at : at + data.LENGTH])
            at += int(row[1].sum())
            ids, marks, cases = data.pad([row])
            case, mark = model(torch.from_numpy(ids))
            first = row[1].astype(bool)
            told.append((case[0, : len(first)][first].numpy(), mark[0, : len(first)][first].numpy(),
                         cases[0, : len(first)][first], marks[0, : len(first)][first]))
    return [np.concatenate(part) for part in zip(*told)]


def best_bias(logits, labels, classes, wanted):
    """Added to some classes: what makes F1 best, which is not what makes the likelihood best."""
    known = labels >= 0
    bias = np.zeros(4, dtype=np.float32)
    for _ in range(2):
        for each in classes:
            tried = []
            for step in np.arange(-2.0, 2.01, 0.1):
                bias[each] = step
                told = (logits[known] + bias).argmax(1)
                tried.append((sum(train.f1(train.counts(test(told), test(labels[known]))) for test in wanted), step))
            bias[each] = max(tried)[1]
    return bias


def in_eight_bits(model):
    """Large weights as integers with a scale a row: the library multiplies them out once, when it loads them."""
    for tensor in list(model.graph.initializer):
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < SMALL:
            continue
        axes = tuple(range(1, weights.ndim)) if weights.shape[0] > 2 else tuple(range(2, weights.ndim))
        scale = (np.abs(weights).max(axis=axes, keepdims=True) / 127 + 1e-12).astype(np.float32)
        whole = np.round(weights / scale).astype(np.int8)
        name = tensor.name
        model.graph.initializer.remove(tensor)
        model.graph.initializer.append(numpy_helper.from_array(whole, name + ".int8"))
        model.graph.initializer.append(numpy_helper.from_array(scale, name + ".scale"))
        model.graph.node.insert(0, helper.make_node("Mul", [name + ".float", name + ".scale"], [name]))
        model.graph.node.insert(0, helper.make_node("Cast", [name + ".int8"], [name + ".float"], to=TensorProto.FLOAT))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("pack")
    parser.add_argument("--vocabulary", required=True)
    parser.add_argument("--prose", required=True)
    args = parser.parse_args()
    rows = data.Rows(args.vocabulary, 1)
    model = network.Punctuator(len(rows.ids))
    model.load_state_dict(torch.load(args.checkpoint))
    works = corpus.prose(args.prose)
    tune = np.concatenate([rows.column([word for paragraph in works[name] for word in paragraph]) for name in corpus.TUNE])
    case, mark, cases, marks = logits_of(model, rows, tune)
    mark_bias = best_bias(mark, marks, (1, 2, 3), (lambda x: x >= 2, lambda x: x == 1, lambda x: x == 3))
    case_bias = best_bias(case, cases, (2,), (lambda x: x > 0,))
    print("bias of marks", mark_bias, "of cases", case_bias)
    ids = torch.ones(2, data.LENGTH, dtype=torch.int32)
    path = f"{args.pack}/model.onnx"
    torch.onnx.export(
        Words(model, mark_bias, case_bias).eval(), (ids, ids), path, opset_version=13,
        input_names=["token_ids", "valid_ids"], output_names=["case_logits", "punct_logits"],
        dynamic_axes={"token_ids": {0: "N", 1: "T"}, "valid_ids": {0: "N", 1: "T"}, "case_logits": {0: "W"}, "punct_logits": {0: "W"}},
        dynamo=False,
    )
    exported = onnx.load(path)
    # The library gives the number of words too; the words themselves say it.
    exported.graph.input.append(helper.make_tensor_value_info("label_lens", TensorProto.INT32, ["N"]))
    in_eight_bits(exported)
    for key, value in METADATA.items():
        exported.metadata_props.add(key=key, value=str(value))
    for output in exported.graph.output:
        output.type.tensor_type.shape.dim[1].dim_value = 4
    onnx.checker.check_model(exported)
    onnx.save(exported, path)
    shutil.copy(args.vocabulary, f"{args.pack}/bpe.vocab")


if __name__ == "__main__":
    main()
