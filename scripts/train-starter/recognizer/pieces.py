#!/usr/bin/env python3
"""Learns the pieces that words are spelt in: byte-pair encoding over the sentences that will be trained on."""
from __future__ import annotations

import argparse
from pathlib import Path

import sentencepiece

from word_model import read_texts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path, help="the sentencepiece model, ending in .model")
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help="JSON lines with `txt`, plain or .gz")
    parser.add_argument("--pieces", type=int, default=256)
    options = parser.parse_args()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(read_texts(options.texts)),
        model_prefix=str(options.output.with_suffix("")),
        vocab_size=options.pieces,
        model_type="bpe",
        character_coverage=1.0,
        bos_id=-1,
        eos_id=-1,
        unk_id=0,
        normalization_rule_name="identity",
        minloglevel=2,
    )


if __name__ == "__main__":
    main()
