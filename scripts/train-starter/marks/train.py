"""Trains the network that tells marks from things, and writes it for `src/text/words/mark-network.ts`.

A recurrent layer reads the words before the candidate, another those behind it from the far end, so that the clause on either side
is known whole; two small layers weigh both together with what the candidate would be.
"""
import argparse
import base64
import math
import time

import numpy
import torch
from torch import nn
from torch.nn import functional as F

from examples import TABLE_ROWS

WIDTH, BEFORE, AFTER, INSIDE = 24, 32, 24, 32
KEEP = 1e3  # what the update gate gets where there is no word: the state stays


class Side(nn.Module):
    """A gated recurrent layer that skips places without a word."""

    def __init__(self, width, state):
        super().__init__()
        self.layer = nn.GRU(width + 1, state, batch_first=True)
        mask = torch.zeros(3 * state)
        mask[state : 2 * state] = KEEP
        self.register_buffer("skip", mask)

    def forward(self, vectors, words):
        with torch.no_grad():
            self.layer.weight_ih_l0[:, -1] = self.skip
        empty = (words == 0).unsqueeze(-1).to(vectors.dtype)
        _, last = self.layer(torch.cat([vectors * (1 - empty), empty], -1))
        return last[0]


class MarkNetwork(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.register_buffer("rows", rows)
        self.table = nn.Embedding(TABLE_ROWS, WIDTH)
        nn.init.normal_(self.table.weight, 0, 0.25)
        self.before, self.after = Side(WIDTH, BEFORE), Side(WIDTH, AFTER)
        self.inside = nn.Linear(BEFORE + AFTER + WIDTH, INSIDE)
        self.out = nn.Linear(INSIDE, 1)
        self.drop = nn.Dropout(0.1)

    def vectors(self, words):
        return self.table(self.rows[words]).sum(-2)

    def forward(self, before, after, phrase):
        seen = torch.cat([self.before(self.drop(self.vectors(before)), before), self.after(self.drop(self.vectors(after)), after), self.vectors(phrase)], -1)
        return self.out(torch.tanh(self.inside(self.drop(seen))))[:, 0]


def load(path):
    data = numpy.load(path)
    return [torch.from_numpy(data[name].astype(numpy.int64)) for name in ("before", "after", "phrase", "meant")]



def measure(network, data, names):
    network.eval()
    with torch.no_grad():
        sums = torch.cat([network(*(part[at : at + 4096] for part in data[:3])) for at in range(0, len(data[3]), 4096)])
    network.train()
    meant = data[3].bool()
    return {
        name: f"{100 * (sums[meant & group] > 0).float().mean():.1f}/{100 * (sums[~meant & group] <= 0).float().mean():.1f}"
        for name, group in {"all": torch.ones_like(meant), **{name: data[2] == at for name, at in names.items()}}.items()
    }


def quantized(tensor):
    scale = float(tensor.abs().max()) / 127
    return scale, (tensor / scale).round().clamp(-127, 127).to(torch.int8)


def tensors(network):
    parts = {"table": network.table.weight}
    for name, side in (("before", network.before), ("after", network.after)):
        layer = side.layer
        parts[f"{name}.input"] = layer.weight_ih_l0[:, :-1]
        parts[f"{name}.state"] = layer.weight_hh_l0
        parts[f"{name}.inputBias"] = layer.bias_ih_l0[None]
        parts[f"{name}.stateBias"] = layer.bias_hh_l0[None]
    parts["inside"] = network.inside.weight
    parts["insideBias"] = network.inside.bias[None]
    parts["out"] = network.out.weight
    parts["outBias"] = network.out.bias[None]
    return parts


def export(network, path):
    """A tensor a line: its name, its columns, the step of its weights and their bytes."""
    with open(path, "w") as file, torch.no_grad():
        for name, tensor in tensors(network).items():
            scale, whole = quantized(tensor)
            file.write(f"{name} {tensor.shape[1]} {scale:.9g} {base64.b64encode(whole.numpy().tobytes()).decode()}\n")
            tensor.copy_(whole.float() * scale)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True, help="the folder that examples.py filled")
    parser.add_argument("--out", required=True, help="the file of weights")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rounds", type=float, default=8, help="over all examples, if there is time")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--start", help="a network.pt to go on from")
    parser.add_argument("--rate", type=float, default=4e-3, help="the size of the first steps; 1.5e-3 where it goes on")
    options = parser.parse_args()
    torch.manual_seed(5)
    torch.set_num_threads(1)
    rows = torch.from_numpy(numpy.load(f"{options.data}/rows.npy").astype(numpy.int64))
    words = open(f"{options.data}/types.txt").read().split("\n")
    names = {name: words.index(f"={name}") for name in ("period", "comma", "colon", "dash", "slash", "hyphen", "question mark", "new line")}
    train, held = load(f"{options.data}/train.npz"), load(f"{options.data}/held-out.npz")
    network = MarkNetwork(rows)
    if options.start:
        network.load_state_dict({**torch.load(options.start), "rows": rows})
    rate = options.rate
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    begin, step, total = time.time(), 0, int(options.rounds * len(train[3]) / options.batch)
    mean, done = 0.0, False
    while not done:
        order = torch.randperm(len(train[3]))
        for at in range(0, len(order) - options.batch, options.batch):
            share = max(step / total, (time.time() - begin) / (60 * options.minutes))
            if share >= 1:
                done = True
                break
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, step / 200) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * share)))
            chosen = order[at : at + options.batch]
            before, after, phrase, meant = (part[chosen] for part in train)
            # So many of both kinds that neither is only the likelier one.
            weight = torch.where(meant.bool(), 0.65, 1.6)
            loss = F.binary_cross_entropy_with_logits(network(before, after, phrase), meant.float() * 0.98 + 0.01, weight)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            mean += (loss.item() - mean) * 0.01
            step += 1
            if step % 500 == 0:
                print(f"{step}/{total} {time.time() - begin:.0f} s loss {mean:.4f}", flush=True)
            if step % 2500 == 0:
                print("held out (meant/named)", measure(network, held, names), flush=True)
                torch.save(network.state_dict(), f"{options.data}/network.pt")
    print("held out (meant/named)", measure(network, held, names), flush=True)
    torch.save(network.state_dict(), f"{options.data}/network.pt")
    export(network, options.out)
    print("in 8 bits", measure(network, held, names), flush=True)


if __name__ == "__main__":
    main()
