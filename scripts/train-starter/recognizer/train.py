#!/usr/bin/env python3
"""Trains the acoustic model, on a GPU where torch sees one. A stopped run goes on where it was last saved."""
from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import sentencepiece
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader

from corpus import Batch, Corpus, Source, read_folder
from model import FRAMES_PER_OUTPUT, Net, Shape, load_averaged, save_checkpoint

LOWER_HALF_WEIGHT = 0.3
CLIP = 2.0
AVERAGE_DECAY = 0.999
SAVE_EVERY_SECONDS = 120


@dataclass
class Run:
    net: Net
    optimizer: torch.optim.Optimizer
    average: dict[str, Tensor]
    step: int = 0
    hours: float = 0.0


def targets(pieces: sentencepiece.SentencePieceProcessor, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Labels one after the other, how many each utterance has, and which utterances are long enough for theirs."""
    labels = [pieces.encode(text) for text in batch.texts]
    fits = [
        len(row) + sum(one == other for one, other in zip(row, row[1:])) < int(frames) // FRAMES_PER_OUTPUT
        for row, frames in zip(labels, batch.frames)
    ]
    flat = torch.tensor([label for row in labels for label in row])
    return flat, torch.tensor([len(row) for row in labels]), torch.tensor(fits)


def loss_of(scores: Tensor, outputs: Tensor, labels: Tensor, lengths: Tensor, fits: Tensor) -> Tensor:
    logs = functional.log_softmax(scores.float(), -1).transpose(0, 1)
    each = functional.ctc_loss(logs, labels, outputs, lengths, scores.shape[-1] - 1, reduction="none", zero_infinity=True)
    return (each * fits).sum() / (lengths * fits).sum().clamp(min=1)


def learning_rate(step: int, options: argparse.Namespace) -> float:
    """Up in a line, then down along a cosine to a hundredth."""
    if step < options.warm_up:
        return options.rate * (step + 1) / options.warm_up
    share = min(1.0, (step - options.warm_up) / max(1, options.steps - options.warm_up))
    return options.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))


def take_step(run: Run, batch: Batch, pieces: sentencepiece.SentencePieceProcessor, device: torch.device) -> float:
    labels, lengths, fits = (part.to(device) for part in targets(pieces, batch))
    features, frames = batch.features.to(device), batch.frames.to(device)
    with torch.autocast(device.type, torch.bfloat16):
        scores, lower = run.net(features, frames)
    outputs = frames // FRAMES_PER_OUTPUT
    loss = loss_of(scores, outputs, labels, lengths, fits)
    whole = loss + LOWER_HALF_WEIGHT * loss_of(lower, outputs, labels, lengths, fits)
    run.optimizer.zero_grad()
    whole.backward()
    size = torch.nn.utils.clip_grad_norm_(run.net.parameters(), CLIP)
    if torch.isfinite(size):
        run.optimizer.step()
    decay = min(AVERAGE_DECAY, (run.step + 1) / (run.step + 10))
    for name, value in run.net.state_dict().items():
        run.average[name].lerp_(value, 1 - decay)
    run.step += 1
    run.hours += float(batch.frames.sum()) / 360_000
    return float(loss.detach())


def begin(options: argparse.Namespace, vocab: int, device: torch.device) -> Run:
    torch.manual_seed(options.seed)
    if options.start:
        net = load_averaged(str(options.start))
    else:
        net = Net(Shape(vocab=vocab, d=options.width, n=options.blocks, drop=options.dropout))
    net = net.to(device).train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01)
    run = Run(net, optimizer, {name: value.clone() for name, value in net.state_dict().items()})
    if options.checkpoint.exists():
        stored = torch.load(options.checkpoint, map_location=device, weights_only=True)
        net.load_state_dict(stored["model"])
        optimizer.load_state_dict(stored["optimizer"])
        run.average = stored["ema"]
        run.step, run.hours = stored["step"], stored["hours"]
        print(f"goes on at step {run.step}")
    return run


def save(run: Run, path: Path) -> None:
    waiting = path.with_suffix(".tmp")
    save_checkpoint(str(waiting), run.net, run.average, optimizer=run.optimizer.state_dict(), step=run.step, hours=run.hours)
    waiting.replace(path)


def sources(folders: list[str]) -> list[Source]:
    """`FOLDER` or `FOLDER=WEIGHT`; without a weight it is 1."""
    split = [folder.partition("=") for folder in folders]
    return [Source(read_folder(Path(folder)), float(weight or 1)) for folder, _, weight in split]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path, help="where the run is kept")
    parser.add_argument("speech", nargs="+", help="folders of speech, as FOLDER or FOLDER=WEIGHT")
    parser.add_argument("--pieces", type=Path, required=True, help="the sentencepiece model")
    parser.add_argument("--start", type=Path, help="a checkpoint whose averaged weights to begin with")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm-up", type=int, default=400)
    parser.add_argument("--batch-frames", type=int, default=40_000, help="frames of 10 ms a step; 4,600 suit a processor")
    parser.add_argument("--augmentation", type=float, default=1.0, help="0 for none")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--blocks", type=int, default=12)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--workers", type=int, default=8, help="processes that read and augment; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    options = arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(options.pieces))
    run = begin(options, pieces.vocab_size() + 1, device)
    corpus = Corpus(sources(options.speech), options.batch_frames, options.augmentation, options.seed + run.step)
    saved = started = time.monotonic()
    losses: list[float] = []
    for batch in DataLoader(corpus, batch_size=None, num_workers=options.workers):
        for group in run.optimizer.param_groups:
            group["lr"] = learning_rate(run.step, options)
        losses.append(take_step(run, batch, pieces, device))
        done = run.step >= options.steps
        if run.step % 100 == 0 or done:
            minutes = (time.monotonic() - started) / 60
            print(f"step {run.step} of {options.steps}, {run.hours:.1f} h heard, loss {sum(losses) / len(losses):.3f}, {minutes:.0f} min", flush=True)
            losses.clear()
        if done or time.monotonic() - saved > SAVE_EVERY_SECONDS:
            save(run, options.checkpoint)
            saved = time.monotonic()
        if done:
            break


if __name__ == "__main__":
    main()
