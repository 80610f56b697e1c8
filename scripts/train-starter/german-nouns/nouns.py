"""
German nouns of public-domain prose and of lists of our own, for src/text/languages/de/nouns.txt. A word that prose writes
small as well gets a `?`: it is a noun only behind an article.
"""
import argparse
import collections
import gzip
import json
import os
import re

TOKEN = re.compile(r"[^\W\d_]+|[.!?:]|[»«\"„“‚‘—–]")
SURE, POSSIBLE = 9, 0.2  # times as often with a capital as without


def inside_sentences(text):
    """Words that stand neither at a sentence's beginning nor at a quotation's."""
    begins = True
    for token in TOKEN.findall(text):
        if token[0].isalpha():
            if not begins:
                yield token
            begins = False
        else:
            begins = True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("prose")
    parser.add_argument("out")
    parser.add_argument("--held-out", nargs="*", default=[])
    args = parser.parse_args()
    large, small = collections.Counter(), collections.Counter()
    with gzip.open(args.prose, "rt", encoding="utf-8") as lines:
        for line in lines:
            paragraph = json.loads(line)
            if paragraph["work"] in args.held_out:
                continue
            for word in inside_sentences(paragraph["text"]):
                (large if word[0].isupper() else small)[word.lower()] += 1
    listed = []
    for name in ("office.txt", "everyday.txt", "workplaces.txt"):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as own:
            listed += [word for line in own if not line.startswith("#") for word in line.split()]
    known = {word.lstrip("?") for word in listed}
    doubtful = {word[1:] for word in listed if word.startswith("?")}
    pronouns = set("ich sie ihnen ihr ihre ihrem ihren ihrer ihres euer du dich dir ein eine einen einem einer der die das er es".split())
    told = {}
    for word in set(large) | known:
        if len(word) < 3 or word in pronouns:
            continue
        if word in known and small[word] <= 2 * max(1, large[word]):
            told[word] = "?" if word in doubtful or small[word] > max(1, large[word] / SURE) else ""
        elif large[word] >= 2 and large[word] >= SURE * small[word]:
            told[word] = ""
        elif large[word] >= 2 and large[word] >= POSSIBLE * small[word]:
            told[word] = "?"
        elif large[word] == 1 and small[word] == 0 and len(word) >= 5:
            told[word] = ""
    with open(args.out, "w", encoding="utf-8") as out:
        out.write("# Made by scripts/train-starter/german-nouns from public-domain prose and lists of our own.\n")
        out.writelines(f"{mark}{word}\n" for word, mark in sorted(told.items()))
    print(len(told), "nouns,", sum(mark == "?" for mark in told.values()), "of them other words too")


if __name__ == "__main__":
    main()
