"""Texts with marks → what a speaker says, each mark's words in it, and whether they are meant as the mark or as words.

A mark of the text is spoken as its words: meant. A noun of the text makes place for a mark's words, as itself, as the head of a
compound (`the trial ended` → `the trial period ended`) or before another noun (`the comma key`), and verbs for `dash`: not meant.
"""
import argparse
import collections
import gzip
import itertools
import json
import pathlib
import random
import re
import sys

import numpy

sys.path.append(str(pathlib.Path(__file__).parent.parent / "punctuation"))
import contrasts  # noqa: E402
import lexicon  # noqa: E402
import office  # noqa: E402
import talk  # noqa: E402

WORDS_BEFORE, WORDS_AFTER = 20, 8
TABLE_ROWS = 1 << 13
# Works of authors of whom nothing is trained on, as for the punctuation network.
HELD_OUT = ("1695", "2641", "2852", "514", "8867", "174")

# What is said for a mark of the text, and how often; `exclamation mark` may also stand where prose has a full stop.
SPOKEN = {
    ".": "period:64 full stop:12 exclamation mark:4 exclamation point:3 smiley face:1 semicolon:2 ellipsis:2 dot dot dot:1 new line:3 next line:1 new paragraph:2 colon:1",
    "?": "question mark:1",
    "!": "exclamation mark:3 exclamation point:2",
    ",": "comma:82 dash:5 em dash:1 en dash:1 semicolon:2 semi colon:1 ellipsis:1 dot dot dot:1 new line:1 next line:1 colon:1",
    ":": "colon:1",
    ";": "semicolon:3 semi colon:1",
    "–": "dash:5 em dash:2 en dash:1",
    "…": "ellipsis:2 dot dot dot:1",
    "(": "open parenthesis:4 open paren:4 left parenthesis:2 open bracket:4 left bracket:1 open brace:1",
    ")": "close parenthesis:4 close paren:4 right parenthesis:2 close bracket:4 right bracket:1 close brace:1",
    "“": "open quote:4 open quotes:3 begin quote:2",
    "”": "close quote:4 close quotes:2 end quote:3 unquote:3",
    "\n": "new line:4 newline:1 next line:2",
    "¶": "new paragraph:4 next paragraph:1",
    "•": "bullet point:3 next bullet:1",
    "-": "hyphen:1",
    "_": "underscore:6 backslash:2 hyphen:2 equals sign:2 at sign:1 slash:2 dash:1",
    "/": "slash:4 forward slash:2 ampersand:3 plus sign:2",
    "#": "hashtag:3 hash tag:1 pound sign:1 dollar sign:2",
    "*": "asterisk:2 percent sign:1",
}
# Of words that name things, how often each is said.
LITERAL = (
    "period:42 comma:10 colon:7 dash:6 slash:4 hyphen:3 semicolon:3 question mark:4 exclamation mark:2 exclamation point:1 full stop:2 "
    "new line:4 next line:2 newline:1 new paragraph:3 next paragraph:1 bullet point:3 next bullet:1 ellipsis:1 underscore:2 asterisk:2 backslash:1 "
    "forward slash:1 ampersand:1 at sign:1 hashtag:2 hash tag:1 pound sign:1 dollar sign:1 percent sign:1 plus sign:1 equals sign:1 open quote:1 "
    "open quotes:1 close quote:1 end quote:1 unquote:1 open bracket:1 close bracket:1 left bracket:1 right bracket:1 open parenthesis:1 close parenthesis:1 "
    "open paren:1 close paren:1 open brace:1 close brace:1 smiley face:1 em dash:1 en dash:1 semi colon:1 dot dot dot:1 close quotes:1 begin quote:1 "
    "left parenthesis:1 right parenthesis:1"
)
WRITTEN = {
    "period": ".", "full stop": ".", "question mark": "?", "exclamation mark": "!", "exclamation point": "!", "comma": ",", "colon": ":",
    "semicolon": ";", "semi colon": ";", "ellipsis": ".", "dot dot dot": ".", "dash": "–", "em dash": "—", "en dash": "–", "hyphen": "-",
    "forward slash": "/", "slash": "/", "backslash": "\\", "ampersand": "&", "at sign": "@", "hashtag": "#", "hash tag": "#",
    "pound sign": "#", "dollar sign": "$", "percent sign": "%", "asterisk": "*", "underscore": "_", "plus sign": "+", "equals sign": "=",
    "open quote": '"', "open quotes": '"', "begin quote": '"', "close quote": '"', "close quotes": '"', "end quote": '"', "unquote": '"',
    "open parenthesis": "(", "open paren": "(", "left parenthesis": "(", "close parenthesis": ")", "close paren": ")",
    "right parenthesis": ")", "open bracket": "[", "left bracket": "[", "close bracket": "]", "right bracket": "]", "open brace": "{",
    "close brace": "}", "smiley face": ":-)", "new line": "\n", "newline": "\n", "next line": "\n", "new paragraph": "\n",
    "next paragraph": "\n", "bullet point": "\n-", "next bullet": "\n-",
}
# Of meant ones, so that there are not many times as many.
KEPT_SHARE = {"comma": 0.2, "period": 0.5, "question mark": 0.6, "dash": 0.6}
# Of our own texts.
CONTRASTS = 0.45
SHARES_OF_LITERALS = (0, 0.15, 0.3)
VERB_MARKS = ["dash", "dash", "slash", "slash", "underscore"]
HEADS = ["period"] * 7 + ["comma", "colon", "dash", "hyphen", "new line", "question mark", "bullet point", "slash"]
PLACED = set("the a an this that my your his her its our their no every each any some another one two which whose these those last first".split())
VERB_LEADS = set("to will would can could must should may might shall let's don't not we they you i".split())
NOT_BEFORE_NOUN = set("to i he she we they you it who would will can could should must may might not n't don't didn't be been".split())
CLAUSE_STARTS = set("i he she it we they you his my our their this there please let's what why how".split())
NUMBERS = set("two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand".split())


