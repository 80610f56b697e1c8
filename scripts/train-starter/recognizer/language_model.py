"""A trigram language model, mixed of a general one and of one counted in own sentences, cut down to the sequences that matter.

Rows of words are places in `words`, oldest word first; all logarithms are natural.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sphinx_lm import SphinxTrigrams

START, END = "<s>", "</s>"
START_PLACE, END_PLACE = 0, 1
WORD = re.compile(r"^[a-z]+(?:'[a-z]+)*'?$")
SHORT_WORDS = frozenset("a i o".split())
DISCOUNT = 0.8
RAREST = 1e-9
# What a context leaves for what is not kept after it, at least.
LEAST_REST = 0.02
# Words of pairs and triples are written with 16 bits.
MOST_LINKED = 1 << 16


@dataclass(frozen=True)
class LanguageModel:
    words: list[str]
    """The first is the start of an utterance, the second its end, neither of which is spoken; the others by frequency."""
    linked: int
    """The first so many words are those of pairs and triples. No pair or triple ends with the end."""
    log: np.ndarray
    back_off: np.ndarray
    """Added to a word's logarithm after a word with which it forms no kept pair."""
    pairs: np.ndarray
    pair_log: np.ndarray
    contexts: np.ndarray
    """The pairs of words after which single words are kept."""
    context_back_off: np.ndarray
    triples: np.ndarray
    triple_log: np.ndarray


