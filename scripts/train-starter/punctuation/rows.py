"""Rows of the network's input drawn from labelled text, as a recognizer would give them: errors, pauses, spoken marks."""
import numpy as np

import corpus
import names
import office
import pieces

WITH_OTHERS = 0.3  # of the rows, other names and rare words than the text's
OFTEN = 2500  # words that are never spelt by parts
BY_PARTS = 0.12
LENGTH = 200  # pieces a row, as sherpa-onnx cuts them
BEGIN, END = 1, 2
SPOKEN = {corpus.COMMA: ["comma"], corpus.STOP: ["period", "period", "full stop"], corpus.QUESTION: ["question mark"]}
SAID = {"mr": "mister", "dr": "doctor", "mrs": "missus", "prof": "professor", "st": "saint"}
# How often a long or a short pause follows each mark (none, comma, full stop, question mark).
LONG = np.array([0.012, 0.15, 0.6, 0.6])
SHORT = np.array([0.04, 0.35, 0.25, 0.25])


class Rows:
    def __init__(self, vocabulary, seed):
        self.scores, self.ids = pieces.read(vocabulary)
        self.rng = np.random.default_rng(seed)
        self.types, self.spelt, self.table, self.others = {}, [], None, None
        # Frequent words are whole pieces; where one is spelt by parts now and then, the parts learn from it.
        self.spelt_out = []
        self.pauses = np.array([self.type(pause) for pause in pieces.PAUSES])

    def type(self, word):
        if word not in self.types:
            self.types[word] = len(self.spelt)
            whole = pieces.cut(word, self.scores)
            self.spelt.append([self.ids.get(piece, 0) for piece in whole])
            self.spelt_out.append(self.spelt[-1] if len(whole) > 1 or self.spelt[-1][0] < OFTEN else self._parts(word))
            self.table = None
        return self.types[word]

    def _parts(self, word):
        score = self.scores.pop(pieces.BEGIN + word, None)
        parts = pieces.cut(word, self.scores)
        if score is not None:
            self.scores[pieces.BEGIN + word] = score
        return [self.ids.get(piece, 0) for piece in parts]

    def column(self, words):
        return np.array([(self.type(word), mark, case) for word, mark, case in words], dtype=np.int32)

    def load(self, prose, utterances, notes):
        self.texts = [self.column([word for paragraph in work for word in paragraph]) for work in prose]
        sizes = np.array([len(text) for text in self.texts], dtype=float)
        self.weights = sizes / sizes.sum()
        self.utterances = [self.column(words) for words in utterances]
        self.notes = [self.column(words) for words in notes]
        self.unigrams = np.concatenate([text[:, 0] for text in self.texts])

    def draw(self):
        kind = self.rng.random()
        if kind < 0.8:
            return self._passage()
        if kind < 0.94:
            return self.notes[self.rng.integers(len(self.notes))]
        return np.concatenate([self.utterances[i] for i in self.rng.integers(len(self.utterances), size=self.rng.integers(1, 9))])

    def _passage(self):
        text = self.texts[self.rng.choice(len(self.texts), p=self.weights)]
        start = int(self.rng.integers(0, max(1, len(text) - 210)))
        if self.rng.random() < 0.8:
            ends = np.nonzero(text[start : start + 80, 1] >= corpus.STOP)[0]
            start += int(ends[0]) + 1 if len(ends) else 0
        if self.rng.random() < 0.6:
            return text[start : start + LENGTH]
        passage = text[start : start + int(self.rng.integers(6, 120))]
        ends = np.nonzero(passage[:, 1] >= corpus.STOP)[0]
        return passage[: ends[-1] + 1] if len(ends) and self.rng.random() < 0.75 else passage

    def disturb(self, words):
        rng = self.rng
        if rng.random() < WITH_OTHERS:
            words = self.others.instead(words)
        if rng.random() < 0.3:
            wrong = rng.random(len(words)) < 0.04
            words = words.copy()
            words[wrong, 0] = rng.choice(self.unigrams, size=int(wrong.sum()))
            words[wrong, 2] = np.where(words[wrong, 2] == corpus.CAPITAL, corpus.UNKNOWN, words[wrong, 2])
            words = words[(rng.random(len(words)) > 0.015) | (words[:, 1] > 0)]
        if rng.random() < 0.5:
            for short, said in SAID.items():
                if short in self.types:
                    words = np.where((words[:, :1] == self.types[short]) * [1, 0, 0], [self.type(said), 0, 0], words)
        if rng.random() < 0.06:
            return self._spoken(words)
        return self.pausing(words, rng.choice([0.5, 1.0, 1.5]), rng.choice([0.1, 0.5, 2.0])) if rng.random() < 0.55 else words

    def _spoken(self, words):
        told = []
        for word, mark, case in words:
            if mark and self.rng.random() < 0.9:
                told.append((word, corpus.NONE, case))
                said = self.rng.choice(SPOKEN[mark])
                if mark > corpus.COMMA and self.rng.random() < 0.15:
                    said += self.rng.choice([" new line", " new paragraph"])
                told += [(self.type(part), corpus.NONE, corpus.LOWER) for part in said.split()]
            else:
                told.append((word, mark, case))
        return np.array(told, dtype=np.int32)

    def pausing(self, words, fluent=1.0, hesitant=1.0):
        """With pauses between them, at marks as often as `fluent` says, elsewhere as `hesitant` says."""
        after = words[:, 1]
        factor = np.where(after > 0, fluent, hesitant)
        chance = self.rng.random(len(words))
        long = chance < LONG[after] * factor
        behind = np.nonzero(chance < (LONG[after] + SHORT[after]) * factor)[0]
        pause = np.full((len(behind), 3), corpus.UNKNOWN, dtype=np.int32)
        pause[:, 0] = self.pauses[long[behind].astype(int)]
        return np.insert(words, behind + 1, pause, axis=0)

    def _spelling(self):
        if self.table is None:
            both = self.spelt + self.spelt_out
            lengths = np.array([len(spelt) for spelt in both])
            self.table = np.concatenate(both), np.cumsum(lengths) - lengths, lengths
        return self.table

    def encode(self, words, by_parts=0.0):
        """Pieces, which of them begin a word, and the labels of these; as many words as fit."""
        flat, starts, lengths = self._spelling()
        words = words[:LENGTH]
        spelling = words[:, 0] + np.where(self.rng.random(len(words)) < by_parts, len(self.spelt), 0)
        fit = np.cumsum(lengths[spelling]) <= LENGTH - 2
        words, spelling = words[fit], spelling[fit]
        sizes = lengths[spelling]
        at = np.cumsum(sizes) - sizes
        width = int(sizes.sum())
        row = np.zeros((4, width + 2), dtype=np.int64)
        row[0] = np.concatenate([[BEGIN], flat[np.arange(width) - np.repeat(at - starts[spelling], sizes)], [END]])
        row[2:] = corpus.UNKNOWN
        row[1, at + 1], row[2, at + 1], row[3, at + 1] = 1, words[:, 1], words[:, 2]
        return row

    def batches(self, size=48, pool=24):
        """Endless batches of rows of about the same length: ids, marks, cases."""
        while True:
            rows = sorted((self.encode(self.disturb(self.draw()), BY_PARTS) for _ in range(size * pool)), key=lambda row: len(row[0]))
            order = self.rng.permutation(pool)
            for part in order:
                yield pad(rows[part * size : (part + 1) * size], int(self.rng.integers(0, 24)))


def pad(rows, spare=0):
    width = min(LENGTH, max(len(row[0]) for row in rows) + spare)
    ids = np.zeros((len(rows), width), dtype=np.int64)
    marks = np.full((len(rows), width), corpus.UNKNOWN, dtype=np.int64)
    cases = marks.copy()
    for at, (row, _, mark, case) in enumerate(rows):
        ids[at, : len(row)], marks[at, : len(row)], cases[at, : len(row)] = row, mark, case
    return ids, marks, cases


def load(vocabulary, prose_path, utterances_path, lexicon, seed):
    rows = Rows(vocabulary, seed)
    works = corpus.prose(prose_path)
    # A paragraph without a mark at its end is a heading or a list.
    kept = [[text for text in work if text[-1][1] != corpus.NONE]
            for name, work in works.items() if name not in corpus.HELD_OUT + corpus.TUNE]
    sayings = corpus.utterances(utterances_path, {"gen", "gen2"}) if utterances_path else []
    rows.load(kept, list(sayings) or list(office.notes(2, 2000)), list(office.notes(1, 12000)))
    rows.others = names.Others(rows, lexicon)
    tune = [rows.column([word for paragraph in works[name] for word in paragraph]) for name in corpus.TUNE]
    return rows, tune
