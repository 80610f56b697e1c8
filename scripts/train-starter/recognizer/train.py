#!/usr/bin/env python3
"""Trains the acoustic model, on a GPU where torch sees one. A stopped run goes on where it was last saved."""
from __future__ import annotations

import argparse
import copy
import os
import time
from dataclasses import dataclass
from pathlib import Path

import sentencepiece
import torch
from torch import Tensor, distributed
from torch.nn import functional
from torch.nn.utils import parameters_to_vector, vector_to_parameters
from torch.utils.data import DataLoader

from corpus import Batch, Corpus, Source, read_folder
from model import FRAMES_PER_OUTPUT, Net, Shape, load_averaged, save_checkpoint

LOWER_HALF_WEIGHT = 0.3
CLIP = 2.0
MEET_EVERY = 10
"""Steps."""
AVERAGE_DECAY = 0.99
"""Per meeting."""
SAVE_EVERY_SECONDS = 120


@dataclass
class Run:
    net: Net
    optimizer: torch.optim.Optimizer
    average: Net
    """The running mean of what the weights were."""
    step: int = 0
    hours: float = 0.0
    """Of speech heard."""
    seconds: float = 0.0
    """Of training."""


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


def share_done(run: Run, options: argparse.Namespace) -> float:
    """Of the time where a time was given, else of the steps."""
    return min(1.0, run.seconds / (60 * options.minutes) if options.minutes else run.step / options.steps)


def learning_rate(run: Run, options: argparse.Namespace) -> float:
    """Up in a line, down to nothing in a longer one."""
    return options.rate * min(1.0, (run.step + 1) / options.warm_up) * (1 - share_done(run, options))


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
    run.step += 1
    run.hours += float(batch.frames.sum()) / 360_000 * processes()
    if run.step % MEET_EVERY == 0:
        meet(run)
    return float(loss.detach())


def processes() -> int:
    return distributed.get_world_size() if distributed.is_initialized() else 1


def meet(run: Run) -> None:
    """Processes go their own ways between meetings, from which all go on with the mean of their weights (local SGD)."""
    if distributed.is_initialized():
        weights = parameters_to_vector(run.net.parameters()).detach()
        # With the time, so that all find the same end.
        state = torch.cat([weights, torch.tensor([run.seconds], device=weights.device)])
        distributed.all_reduce(state)
        state /= processes()
        vector_to_parameters(state[:-1], run.net.parameters())
        run.seconds = float(state[-1])
    meetings = run.step // MEET_EVERY
    share = 1 - min(AVERAGE_DECAY, meetings / (meetings + 9))
    with torch.no_grad():
        for mean, weight in zip(run.average.parameters(), run.net.parameters()):
            mean.lerp_(weight, share)


def begin(options: argparse.Namespace, vocab: int, device: torch.device) -> Run:
    torch.manual_seed(options.seed)
    if options.start:
        net = load_averaged(str(options.start))
    else:
        net = Net(Shape(vocab=vocab, d=options.width, n=options.blocks, drop=options.dropout))
    net = net.to(device).train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    run = Run(net, optimizer, copy.deepcopy(net))
    if options.checkpoint.exists():
        stored = torch.load(options.checkpoint, map_location=device, weights_only=True)
        net.load_state_dict(stored["model"])
        optimizer.load_state_dict(stored["optimizer"])
        run.average.load_state_dict(stored["ema"])
        run.step, run.hours, run.seconds = stored["step"], stored["hours"], stored["seconds"]
        print(f"goes on at step {run.step}")
    return run


def save(run: Run, path: Path) -> None:
    waiting = path.with_suffix(".tmp")
    progress = {"step": run.step, "hours": run.hours, "seconds": run.seconds}
    save_checkpoint(str(waiting), run.net, run.average.state_dict(), optimizer=run.optimizer.state_dict(), **progress)
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
    parser.add_argument("--minutes", type=float, help="train so long instead, as far as that gets")
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
    rank = int(os.environ.get("RANK", 0))
    if "RANK" in os.environ:
        distributed.init_process_group("gloo")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(options.pieces))
    run = begin(options, pieces.vocab_size() + 1, device)
    seed = options.seed + run.step + 1_000_003 * rank
    corpus = Corpus(sources(options.speech), options.batch_frames, options.augmentation, seed)
    saved = last = time.monotonic()
    losses: list[float] = []
    for batch in DataLoader(corpus, batch_size=None, num_workers=options.workers):
        for group in run.optimizer.param_groups:
            group["lr"] = learning_rate(run, options)
        losses.append(take_step(run, batch, pieces, device))
        done = run.step % MEET_EVERY == 0 and share_done(run, options) >= 1
        now = time.monotonic()
        run.seconds, last = run.seconds + now - last, now
        if rank == 0 and (run.step % 100 == 0 or done):
            print(f"{share_done(run, options):.1%}, step {run.step}, {run.hours:.1f} h heard, loss {sum(losses) / len(losses):.3f}, {run.seconds / 60:.0f} min", flush=True)
            losses.clear()
        if rank == 0 and (done or now - saved > SAVE_EVERY_SECONDS):
            save(run, options.checkpoint)
            saved = now
        if done:
            break


if __name__ == "__main__":
    main()
