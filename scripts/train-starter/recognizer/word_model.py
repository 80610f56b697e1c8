#!/usr/bin/env python3
"""Writes words.bin: which words there are, how they are spelt in the model's pieces, and which follow which.

tiro's word search (src/engine/host/word-search/word-search.ts) turns the model's scores into words with it. All numbers are little
endian; costs are natural logarithms. After the magic and the length of a JSON header come, each at a multiple of 4:

    firstChild     u32[nodes + 1]     spelling tree, breadth first: children of node n are firstChild[n] until firstChild[n + 1]
    word           u32[nodes]         the word that is spelt out at this node, or 0xffffffff
    piece          u16[nodes]         token of the model, blank being 0
    ahead          u16[nodes]         the lowest cost among the words below, in thousandths
    cost           u16[words]         in thousandths
    backOff        i16[words]         in thousandths, added where a pair is not kept
    pairStart      u32[linked + 1]    the kept pairs by first word
    pairWord       u16[pairs]         second word, ascending in each first word
    pairCost       u8[pairs]          in tenths
    contextStart   u32[linked + 1]    the contexts by first word: pairs of words that kept triples begin with
    contextWord    u16[contexts]      second word, ascending in each first word
    contextBackOff i16[contexts]      in thousandths, added to what the pair costs where a triple is not kept
    tripleStart    u32[contexts + 1]  the kept triples by context
    tripleWord     u16[triples]       third word, ascending in each context
    tripleCost     u8[triples]        in tenths

Word 0 is the start of an utterance; it has no spelling. Words stand in the order of their frequency: the first `linked`,
at most 65,536, are those of pairs and triples.
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
from sphinx_lm import read_sphinx_trigrams

MAGIC = b"TIROWM02"
NO_WORD = 0xFFFFFFFF
RAREST_TOKEN = 1e-4


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


def starts(group: np.ndarray, groups: int) -> np.ndarray:
    """Where each group begins in rows that are ordered by group, and where the last one ends."""
    return np.searchsorted(group, np.arange(groups + 1)).astype("<u4")


def write_words(path: Path, model: LanguageModel, spelling: list[list[int]], header: dict[str, object]) -> None:
    tree = spelling_tree(spelling, -model.log)
    words, contexts = len(model.words), len(model.contexts)
    context = np.cumsum(np.any(np.diff(model.triples[:, :2], axis=0, prepend=-1) != 0, axis=1)) - 1
    arrays = [
        np.array(tree.first_child, "<u4"),
        np.array(tree.word, "<u4"),
        np.array(tree.piece, "<u2"),
        whole(tree.ahead, 1e-3, "<u2"),
        whole(-model.log, 1e-3, "<u2"),
        whole(-model.back_off, 1e-3, "<i2"),
        starts(model.pairs[:, 0], model.linked),
        model.pairs[:, 1].astype("<u2"),
        whole(-model.pair_log, 0.1, "u1"),
        starts(model.contexts[:, 0], model.linked),
        model.contexts[:, 1].astype("<u2"),
        whole(-model.context_back_off, 1e-3, "<i2"),
        starts(context, contexts),
        model.triples[:, 2].astype("<u2"),
        whole(-model.triple_log, 0.1, "u1"),
    ]
    counts = {
        "nodes": len(tree.piece), "words": words, "linked": model.linked,
        "pairs": len(model.pairs), "contexts": contexts, "triples": len(model.triples),
    }
    text = json.dumps({**counts, **header}, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    with path.open("wb") as file:
        file.write(MAGIC + struct.pack("<I", len(text)) + text)
        for array in arrays:
            data = array.tobytes()
            file.write(data + bytes(-len(data) % 4))
    print(f"{counts}, {path.stat().st_size / 1e6:.1f} MB")


def token_logs(texts: list[str], pieces: sentencepiece.SentencePieceProcessor) -> list[float]:
    """The logarithm of each token's share of the texts. No text has blanks, whose share says nothing."""
    counts = np.bincount(np.concatenate([np.array(text) for text in pieces.encode(texts)]), minlength=pieces.vocab_size())
    logs = np.log(counts / counts.sum() + RAREST_TOKEN)
    return [0.0, *np.round(logs, 3).tolist()]


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
    parser.add_argument("--pairs", type=int, default=1_500_000)
    parser.add_argument("--triples", type=int, default=1_600_000)
    parser.add_argument("--own-share", type=float, default=0.4, help="what own sentences count where they say much about a word")
    parser.add_argument("--confident-after", type=float, default=30, help="occurrences of a word that give own sentences half of that")
    # Chosen on recordings of a synthetic and of a real voice, and of sentences, that neither model has seen.
    parser.add_argument("--language", type=float, default=0.8, help="what a cost counts against the acoustic model's")
    parser.add_argument("--token", type=float, default=0.3, help="how much of the liking for frequent tokens is taken back")
    parser.add_argument("--blank", type=float, default=1.2, help="what blank costs besides")
    parser.add_argument("--word", type=float, default=-0.5, help="added for every word")
    parser.add_argument("--unknown-word", type=float, default=13.0, help="added for a word that is in no list")
    parser.add_argument("--unknown-piece", type=float, default=2.5, help="added for each of its further pieces")
    parser.add_argument("--unfinished", type=float, default=4.0, help="added where the audio ends within a word")
    options = parser.parse_args()
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(options.pieces))
    held_out = [row["text"] for path in options.held_out for row in json.loads(path.read_text(encoding="utf-8"))]
    texts = read_texts(options.texts)
    kept = without_held_out(texts, held_out)
    print(f"{len(kept)} of {len(texts)} texts; the others share five words in a row with held-out recordings")
    model = build_language_model(
        read_sphinx_trigrams(options.general),
        kept,
        options.word_list.read_text(encoding="utf-8").split(),
        most_pairs=options.pairs,
        most_triples=options.triples,
        own_share=options.own_share,
        confident_after=options.confident_after,
    )
    # Piece k of the tokenizer is token k + 1 of the model, whose token 0 is blank. 
    spelling = [[], [], *([piece + 1 for piece in pieces.encode(word)] for word in model.words[2:])]
    header = {
        "tokenLogs": token_logs(kept, pieces),
        "pieces": ["<blk>", *(pieces.id_to_piece(k) for k in range(pieces.vocab_size()))],
        "weights": {
            "language": options.language,
            "token": options.token,
            "blank": options.blank,
            "word": options.word,
            "unknownWord": options.unknown_word,
            "unknownPiece": options.unknown_piece,
            "unfinished": options.unfinished,
        },
    }
    write_words(options.output, model, spelling, header)


if __name__ == "__main__":
    main()
