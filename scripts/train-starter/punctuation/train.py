"""Trains the network for a given time; the step size falls to nothing at its end. Goes on from a checkpoint where told so."""
import argparse
import time

import numpy as np
import torch
from torch.nn import functional as F

import corpus
import network
import rows as data


TELL_EVERY = 100  # steps; it saves then too
KEEP_EVERY = 300  # steps; checkpoints of their own, to be averaged
HIDDEN = 0.12  # of the words of most rows, in the first half of the time
GUESSING = 0.1  # its weight in the loss


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


def optimizers(model, step):
    """Matrices by Muon, which learns more from each row; tables and the rest by AdamW."""
    matrices = [p for name, p in model.layers.named_parameters() if p.ndim == 2]
    rest = [p for p in model.parameters() if all(p is not matrix for matrix in matrices)]
    return [
        torch.optim.Muon(matrices, lr=step, weight_decay=0.05, adjust_lr_fn="match_rms_adamw"),
        torch.optim.AdamW(rest, lr=step, weight_decay=1e-2, betas=(0.9, 0.98), foreach=True),
    ]


def loss_of(model, rng, share, ids, marks, cases):
    """Of marks and cases; and of guessing hidden words, from which a small text teaches more than marks alone."""
    hidden_share = HIDDEN * (rng.random(len(marks)) < 0.7) * (share < 0.5)
    hidden = (marks != corpus.UNKNOWN) & (rng.random(marks.shape) < hidden_share[:, None])
    seen, hidden = torch.from_numpy(np.where(hidden, 0, ids)), torch.from_numpy(hidden)
    with torch.autocast("cpu", torch.bfloat16):
        read = model.read(seen)
        case, mark = model.judge(read)
        guesses = model.hidden_pieces(read[hidden]) if hidden.any() else None
    losses = [
        F.cross_entropy(logits.float().flatten(0, 1), torch.from_numpy(labels).flatten(), ignore_index=corpus.UNKNOWN)
        for logits, labels in ((mark, marks), (case, cases))
    ]
    guessing = 0.0 if guesses is None else F.cross_entropy(guesses.float(), torch.from_numpy(ids)[hidden])
    return sum(losses) + GUESSING * guessing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoint")
    parser.add_argument("--vocabulary", required=True)
    parser.add_argument("--prose", required=True)
    parser.add_argument("--utterances")
    parser.add_argument("--lexicon", required=True, help="a word a line, names with capitals")
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--spent", type=float, default=0, help="minutes of these that the checkpoint was trained for already")
    parser.add_argument("--step", type=float, default=4e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    rows, tune = data.load(args.vocabulary, args.prose, args.utterances, args.lexicon, args.seed)
    model = network.Punctuator(len(rows.ids))
    if args.spent:
        model.load_state_dict(torch.load(args.checkpoint))
    learners = optimizers(model, args.step)
    began, told, loss_sum, taught = time.time() - 60 * args.spent, time.time(), 0.0, 0
    print(sum(p.numel() for p in model.parameters()), "weights", flush=True)
    for number, batch in enumerate(rows.batches(), 1):
        share = (time.time() - began) / (60 * args.minutes)
        if share >= 1:
            break
        for learner in learners:
            for group in learner.param_groups:
                group["lr"] = args.step * min(1, number / 150) * min(1, (1 - share) / 0.85)
        loss = loss_of(model, rows.rng, share, *batch)
        model.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for learner in learners:
            learner.step()
        loss_sum, taught = loss_sum + loss.item(), taught + int((batch[1] >= 0).sum())
        if number % TELL_EVERY == 0:
            figures = measure(model, rows, tune[0])
            print(f"{(time.time() - began) / 60:.1f} min, {number} steps, {taught / 1e6:.2f} million words, "
                  f"{(time.time() - told) / TELL_EVERY:.3f} s a step, loss {loss_sum / TELL_EVERY:.4f}",
                  "ends %.3f commas %.3f capitals %.3f" % tuple(figures), flush=True)
            loss_sum, told = 0.0, time.time()
            torch.save(model.state_dict(), args.checkpoint)
        if number % KEEP_EVERY == 0:
            torch.save(model.state_dict(), f"{args.checkpoint}.{number}")
    torch.save(model.state_dict(), args.checkpoint)
    print("ends %.3f commas %.3f capitals %.3f" % tuple(measure(model, rows, tune[0], limit=10**9)))


if __name__ == "__main__":
    main()