# Behind these a compound names a time wherever the sentence ends.
LEADS_OF_TIMES = {"during", "within", "throughout"}


def weighted(text):
    pairs = re.findall(r"([a-z ]+):(\d+)", text)
    return [name.strip() for name, _ in pairs], list(itertools.accumulate(int(weight) for _, weight in pairs))


SPOKEN = {mark: weighted(text) for mark, text in SPOKEN.items()}
LITERAL = weighted(LITERAL)


def draw(rng, choice):
    names, edges = choice
    return rng.choices(names, cum_weights=edges)[0]


class Mark(str):
    """A mark of the text."""


class Spoken(Mark):
    """A mark that is said by these words."""


class Literal(str):
    """A mark's words that are meant as words."""


PART = re.compile(r"(¶|\n|[A-Za-z0-9]+(?:'[A-Za-z]+)*|--+|—|–|…|\.{3}|[.,!?;:()\"“”•/#*&+~-])")
ABBREVIATION = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Prof|Capt|Col|Messrs|No)\.")


def items_of(text):
    """Words in lower case and marks."""
    text = ABBREVIATION.sub(r"\1", text.replace("’", "'").replace("‘", "'").replace("_", "")).replace("\n\n", "¶")
    items, opened = [], False
    for match in PART.finditer(text):
        part = match[0]
        if part in ("“", "”", '"'):
            opened = not opened if part == '"' else part == "“"
            items.append(Mark("“" if opened else "”"))
        elif part == "-":
            inside = text[match.start() - 1 : match.start()].isalpha() and text[match.end() : match.end() + 1].isalpha()
            if inside:
                items.append(Mark("-"))
        elif part[0] in "—–" or part.startswith("--"):
            items.append(Mark("–"))
        elif part in ("...", "…"):
            items.append(Mark("…"))
        elif part in "&+~":
            items.append(Mark("_" if part == "~" else "/"))
        elif part[0].isalnum():
            items.append(part.lower())
        else:
            items.append(Mark(part))
    return items


def utterances_of(rng, items):
    """Of one to six sentences."""
    at = 0
    while at < len(items):
        count = rng.choice([1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6])
        end = at
        while end < len(items) and count > 0 and end - at < 80:
            if isinstance(items[end], Mark) and items[end] in ".?!":
                count -= 1
            end += 1
        while end < len(items) and isinstance(items[end], Mark) and items[end] in "”)¶\n":
            end += 1
        start = at if rng.random() > 0.06 else min(end - 1, at + rng.randrange(8))
        yield list(items[start:end])
        at = end


