"""Nouns and verbs of today: prose that is free to use is a hundred years old and knows no dashboard."""
import collections
import json
import re

# Past tenses that no ending makes.
IRREGULAR = """saw took gave went came ran made had got kept left lost won held fell felt found told thought brought bought caught taught sold
sent spent built broke chose drove ate flew forgot froze grew hid hit hurt knew led lent let lit meant met paid put read rode rang rose said sang
sank sat set shook shot showed shut slept slid spoke stood stole stuck swam swung threw understood woke wore wrote began bent bit blew cut drew
drank fed fought shrank spread swept tore wound cost burst laid dug crept dealt""".split()


def past_forms(verb):
    """As it may be written, the likeliest first."""
    if verb.endswith("e"):
        return [f"{verb}d"]
    return [f"{verb[:-1]}ied"] if re.search("[^aeiou]y$", verb) else [f"{verb}{verb[-1]}ed", f"{verb}ed"]


def todays(frequent, wordnet, most=16_000):
    """@param frequent: a .json of [{word, count}], the most frequent first
    @param wordnet: the folder of WordNet 3.0
    @return nouns, verbs, past tenses"""
    with open(frequent, encoding="utf-8") as file:
        ranks = {entry["word"]: rank for rank, entry in enumerate(json.load(file))}
    tagged = collections.defaultdict(lambda: [0] * 6)
    with open(f"{wordnet}/cntlist.rev", encoding="utf-8") as file:
        for line in file:
            key, _, count = line.split()
            word, sense = key.split("%")
            tagged[word][int(sense[0])] += int(count)
    known = {}
    for kind in ("noun", "verb", "adj", "adv"):
        with open(f"{wordnet}/index.{kind}", encoding="utf-8") as file:
            known[kind] = {line.split(" ", 1)[0] for line in file if not line.startswith(" ")}
    only_nouns = known["noun"] - known["verb"] - known["adj"] - known["adv"]
    nouns, verbs, past = [], [], list(IRREGULAR)
    for word in [word for word, rank in ranks.items() if rank < most and re.fullmatch("[a-z]{3,}", word)]:
        _, noun, verb, *others = tagged.get(word, [0] * 6)
        mostly_noun = word in known["noun"] and noun > verb + sum(others) and not re.search("(?:ing|ed)$", word)
        if mostly_noun or (word in only_nouns and not any(others)):
            nouns.append(word)
        if word in known["verb"] and verb > 1.2 * (noun + sum(others)):
            verbs.append(word)
            past += [form for form in past_forms(word) if form in ranks][:1]
    return nouns, verbs, past
