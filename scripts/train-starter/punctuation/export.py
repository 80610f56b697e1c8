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

GRID = [step / 10 for step in range(-20, 21)]
SLACK = 0.005  # of F1, for which fewer sentences are cut in two: that is worse than two in one
SURE = 1000.0  # more than any logit
SMALL = 4096  # weights; smaller tensors stay as they are
METADATA = {"COMMA": 1, "PERIOD": 2, "QUESTION": 3, "UPPER": 1, "CAP": 2, "MIX_CASE": 3}


class Words(nn.Module):
    """Of each word's first piece, without begin and end."""

    def __init__(self, model, thresholds):
        super().__init__()
        self.model = model
        self.thresholds = thresholds

    def forward(self, token_ids, valid_ids):
        # The library fills short texts up to its longest row.
        length = (token_ids == data.END).int().argmax(1).max() + 1
        token_ids, valid_ids = token_ids[:, :length], valid_ids[:, :length]
        case, mark = self.model(token_ids.long())
        words = (valid_ids == 1) & (token_ids != data.BEGIN) & (token_ids != data.END)
        return decided(case[words], mark[words], self.thresholds)


def end_score(mark):
    """Whether a sentence ends, by a stop or a question together."""
    return torch.logsumexp(mark[:, 2:], 1) - torch.logsumexp(mark[:, :2], 1)


def decided(case, mark, thresholds):
    """Logits of which the largest is what makes F1 best, which is not what is likeliest."""
    ends, questions, commas, capitals = thresholds
    is_end = torch.where(end_score(mark) > ends, 1.0, -1.0)
    none = torch.zeros_like(is_end)
    mark = torch.stack([none, mark[:, 1] - mark[:, 0] - commas, SURE * is_end, SURE * is_end + mark[:, 3] - mark[:, 2] - questions], 1)
    return torch.cat([case[:, :1] + capitals, case[:, 1:]], 1), mark


def logits_of(model, rows, text):
    """All of a text's logits and labels, in rows that overlap nowhere; of pauses none."""
    told, at = [], 0
    model.eval()
    with torch.no_grad():
        while at < len(text):
            row = rows.encode(text[at : at + data.LENGTH])
            at += int(row[1].sum())
            ids, marks, cases = data.pad([row])
            case, mark = model(torch.from_numpy(ids))
            words = torch.from_numpy(marks[0] != corpus.UNKNOWN)
            told.append((case[0][words], mark[0][words], torch.from_numpy(cases[0])[words], torch.from_numpy(marks[0])[words]))
    return [torch.cat(part) for part in zip(*told)]


def best_thresholds(texts):
    """One for all the texts; a capital also stands behind every end."""

    def best(score_of, slack=0.0):
        scores = {step: sum(train.f1(train.counts(*pair)) for pair in score_of(step)) / len(texts) for step in GRID}
        return max(step for step, score in scores.items() if score >= max(scores.values()) - slack)

    def told(case, mark, *thresholds):
        case, mark = (logits.argmax(1) for logits in decided(case, mark, thresholds))
        begins = torch.cat([torch.tensor([True]), mark[:-1] >= corpus.STOP])
        return (case > 0) | begins, mark

    def pairs(mark_is, *thresholds):
        return [(mark_is(told(case, mark, *thresholds)[1]), mark_is(marks)) for case, mark, _, marks in texts]

    ends = best(lambda step: pairs(lambda mark: mark >= corpus.STOP, step, 0.0, 0.0, 0.0), SLACK)
    questions = best(lambda step: pairs(lambda mark: mark == corpus.QUESTION, ends, step, 0.0, 0.0))
    commas = best(lambda step: pairs(lambda mark: mark == corpus.COMMA, ends, questions, step, 0.0))
    capitals = best(lambda step: [
        (told(case, mark, ends, questions, commas, step)[0][cases >= 0], cases[cases >= 0] > 0) for case, mark, cases, _ in texts
    ])
    return ends, questions, commas, capitals


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
    parser.add_argument("pack")
    parser.add_argument("checkpoints", nargs="+", help="of one training, averaged: each has learned other chance details by heart")
    parser.add_argument("--vocabulary", required=True)
    parser.add_argument("--prose", required=True)
    args = parser.parse_args()
    rows = data.Rows(args.vocabulary, 1)
    model = network.Punctuator(len(rows.ids))
    states = [torch.load(path) for path in args.checkpoints]
    model.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    works = corpus.prose(args.prose)
    tune = np.concatenate([rows.column([word for paragraph in works[name] for word in paragraph]) for name in corpus.TUNE])
    thresholds = best_thresholds([logits_of(model, rows, text) for text in (tune, rows.pausing(tune))])
    print("thresholds of ends %.1f, questions %.1f, commas %.1f, capitals %.1f" % thresholds)
    ids = torch.ones(2, data.LENGTH, dtype=torch.int32)
    path = f"{args.pack}/model.onnx"
    torch.onnx.export(
        Words(model, thresholds).eval(), (ids, ids), path, opset_version=13,
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
