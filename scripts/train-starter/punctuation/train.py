"""Trains the network for a given time; the step size falls to nothing at its end. Goes on where a checkpoint stands."""
import argparse
import math
import os
import time

import numpy as np
import torch
from torch.nn import functional as F

import corpus
import network
import rows as data


SAVE_EVERY, TELL_EVERY = 50, 100  # steps


class Batches(torch.utils.data.IterableDataset):
    """In a process of its own: preparing a batch takes about as long as learning from it."""

    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return self.rows.batches()


def counts(told, true):
    return np.array([(told & true).sum(), told.sum(), true.sum()])


def f1(three):
    return 2 * three[0] / max(1, three[1] + three[2])


def measure(model, rows, text, size=64, limit=10000):
    """F1 of sentence ends, commas and capitals on text without pauses, in rows of 200 pieces that overlap nowhere."""
    model.eval()
    encoded, at = [], 0
    while at < min(len(text), limit):
        row = rows.encode(text[at : at + data.LENGTH])
        at += int(row[1].sum())
        encoded.append(row)
    totals = np.zeros((3, 3))
    with torch.no_grad():
        for start in range(0, len(encoded), size):
            ids, marks, cases = data.pad(encoded[start : start + size])
            case, mark = (logits.argmax(-1).numpy() for logits in model(torch.from_numpy(ids)))
            known = marks >= 0
            totals[0] += counts(mark[known] >= corpus.STOP, marks[known] >= corpus.STOP)
            totals[1] += counts(mark[known] == corpus.COMMA, marks[known] == corpus.COMMA)
            known = cases >= 0
            totals[2] += counts(case[known] > 0, cases[known] > 0)
    model.train()
    return [f1(three) for three in totals]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("--vocabulary", required=True)
    parser.add_argument("--prose", required=True)
    parser.add_argument("--utterances")
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--step", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    rows, tune = data.load(args.vocabulary, args.prose, args.utterances, args.seed)
    model = network.Punctuator(len(rows.ids))
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.step, weight_decay=1e-2)
    spent, fresh = 0.0, not os.path.exists(args.checkpoint)
    if not fresh:
        state = torch.load(args.checkpoint)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        spent = state["spent"]
    began, told, loss_sum, number = time.time() - spent, time.time(), 0.0, 0
    print(sum(p.numel() for p in model.parameters()), "weights", flush=True)
    loader = torch.utils.data.DataLoader(Batches(rows), batch_size=None, num_workers=1, prefetch_factor=16)
    for ids, marks, cases in loader:
        spent = time.time() - began
        share = min(1, spent / (60 * args.minutes))
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = args.step * (min(1, (number + 1) / 200) if fresh else 1) * 0.5 * (1 + math.cos(math.pi * share))
        case, mark = model(ids)
        loss = F.cross_entropy(mark.flatten(0, 1), marks.flatten(), ignore_index=corpus.UNKNOWN)
        loss = loss + F.cross_entropy(case.flatten(0, 1), cases.flatten(), ignore_index=corpus.UNKNOWN)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        loss_sum, number = loss_sum + loss.item(), number + 1
        if number % TELL_EVERY == 0:
            figures = measure(model, rows, tune[0])
            print(f"{spent / 60:.1f} min, {number} steps, {(time.time() - told) / TELL_EVERY:.3f} s a step, loss {loss_sum / TELL_EVERY:.4f}",
                  "ends %.3f commas %.3f capitals %.3f" % tuple(figures), flush=True)
            loss_sum, told = 0.0, time.time()
        if number % SAVE_EVERY == 0:
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "spent": spent}, args.checkpoint)
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "spent": spent}, args.checkpoint)
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "spent": spent}, args.checkpoint)
    print("ends %.3f commas %.3f capitals %.3f" % tuple(measure(model, rows, tune[0], limit=10**9)))


if __name__ == "__main__":
    main()
