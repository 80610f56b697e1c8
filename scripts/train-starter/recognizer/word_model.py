#!/usr/bin/env python3
"""Writes words.bin: which words there are, how they are spelt in the model's pieces, and which word follows which.

tiro's word search (src/engine/host/word-search.ts) turns the model's scores into words with it. All numbers are little
endian; costs are natural logarithms. After the magic and the length of a JSON header come, each at a multiple of 4:

    firstChild u32[nodes + 1]   spelling tree, breadth first: children of node n are firstChild[n] until firstChild[n + 1]
    word       u32[nodes]       the word that is spelt out at this node, or 0xffffffff
    pairStart  u32[words + 1]   the kept pairs by first word
    pair       u32[pairs]       second word << 8 | cost in tenths, ascending in each first word
    piece      u16[nodes]       token of the model, blank being 0
    cost       u16[words]       in thousandths
    backOff    i16[words]       in thousandths, added where a pair is not kept
    ahead      u16[nodes]       the lowest cost among the words below, in thousandths
"""
from __future__ import annotations

import argparse
import gzip
import json
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import sentencepiece

from language_model import LanguageModel, build_language_model
from sphinx_lm import read_sphinx_bigrams

MAGIC = b"TIROWM01"
NO_WORD = 0xFFFFFFFF


@dataclass(frozen=True)
class SpellingTree:
    first_child: list[int]
    piece: list[int]
    word: list[int]
    ahead: list[float]


def spelling_tree(spelling: list[list[int]], cost: np.ndarray) -> SpellingTree:
    tree = SpellingTree([], [0], [NO_WORD], [0.0])
    level: list[tuple[int, list[int]]] = [(0, [word for word, pieces in enumerate(spelling) if pieces])]
    while level:
        below: list[tuple[int, list[int]]] = []
        for depth, words in level:
            tree.first_child.append(len(tree.piece))
            groups: dict[int, list[int]] = {}
            for word in words:
                if len(spelling[word]) > depth:
                    groups.setdefault(spelling[word][depth], []).append(word)
            for piece, group in sorted(groups.items()):
                ending = [word for word in group if len(spelling[word]) == depth + 1]
                tree.piece.append(piece)
                tree.word.append(ending[0] if ending else NO_WORD)
                tree.ahead.append(float(min(cost[word] for word in group)))
                below.append((depth + 1, group))
        level = below
    tree.first_child.append(len(tree.piece))
    return tree


def whole(values: np.ndarray | list[float], unit: float, kind: str) -> np.ndarray:
    bounds = np.iinfo(kind)
    return np.clip(np.round(np.array(values) / unit), bounds.min, bounds.max).astype(kind)


def packed_pairs(model: LanguageModel) -> tuple[np.ndarray, np.ndarray]:
    starts, entries = [0], []
    for first in range(len(model.words)):
        followers = sorted(model.pairs.get(first, []))
        entries += [second << 8 | min(255, round(-10 * np.log(p))) for second, p in followers]
        starts.append(len(entries))
    return np.array(starts, "<u4"), np.array(entries, "<u4")


def write_words(path: Path, model: LanguageModel, spelling: list[list[int]], header: dict[str, object]) -> None:
    cost = -np.log(np.maximum(model.probability, 1e-12))
    tree = spelling_tree(spelling, cost)
    pair_start, pairs = packed_pairs(model)
    arrays = [
        np.array(tree.first_child, "<u4"),
        np.array(tree.word, "<u4"),
        pair_start,
        pairs,
        np.array(tree.piece, "<u2"),
        whole(cost, 1e-3, "<u2"),
        whole(-np.log(model.back_off), 1e-3, "<i2"),
        whole(tree.ahead, 1e-3, "<u2"),
    ]
    counts = {"nodes": len(tree.piece), "words": len(model.words), "pairs": len(pairs)}
    text = json.dumps({**counts, **header}, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    with path.open("wb") as file:
        file.write(MAGIC + struct.pack("<I", len(text)) + text)
        for array in arrays:
            data = array.tobytes()
            file.write(data + bytes(-len(data) % 4))
    print(f"{counts}, {path.stat().st_size / 1e6:.1f} MB")


def read_texts(paths: list[Path]) -> list[str]:
    texts: list[str] = []
    for path in paths:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            texts += [json.loads(line)["txt"] for line in lines]
    return texts


def word_runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[at : at + length]) for at in range(max(1, len(words) - length + 1))}


def without_held_out(texts: list[str], held_out: list[str], length: int = 5) -> list[str]:
    """Leaves out every text that shares five words in a row with what the model is measured on."""
    forbidden = {run for text in held_out for run in word_runs(text, length)}
    return [text for text in texts if not (word_runs(text, length) & forbidden)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("--pieces", type=Path, required=True, help="the sentencepiece model")
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help="JSON lines with `txt`, plain or .gz")
    parser.add_argument("--held-out", type=Path, nargs="*", default=[], help="manifests of recordings, JSON lists with `text`")
    parser.add_argument("--general", type=Path, default=Path("/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"))
    parser.add_argument("--word-list", type=Path, default=Path("/usr/share/dict/american-english"))
    parser.add_argument("--words", type=int, default=70_000, help="of the general model; others come on top")
    parser.add_argument("--pairs", type=int, default=800_000)
    parser.add_argument("--own-share", type=float, default=0.5)
    # Chosen on synthetic speech of a voice and of sentences that neither model has seen.
    parser.add_argument("--language", type=float, default=0.45, help="what a cost counts against the acoustic model's")
    parser.add_argument("--word", type=float, default=-0.5, help="added for every word")
    parser.add_argument("--unknown-word", type=float, default=11.0, help="added for a word that is in no list")
    parser.add_argument("--unknown-piece", type=float, default=2.0, help="added for each of its further pieces")
    parser.add_argument("--unfinished", type=float, default=4.0, help="added where the audio ends within a word")
    options = parser.parse_args()
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(options.pieces))
    held_out = [row["text"] for path in options.held_out for row in json.loads(path.read_text(encoding="utf-8"))]
    texts = read_texts(options.texts)
    kept = without_held_out(texts, held_out)
    print(f"{len(kept)} of {len(texts)} texts; the others share five words in a row with held-out recordings")
    model = build_language_model(
        read_sphinx_bigrams(options.general),
        kept,
        options.word_list.read_text(encoding="utf-8").split(),
        most_words=options.words,
        most_pairs=options.pairs,
        own_share=options.own_share,
    )
    # Piece k of the tokenizer is token k + 1 of the model, whose token 0 is blank. The first word is the start.
    spelling = [[], *([piece + 1 for piece in pieces.encode(word)] for word in model.words[1:])]
    header = {
        "pieces": ["<blk>", *(pieces.id_to_piece(k) for k in range(pieces.vocab_size()))],
        "weights": {
            "language": options.language,
            "word": options.word,
            "unknownWord": options.unknown_word,
            "unknownPiece": options.unknown_piece,
            "unfinished": options.unfinished,
        },
    }
    write_words(options.output, model, spelling, header)


if __name__ == "__main__":
    main()