class Rows:
    """Finds rows of up to three words in a table of them."""

    def __init__(self, rows: np.ndarray) -> None:
        self.order = np.argsort(keys(rows))
        self.keys = keys(rows)[self.order]

    def find(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The place of each row in the table, and whether it is there."""
        if len(self.keys) == 0:
            return np.zeros(len(rows), np.int64), np.zeros(len(rows), bool)
        wanted = keys(rows)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return self.order[at], self.keys[at] == wanted


def keys(rows: np.ndarray) -> np.ndarray:
    key = np.zeros(len(rows), np.int64)
    for column in rows.T:
        key = key << 21 | column
    return key


def union(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    both = np.concatenate([first, second])
    return both[np.unique(keys(both), return_index=True)[1]]


class General:
    """The general model's probabilities of words of another list."""

    def __init__(self, model: SphinxTrigrams, place: dict[str, int], words: int) -> None:
        here = np.array([place.get(word, -1) for word in model.words])
        self.log = np.full(words, np.log(RAREST))
        self.back_off = np.zeros(words)
        known, linked = here >= 0, (here >= 0) & (here < MOST_LINKED)
        self.log[here[known]] = model.word_log[known]
        self.back_off[here[known]] = model.word_back_off[known]
        kept = linked[model.pairs].all(1)
        self.pairs = here[model.pairs[kept]]
        self.pair_log, self.pair_back_off = model.pair_log[kept], model.pair_back_off[kept]
        kept = linked[model.triples].all(1)
        self.triples = here[model.triples[kept]]
        self.triple_log = model.triple_log[kept]
        self.pair_rows, self.triple_rows = Rows(self.pairs), Rows(self.triples)

    def of_pairs(self, rows: np.ndarray) -> np.ndarray:
        at, found = self.pair_rows.find(rows)
        return np.where(found, self.pair_log[at], self.back_off[rows[:, 0]] + self.log[rows[:, 1]])

    def of_triples(self, rows: np.ndarray) -> np.ndarray:
        at, found = self.triple_rows.find(rows)
        before, is_pair = self.pair_rows.find(rows[:, :2])
        backed_off = np.where(is_pair, self.pair_back_off[before], 0.0) + self.of_pairs(rows[:, 1:])
        return np.where(found, self.triple_log[at], backed_off)


class Counted:
    """Probabilities of what was counted in sentences: absolute discounting, filled up from shorter sequences."""

    def __init__(self, sentences: Iterable[list[int]], words: int) -> None:
        told = [np.array([START_PLACE, *sentence, END_PLACE]) for sentence in sentences]
        single = np.concatenate([sentence[1:] for sentence in told])
        self.single = np.bincount(single, minlength=words) / len(single)
        self.pairs, self.pair_counts = counted_runs(told, 2)
        self.triples, self.triple_counts = counted_runs(told, 3)
        self.pair_rows, self.triple_rows = Rows(self.pairs), Rows(self.triples)
        self.after_word = np.bincount(self.pairs[:, 0], self.pair_counts, words)
        self.different_after_word = np.bincount(self.pairs[:, 0], minlength=words)
        context, _ = self.pair_rows.find(self.triples[:, :2])
        self.after_pair = np.bincount(context, self.triple_counts, len(self.pairs))
        self.different_after_pair = np.bincount(context, minlength=len(self.pairs))

    def of_pairs(self, rows: np.ndarray) -> np.ndarray:
        at, found = self.pair_rows.find(rows)
        counts = np.where(found, self.pair_counts[at], 0)
        seen, different = self.after_word[rows[:, 0]], self.different_after_word[rows[:, 0]]
        return discounted(counts, seen, different, self.single[rows[:, 1]])

    def of_triples(self, rows: np.ndarray) -> np.ndarray:
        at, found = self.triple_rows.find(rows)
        counts = np.where(found, self.triple_counts[at], 0)
        before, known = self.pair_rows.find(rows[:, :2])
        seen = np.where(known, self.after_pair[before], 0)
        return discounted(counts, seen, self.different_after_pair[before], self.of_pairs(rows[:, 1:]))


def discounted(counts: np.ndarray, seen: np.ndarray, different: np.ndarray, shorter: np.ndarray) -> np.ndarray:
    some = np.maximum(seen, 1)
    longer = (np.maximum(counts - DISCOUNT, 0) + DISCOUNT * different * shorter) / some
    return np.where(seen > 0, longer, shorter)


def counted_runs(sentences: list[np.ndarray], length: int) -> tuple[np.ndarray, np.ndarray]:
    windows = [np.lib.stride_tricks.sliding_window_view(sentence, length) for sentence in sentences if len(sentence) >= length]
    rows = np.concatenate(windows)
    return np.unique(rows[(rows < MOST_LINKED).all(1)], axis=0, return_counts=True)


def is_word(text: str) -> bool:
    return WORD.match(text) is not None


def general_words(general: SphinxTrigrams) -> dict[str, float]:
    """Of the one-letter words only real ones, since a list of text counts every initial."""
    return {
        word: float(probability)
        for word, probability in zip(general.words, np.exp(general.word_log))
        if word == END or (is_word(word) and (len(word) > 1 or word in SHORT_WORDS))
    }


def mixed_words(general: dict[str, float], own: Counter[str], extra: Iterable[str], own_share: float) -> dict[str, float]:
    general_total, own_total = sum(general.values()), sum(own.values())
    mixed = {word: (1 - own_share) * p / general_total for word, p in general.items()}
    for word, count in own.items():
        mixed[word] = mixed.get(word, 0.0) + own_share * count / own_total
    rarest = min(mixed.values())
    for word in extra:
        if is_word(word) and word not in mixed:
            mixed[word] = rarest
    total = sum(mixed.values())
    return {word: p / total for word, p in mixed.items()}


def back_offs(context: np.ndarray, told: np.ndarray, shorter: np.ndarray, contexts: int) -> np.ndarray:
    """What is left after each context, against what the shorter one leaves for the same words."""
    left = np.maximum(1 - np.bincount(context, told, contexts), LEAST_REST)
    elsewhere = np.maximum(1 - np.bincount(context, shorter, contexts), LEAST_REST)
    return np.log(left) - np.log(elsewhere)


def weightiest(
    context: np.ndarray, frequency: np.ndarray, told: np.ndarray, shorter: np.ndarray, most: int
) -> np.ndarray:
    """The rows whose loss would change the model most (relative entropy, Stolcke 1998), in their order."""
    contexts = int(context.max()) + 1
    left = np.maximum(1 - np.bincount(context, told, contexts), LEAST_REST)[context]
    elsewhere = np.maximum(1 - np.bincount(context, shorter, contexts), LEAST_REST)[context]
    without = np.log(left + told) - np.log(elsewhere + shorter)
    change = told * (np.log(told) - np.log(shorter) - without) + left * (np.log(left) - np.log(elsewhere) - without)
    return np.sort(np.argsort(-frequency * change)[:most])


def build_language_model(
    general: SphinxTrigrams,
    sentences: list[str],
    extra_words: Iterable[str],
    *,
    most_pairs: int,
    most_triples: int,
    own_share: float,
    confident_after: float,
) -> LanguageModel:
    told = [[word for word in sentence.split() if is_word(word)] for sentence in sentences]
    counts = Counter(word for sentence in told for word in [*sentence, END])
    probability = mixed_words(general_words(general), counts, extra_words, own_share)
    words = [START, END, *sorted(probability.keys() - {END}, key=lambda word: (-probability[word], word))]
    place = {word: at for at, word in enumerate(words)}
    single = np.array([RAREST, *(probability[word] for word in words[1:])])
    other = General(general, place, len(words))
    own = Counted(([place[word] for word in sentence] for sentence in told), len(words))
    # Own counts speak for a word the louder the more often it was seen.
    share = own_share * own.after_word / (own.after_word + confident_after)

    def mix(last: np.ndarray, general_log: np.ndarray, own_probability: np.ndarray) -> np.ndarray:
        return (1 - share[last]) * np.exp(general_log) + share[last] * own_probability

    pairs = union(other.pairs, own.pairs)
    told_pairs = mix(pairs[:, 0], other.of_pairs(pairs), own.of_pairs(pairs))
    frequency = single.copy()
    frequency[START_PLACE] = single.max()
    kept = weightiest(pairs[:, 0], frequency[pairs[:, 0]], told_pairs, single[pairs[:, 1]], most_pairs)
    pairs, told_pairs = pairs[kept], told_pairs[kept]
    back_off = back_offs(pairs[:, 0], told_pairs, single[pairs[:, 1]], len(words))
    pair_rows = Rows(pairs)

    def of_pairs(rows: np.ndarray) -> np.ndarray:
        at, found = pair_rows.find(rows)
        return np.where(found, told_pairs[at], np.exp(back_off[rows[:, 0]]) * single[rows[:, 1]])

    triples = union(other.triples, own.triples)
    told_triples = mix(triples[:, 1], other.of_triples(triples), own.of_triples(triples))
    context = np.unique(keys(triples[:, :2]), return_inverse=True)[1]
    shorter = of_pairs(triples[:, 1:])
    often = frequency[triples[:, 0]] * of_pairs(triples[:, :2])
    kept = weightiest(context, often, told_triples, shorter, most_triples)
    triples, told_triples, shorter = triples[kept], told_triples[kept], shorter[kept]
    context_keys, context = np.unique(keys(triples[:, :2]), return_inverse=True)
    context_back_off = back_offs(context, told_triples, shorter, len(context_keys))
    # The search never says the end. It counted until here, for what it leaves to the other words.
    kept_pairs, kept_triples = pairs[:, 1] != END_PLACE, triples[:, 2] != END_PLACE
    context_keys, at = np.unique(context[kept_triples], return_index=True)
    triples = triples[kept_triples]
    return LanguageModel(
        words=words,
        linked=min(len(words), MOST_LINKED),
        log=np.log(single),
        back_off=back_off,
        pairs=pairs[kept_pairs],
        pair_log=np.log(told_pairs[kept_pairs]),
        contexts=triples[at, :2],
        context_back_off=context_back_off[context_keys],
        triples=triples,
        triple_log=np.log(told_triples[kept_triples]),
    )
