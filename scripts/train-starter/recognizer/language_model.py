"""A word-pair language model, mixed of a general one and of one counted in own sentences, cut down to the pairs that matter."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sphinx_lm import SphinxBigrams

START = "<s>"
WORD = re.compile(r"^[a-z]+(?:'[a-z]+)*'?$")
SHORT_WORDS = frozenset("a i o".split())
DISCOUNT = 0.6


@dataclass(frozen=True)
class LanguageModel:
    words: list[str]
    """Place 0 is the start of an utterance, which is never spoken."""
    probability: np.ndarray
    pairs: dict[int, list[tuple[int, float]]]
    """The kept pairs: word → (next word, its probability)."""
    back_off: np.ndarray
    """What the probability of a word is multiplied with after a word with which it forms no kept pair."""


def is_word(text: str) -> bool:
    return WORD.match(text) is not None


def count_own(sentences: Iterable[str]) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    single: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        words = [word for word in sentence.split() if is_word(word)]
        single.update(words)
        pairs.update(zip([START, *words], words))
    return single, pairs


def general_words(general: SphinxBigrams, most: int) -> dict[str, float]:
    """The likeliest words; of the one-letter ones only real words, since a list of text counts every initial."""
    known = (
        (word, float(probability))
        for word, probability in zip(general.words, general.word_probability)
        if is_word(word) and (len(word) > 1 or word in SHORT_WORDS)
    )
    return dict(sorted(known, key=lambda row: -row[1])[:most])


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


def general_pairs(general: SphinxBigrams, place: dict[str, int]) -> dict[tuple[int, int], float]:
    here = np.array([place.get(word, -1) for word in general.words])
    first, second = here[general.first], here[general.second]
    kept = (first >= 0) & (second > 0)
    return dict(zip(zip(first[kept].tolist(), second[kept].tolist()), general.probability[kept].tolist()))


def own_pair_probabilities(pairs: Counter[tuple[str, str]], place: dict[str, int]) -> tuple[dict[tuple[int, int], float], Counter[int]]:
    """Absolute discounting; what it takes away is given out by the back-off weight."""
    seen: Counter[int] = Counter()
    for (first, _), count in pairs.items():
        seen[place[first]] += count
    probability = {
        (place[first], place[second]): max(count - DISCOUNT, 0) / seen[place[first]] for (first, second), count in pairs.items()
    }
    return probability, seen


def mix_pairs(
    general: dict[tuple[int, int], float],
    own: dict[tuple[int, int], float],
    own_seen: Counter[int],
    own_share: float,
    confident_after: float = 30,
) -> dict[tuple[int, int], float]:
    """Own counts speak for a word the louder the more often it was seen."""
    def share(first: int) -> float:
        return own_share * own_seen[first] / (own_seen[first] + confident_after)

    mixed = {pair: (1 - share(pair[0])) * p for pair, p in general.items()}
    for pair, p in own.items():
        mixed[pair] = mixed.get(pair, 0.0) + share(pair[0]) * p
    return mixed


def keep_weightiest(pairs: dict[tuple[int, int], float], word: np.ndarray, most: int) -> list[tuple[int, int, float]]:
    """Those whose loss would change the model most: their frequency times what they add to backing off."""
    rows = np.array([(first, second, p) for (first, second), p in pairs.items()])
    first, second, p = rows[:, 0].astype(int), rows[:, 1].astype(int), rows[:, 2]
    frequency = word.copy()
    frequency[0] = word.max()
    gain = frequency[first] * p * np.log(np.maximum(p, 1e-12) / word[second])
    order = np.argsort(-gain)[:most]
    order = order[gain[order] > 0]
    return list(zip(first[order].tolist(), second[order].tolist(), p[order].tolist()))


def build_language_model(
    general: SphinxBigrams,
    sentences: list[str],
    extra_words: Iterable[str],
    *,
    most_words: int,
    most_pairs: int,
    own_share: float,
) -> LanguageModel:
    own_single, own_pairs = count_own(sentences)
    word_probability = mixed_words(general_words(general, most_words), own_single, extra_words, own_share)
    words = [START, *word_probability]
    place = {word: at for at, word in enumerate(words)}
    single = np.array([0.0, *word_probability.values()])
    own, own_seen = own_pair_probabilities(own_pairs, place)
    mixed = mix_pairs(general_pairs(general, place), own, own_seen, own_share)
    kept: dict[int, list[tuple[int, float]]] = {}
    for first, second, p in keep_weightiest(mixed, np.maximum(single, 1e-12), most_pairs):
        kept.setdefault(first, []).append((second, p))
    back_off = np.ones(len(words))
    for first, followers in kept.items():
        told = min(sum(p for _, p in followers), 0.98)
        elsewhere = max(1 - sum(single[second] for second, _ in followers), 0.02)
        back_off[first] = (1 - told) / elsewhere
    return LanguageModel(words, single, kept, back_off)