def vocabulary_of(texts):
    """Nouns: behind determiners and before prepositions, verbs and marks. Verbs in their plain form: behind `to` and `will`."""
    count = collections.defaultdict(lambda: [0, 0, 0, 0])
    past = collections.Counter()
    determiners = set("the a an this his her my our their its your".split())
    behind = set("of in to and was is had at with for that which on from by would has were or as".split())
    leads = set("to will would can could must should shall may might don't".split())
    for items in texts:
        for at, word in enumerate(items):
            if isinstance(word, Mark):
                continue
            known = count[word]
            before = items[at - 1] if at > 0 else ""
            after = items[at + 1] if at + 1 < len(items) else Mark(".")
            known[0] += 1
            known[1] += before in determiners
            known[2] += isinstance(after, Mark) or after in behind
            known[3] += before in leads
            if word.endswith("ed") and before in ("he", "she", "they", "who"):
                past[word] += 1
    nouns = [w for w, (n, d, f, v) in count.items() if n >= 25 and len(w) > 2 and d > 0.22 * n and f > 0.6 * n and v < 0.1 * n]
    verbs = [w for w, (n, d, f, v) in count.items() if n >= 25 and len(w) > 2 and v > 0.25 * n and d < 0.08 * n]
    return nouns, verbs, [word for word, n in past.items() if n >= 3]


def ing(verb):
    return (verb[:-1] if verb.endswith("e") else verb) + "ing"


