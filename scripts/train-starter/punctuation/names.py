"""Other names, and other rare words, than the texts have: so more is learned of which parts names are made."""
import numpy as np

import corpus

OTHER_NAMES, OTHER_WORDS = 0.6, 0.25
ENDINGS = ("ing", "ed", "ly", "s", "")
SHORTEST = 3
OFTEN = 5000  # pieces; words among them are not rare


class Others:
    def __init__(self, rows, lexicon):
        """`rows` has its texts already; the lexicon is a word a line, capitals as one writes them."""
        self.rng = rows.rng
        with open(lexicon, encoding="utf-8") as lines:
            listed = {line.strip() for line in lines}
        listed = {word for word in listed if corpus.CORE.fullmatch(word) and not word.endswith("'s") and len(word) >= SHORTEST}
        small = {word for word in listed if word.islower()}
        names = sorted({word.lower() for word in listed - small if word[1:].islower()} - small)
        self.names = np.array([(rows.type(name), rows.type(name + "'s")) for name in names])
        self.words = {ending: np.array([rows.type(word) for word in sorted(small) if _ending(word) == ending]) for ending in ENDINGS}
        told = np.concatenate(rows.texts + rows.notes)
        inside = np.concatenate([[False], told[:-1, 1] == corpus.NONE]) & (told[:, 2] >= 0)
        seen = np.bincount(told[inside, 0], minlength=len(rows.spelt))
        capital = np.bincount(told[inside & (told[:, 2] == corpus.CAPITAL), 0], minlength=len(rows.spelt))
        # What may stand in for a word: names, or these with 's (0 or 1); words of the same ending.
        self.name_form, self.word_ending = {}, {}
        for word, type in rows.types.items():
            bare = word.removesuffix("'s")
            if seen[type] and capital[type] > 0.9 * seen[type] and bare not in small and len(bare) >= SHORTEST and "'" not in bare:
                self.name_form[type] = int(bare != word)
            elif word in small and not capital[type] and (len(rows.spelt[type]) > 1 or rows.spelt[type][0] > OFTEN):
                self.word_ending[type] = _ending(word)

    def instead(self, words):
        """The same row with other words, each the same throughout."""
        words = words.copy()
        for type in np.unique(words[:, 0]).tolist():
            if type in self.name_form and self.rng.random() < OTHER_NAMES:
                other = self.names[self.rng.integers(len(self.names)), self.name_form[type]]
            elif type in self.word_ending and self.rng.random() < OTHER_WORDS:
                other = self.rng.choice(self.words[self.word_ending[type]])
            else:
                continue
            words[words[:, 0] == type, 0] = other
        return words


def _ending(word):
    return next(ending for ending in ENDINGS if word.endswith(ending))
