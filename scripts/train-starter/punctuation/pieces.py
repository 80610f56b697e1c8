"""The vocabulary: whole frequent words, and parts that spell the others, with unigram scores as sherpa-onnx reads them."""
import argparse
import collections
import math

import corpus
import office

SPECIAL = ["<unk>", "<s>", "</s>"]
PAUSES = ["|", "‖"]  # pseudo-words between words: a short pause, a long one
BEGIN = "▁"
LONGEST = 8
A_PIECE_COSTS = 2.0


def cut(word, scores):
    """The pieces of a word with the best sum of scores; what no piece covers is unknown."""
    text = BEGIN + word
    best = [(0.0, 0)] + [(-math.inf, 0)] * len(text)
    longest = len(text)
    for end in range(1, len(text) + 1):
        for start in range(max(0, end - longest), end):
            score = scores.get(text[start:end])
            if score is None:
                continue
            total = best[start][0] + score
            if total > best[end][0]:
                best[end] = (total, start)
    pieces, end = [], len(text)
    while end > 0:
        start = best[end][1]
        pieces.append(text[start:end])
        end = start
    return pieces[::-1]


def learn(counts, words, parts):
    whole = [word for word, _ in counts.most_common(words)]
    rare = {word: count for word, count in counts.items() if word not in set(whole)}
    pool = collections.Counter()
    for word, count in rare.items():
        text = BEGIN + word
        for start in range(len(text)):
            for end in range(start + 1, min(len(text), start + LONGEST) + 1):
                pool[text[start:end]] += min(count, 20)
    letters = {BEGIN} | set("abcdefghijklmnopqrstuvwxyz'") | {BEGIN + letter for letter in "abcdefghijklmnopqrstuvwxyz"}
    kept = dict(sorted(pool.items(), key=lambda item: -item[1] * (len(item[0]) - 0.5))[: parts * 6])
    for target in (parts * 3, parts * 2, parts, parts):
        total = sum(kept.values())
        scores = {piece: math.log((kept.get(piece, 0) + 0.5) / total) for piece in letters | set(kept)}
        used = collections.Counter()
        for word, count in rare.items():
            for piece in cut(word, scores):
                used[piece] += min(count, 20)
        kept = dict(used.most_common(target))
    everything = collections.Counter(kept)
    for piece in letters:
        everything[piece] += 1
    for word in whole:
        everything[BEGIN + word] += counts[word]
    total = sum(everything.values())
    return [(piece, math.log(count / total) - A_PIECE_COSTS) for piece, count in everything.most_common()]


def read(path):
    """{piece: score} and {piece: id}."""
    scores, ids = {}, {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            piece, score = line.rstrip("\n").split("\t")
            scores[piece], ids[piece] = float(score), number
    for piece in SPECIAL:
        del scores[piece]
    return scores, ids


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--prose", required=True)
    parser.add_argument("--words", type=int, default=7500)
    parser.add_argument("--parts", type=int, default=2400)
    args = parser.parse_args()
    counts = collections.Counter()
    for work, paragraphs in corpus.prose(args.prose).items():
        if work not in corpus.HELD_OUT + corpus.TUNE:
            for paragraph in paragraphs:
                counts.update(word for word, _, _ in paragraph)
    for note in office.notes(0, 12000):
        counts.update(word for word, _, _ in note)
    print(sum(counts.values()), "words,", len(counts), "different")
    with open(args.out, "w", encoding="utf-8") as out:
        for piece in SPECIAL:
            out.write(f"{piece}\t0\n")
        for pause in PAUSES:
            out.write(f"{BEGIN}{pause}\t-1\n")
        for piece, score in learn(counts, args.words, args.parts):
            out.write(f"{piece}\t{score:.4f}\n")


if __name__ == "__main__":
    main()