def third(verb):
    if re.search("(?:s|sh|ch|x|o)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search("[^aeiou]y$", verb) else verb + "s"


class Speaker:
    def __init__(self, rng, nouns, verbs, more_nouns):
        self.rng, self.nouns, self.verbs = rng, nouns, verbs
        self.noun_set, self.verb_set, self.modifiers = set(nouns), set(verbs), {*nouns, *more_nouns}

    def place_literals(self, items, share):
        """Puts words of marks where nouns and verbs stand."""
        rng, done = self.rng, []
        for at, item in enumerate(items):
            before, after = self.beside(items, at)
            named = f"{item} {after}" if f"{item} {after}" in WRITTEN else item
            if done and isinstance(done[-1], Literal) and done[-1] == f"{before} {item}":
                continue
            if isinstance(item, Mark):
                done.append(item)
            elif named in WRITTEN and not isinstance(item, Literal):
                done.append(Literal(named))
            elif item in self.verb_set and before in VERB_LEADS and rng.random() < share:
                done.append(Literal(rng.choice(VERB_MARKS)))
            elif item in self.noun_set and before not in NOT_BEFORE_NOUN and rng.random() < share:
                named = self.named_at(items, at)
                # `Lunch period was long`
                starts = at == 1 or (at > 1 and isinstance(items[at - 2], Mark))
                if starts and len(done) > 0 and done[-1] in PLACED and len(named) > 1:
                    change = rng.random()
                    if change < 0.3:
                        done.pop()
                    elif change < 0.6:
                        done[-1] = rng.choice(talk.SLOTS["det"])
                done += named
            else:
                done.append(item)
            # Notes leave out articles.
            if len(done) >= 2 and done[-2] in ("the", "a", "our", "my") and rng.random() < 0.04:
                del done[-2]
        return done

    def beside(self, items, at):
        return items[at - 1] if at > 0 else Mark("."), items[at + 1] if at + 1 < len(items) else Mark("")

    def named_at(self, items, at):
        """A mark's words in the place of a noun, behind it or before it."""
        rng, item = self.rng, items[at]
        _, after = self.beside(items, at)
        clause = list(itertools.takewhile(lambda word: not isinstance(word, Mark), reversed(items[max(0, at - 3) : at])))
        kind = rng.random()
        ends = isinstance(after, Mark)
        if after in CLAUSE_STARTS:
            # `The trial period I had` is as well two sentences.
            kind = 0
        if PLACED.intersection(clause):
            if kind < 0.45 or (ends and kind < 0.85):
                return [Literal(draw(rng, LITERAL))]
            if kind > 0.93:
                return [Literal(draw(rng, LITERAL)), item]
        elif kind > 0.35 or after in CLAUSE_STARTS:
            return [item]
        return [*self.modifier(item), Literal(rng.choice(HEADS))]

    def modifier(self, noun):
        """Of a compound: `trial`, `ten day`, `cooling off`."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.45:
            return [noun]
        if kind < 0.85:
            return [rng.choice(self.nouns)]
        if kind < 0.93:
            return [rng.choice(sorted(NUMBERS)), rng.choice(talk.UNITS)]
        return [ing(rng.choice(self.verbs)), *rng.choice([[], [], ["off"], ["in"], ["up"]])]

    def add_symbols(self, items):
        """`And/or`, `snake_case`: prose has none."""
        rng, done = self.rng, []
        for at, item in enumerate(items):
            inside = 0 < at < len(items) - 1 and not isinstance(items[at - 1], Mark) and not isinstance(items[at + 1], Mark)
            if item in ("or", "and") and inside and rng.random() < 0.01:
                done += ["and", Mark("/"), "or"]
            elif item in ("or", "and") and inside and items[at - 1] in self.noun_set and rng.random() < 0.25:
                done.append(Mark("/"))
            elif item in self.noun_set and not isinstance(item, Mark) and inside and rng.random() < 0.02:
                done += rng.choice([[item, Mark("_"), rng.choice(self.nouns)], [Mark("#"), item], [item, Mark("*")]])
            elif item in NUMBERS and inside and rng.random() < 0.03:
                done += rng.choice([[Mark("#"), item], [item, Mark("*")], [item, Mark("/"), rng.choice(sorted(NUMBERS))]])
            else:
                done.append(item)
        return done

    def spoken_shares(self):
        """How often each mark is said, and how often the recognizer writes it itself."""
        mode = self.rng.random()
        quotes = self.rng.random() < 0.15
        stops, pauses, own = (
            (1, 1, 0) if mode < 0.5 else (1, 0, 0) if mode < 0.62 else (0.75, 0.6, 0) if mode < 0.72 else (0, 0, 0) if mode < 0.84
            else (0, 0, 1) if mode < 0.92 else (1, 1, 0.5)
        )
        share = {mark: pauses for mark in SPOKEN}
        share.update({".": stops, "?": stops, "!": stops, "“": quotes, "”": quotes, "-": 0.3, "_": 1, "/": 1, "#": 1, "*": 1})
        share.update({"(": max(pauses, quotes), ")": max(pauses, quotes)})
        for layout in "\n¶•":
            share[layout] = 1 if own < 1 else 0
        return share, own

    def say(self, items, literal_share):
        """[(the words, what is written for them or None, whether they are a mark or None for plain words)]"""
        rng = self.rng
        share, own = self.spoken_shares()
        digits = rng.random() < 0.15
        said = []
        for item in [*self.add_symbols(self.place_literals(items, literal_share)), Mark("")]:
            if isinstance(item, Literal):
                said.append((item.split(), None, False))
            elif isinstance(item, Spoken):
                said.append((item.split(), WRITTEN[item], True))
            elif not isinstance(item, Mark):
                said.append(([item if item not in NUMBERS or not digits else "#"], None, None))
            else:
                spoken = item != "" and rng.random() < share[item]
                written = own and item != "" and item in ".,?!;:" and (own == 1 or rng.random() < 0.3)
                if self.ends_compound(said) and not written and not (spoken and item in ".,?!;:"):
                    # Without a sign that it ends, `… of the trial period` is a full stop as well.
                    said[-1] = (said[-1][0], None, None)
                if spoken:
                    self.say_mark(said, item, guessed=0 < own < 1)
                elif written:
                    said.append(([], str(item), None))
        if said and said[-1][2] and rng.random() < 0.15:
            said.pop()
        return said

    def say_mark(self, said, item, guessed):
        """@param guessed: the recognizer may have written what it heard in the pauses around it."""
        phrase = draw(self.rng, SPOKEN[item])
        if guessed and self.rng.random() < 0.6:
            said.append(([], self.rng.choice(",,."), None))
        said.append((phrase.split(), WRITTEN[phrase], True))
        if guessed and self.rng.random() < 0.7:
            said.append(([], "." if item in ".?!" else ",", None))

    def ends_compound(self, said):
        if len(said) < 2 or said[-1][2] is not False or said[-2][0][-1:] == [] or said[-2][0][-1] not in self.modifiers:
            return False
        return not any(LEADS_OF_TIMES.intersection(words) for words, _, _ in said[-5:-2])


def signs(written):
    """The written marks as the network reads them: one after the other, none twice in a row."""
    done = []
    for sign in written:
        if sign != " " and (not done or done[-1] != f"<{sign}>"):
            done.append(f"<{sign}>")
    return done


def examples_of(said):
    """(words before, words behind, phrase, whether it is meant)"""
    left, right, places = ["<start>"], [], []
    for words, written, meant in said:
        places.append((len(left), len(right) + len(words)))
        left += words if written is None else signs(written)
        right += words or signs(written)
    right.append("<end>")
    for (words, _, meant), (before, behind) in zip(said, places):
        if meant is not None:
            yield left[max(0, before - WORDS_BEFORE) : before], right[behind : behind + WORDS_AFTER], " ".join(words), meant


def bucket(feature):
    value = 0x811C9DC5
    for char in feature:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return (value ^ (value >> 15)) & (TABLE_ROWS - 1)


def rows_of(word):
    """The rows of the table that together stand for a word: two of its own and two of its ending, so that new words have a sense too."""
    return [bucket(f"1 {word}"), bucket(f"2 {word}"), bucket(f"3 {word[-3:]}"), bucket(f"4 {word[-2:]}")]


def parts(text, cut=r";\n?"):
    return re.split(cut, text.replace(";\n", ";"))


TALK = parts(talk.TALK)
COMPOUND_TALK = parts(talk.COMPOUND_TALK)
VERB_TALK = parts(talk.VERB_TALK)
STOPS, SUBJECTS, BESIDE, COMMANDS = (parts(text) for text in (contrasts.STOPS, contrasts.SUBJECTS, contrasts.BESIDE, contrasts.COMMANDS))
# There `;` is a mark as well.
NOTES = parts(talk.NOTES, r";(?=[A-Z{•\"])")


class OwnTexts:
    """Of our own writing, drawn at random."""

    def __init__(self, rng, sentences):
        self.rng, self.sentences = rng, sentences

    def office(self, most=1):
        return items_of(" ".join(office.sentence(self.rng) for _ in range(self.rng.randint(1, most))))

    def talk(self, template, phrase):
        """`{mark}` is a literal."""
        rng, items = self.rng, []
        if rng.random() < 0.25:
            items += items_of(office.fill(rng, rng.choice(talk.OPENERS)))
        for index, piece in enumerate(office.fill(rng, template.replace("{mark}", "\0")).split("\0")):
            items += ([Literal(phrase())] if index > 0 else []) + items_of(piece)
        items.append(Mark("?" if template.split()[0] in talk.ASKING else "."))
        return items + (self.office() if rng.random() < 0.5 else [])

    def contrast(self):
        """One of `contrasts.py`, behind another or before it."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.4:
            template, phrase, end = rng.choice(STOPS), "period", "."
        elif kind < 0.65:
            template, phrase, end = rng.choice(SUBJECTS), rng.choice(["period", rng.choice(HEADS)]), "."
        elif kind < 0.85:
            template, end = rng.choice(BESIDE), "."
            phrase = rng.choice(["period"] * 5 + ["full stop"]) if "{compound}" in template or rng.random() < 0.4 else draw(rng, LITERAL)
        else:
            template, phrase, end = rng.choice(COMMANDS), "period", ""
        text = office.fill(rng, template.replace("{mark}", "\0").replace("{same}", "\1").replace("{compound}", rng.choice(contrasts.SLOTS["compound"]).replace("{mark}", "\0")))
        items = []
        for piece in re.split(r"(\0|<[^>]+>)", text):
            if piece == "\0":
                items.append(Literal(phrase))
            elif piece.startswith("<"):
                items.append(Spoken(piece[1:-1].replace("\1", phrase)))
            else:
                items += items_of(piece)
        if end and not isinstance(items[-1], Mark):
            items.append(Mark(end))
        other = rng.random()
        if other < 0.15:
            return items_of(office.fill(rng, rng.choice(STOPS)) + ".") + items
        return self.office() + items if other < 0.22 else items + self.contrast() if other < 0.45 else items

    def listed(self):
        """Items with bullets, lines or commas, with a heading or without."""
        rng = self.rng
        sign = rng.choice(["\n• ", "\n• ", "• ", "\n", ", ", "; "])
        entry = rng.choice(["{noun}", "{noun}", "{noun} {noun}", "{num} {noun}s", "{act}", "{bare}", "the {noun}", "{first}", "{city}"])
        entries = [office.fill(rng, entry) for _ in range(rng.randint(2, 6))]
        heading = office.fill(rng, rng.choice(talk.HEADINGS)) if rng.random() < 0.6 else ""
        text = heading + sign.join(["", *entries] if "•" in sign or (heading and sign == "\n") else entries)
        return items_of(text + rng.choice(["", "", ".", ".\n"]))

    def draw(self):
        rng = self.rng
        if rng.random() < CONTRASTS:
            return self.contrast()
        kind = rng.random()
        if kind < 0.34:
            return self.office(5)
        if kind < 0.5:
            return items_of(" ".join(rng.choice(self.sentences) for _ in range(rng.randint(1, 3))))
        if kind < 0.56:
            template = rng.choice(COMPOUND_TALK)
            if rng.random() < 0.35:
                template = template.replace("{noun} {mark}", "{modifier} {mark}")
            return self.talk(template, lambda: rng.choice(HEADS))
        if kind < 0.68:
            return self.talk(rng.choice(TALK), lambda: draw(rng, LITERAL))
        if kind < 0.73:
            return self.talk(rng.choice(VERB_TALK), lambda: rng.choice(VERB_MARKS))
        own = self.listed() if kind < 0.81 else items_of(office.fill(rng, rng.choice(NOTES)))
        opening = self.office() if rng.random() < 0.25 else []
        return opening + own + (self.office() if rng.random() < 0.4 else [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prose", required=True, help="a .jsonl.gz of {work, text}, a paragraph a line")
    parser.add_argument("--sentences", required=True, help="a .jsonl.gz of {say, src}, a sentence a line")
    parser.add_argument("--frequent", required=True, help="a .json of {word, count}, the most frequent first")
    parser.add_argument("--wordnet", required=True, help="the folder of WordNet 3.0")
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=1_600_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with gzip.open(options.prose, "rt", encoding="utf-8") as lines:
        paragraphs = [json.loads(line) for line in lines]
    kept = [items_of(p["text"]) for p in paragraphs if p["work"] in HELD_OUT]
    prose = [items_of(p["text"]) for p in paragraphs if p["work"] not in HELD_OUT]
    with gzip.open(options.sentences, "rt", encoding="utf-8") as lines:
        sentences = [item["say"] for item in map(json.loads, lines) if item["src"] != "lj" and item["say"][-1] in ".?!" and item["say"][0].isupper()]
    nouns, verbs, past = vocabulary_of(prose)
    print(len(nouns), "nouns", len(verbs), "verbs", len(past), "past forms", rng.sample(nouns, 12), rng.sample(verbs, 12), flush=True)
    todays = lexicon.todays(options.frequent, options.wordnet)
    speaker = Speaker(rng, nouns, verbs, todays[0])
    types, rows = {"": 0}, [[0, 0, 0, 0]]

    def number(word):
        if word not in types:
            types[word] = len(rows)
            rows.append(rows_of(word))
        return types[word]

    nouns, verbs, past = (sorted({*old, *new}) for old, new in zip((nouns, verbs, past), todays))
    office.SLOTS.update(talk.SLOTS, **contrasts.SLOTS, noun=nouns, verb=verbs, past=past + 6 * lexicon.IRREGULAR, does=[third(verb) for verb in verbs])
    texts_of_our_own = OwnTexts(rng, sentences)

    def write(texts, own, count, name):
        before, after, phrase, meant = [], [], [], []
        order = []
        seen = collections.Counter()
        while len(meant) < count:
            if not order:
                order = list(range(len(texts)))
                rng.shuffle(order)
            is_own = rng.random() < own
            items = texts_of_our_own.draw() if is_own else list(texts[order.pop()])
            while not is_own and order and rng.random() < 0.3:
                items += [Mark(rng.choice("¶¶\n")), *texts[order.pop()]]
            for utterance in [items] if is_own else utterances_of(rng, items):
                share = rng.choice(SHARES_OF_LITERALS)
                for left, right, words, is_mark in examples_of(speaker.say(utterance, share)):
                    if is_mark and words in KEPT_SHARE and rng.random() > KEPT_SHARE[words]:
                        continue
                    before.append([number(w) for w in left])
                    after.append([number(w) for w in right])
                    phrase.append(number(f"={words}"))
                    meant.append(is_mark)
                    seen[words, is_mark] += 1
        pad = lambda lists, width: numpy.array([[0] * (width - len(one)) + one for one in lists], numpy.int32)
        # Both sides end with the word beside the mark.
        numpy.savez(f"{options.out}/{name}.npz", before=pad(before, WORDS_BEFORE), after=pad([one[::-1] for one in after], WORDS_AFTER), phrase=numpy.array(phrase, numpy.int32), meant=numpy.array(meant))
        print(name, len(meant), f"{sum(meant) / len(meant):.2f} meant", flush=True)
        for words in ("period", "comma", "colon", "dash", "slash", "question mark", "new line", "bullet point", "hyphen", "underscore"):
            print("  ", words, seen[words, True], seen[words, False])

    write(prose, 0.5, options.count, "train")
    write(kept, 0, 40_000, "held-out")
    numpy.save(f"{options.out}/rows.npy", numpy.array(rows, numpy.int32))
    pathlib.Path(options.out, "types.txt").write_text("\n".join(w.replace("\n", "\\n") for w in types) + "\n")


if __name__ == "__main__":
    main()
