"""Text with marks → lower-case words, the mark after each and its case: what the network is asked, and the answer."""
import gzip
import json
import re
import unicodedata

NONE, COMMA, STOP, QUESTION = 0, 1, 2, 3
LOWER, UPPER, CAPITAL = 0, 1, 2
UNKNOWN = -100  # counts for nothing in training and measuring

# Works of authors of whom nothing is trained on: Chesterton, Forster, Conan Doyle, Alcott, Tarkington; and Wilde to tune on.
HELD_OUT = ("1695", "2641", "2852", "514", "8867")
TUNE = ("174",)

ABBREVIATIONS = set("mr mrs ms dr st messrs prof rev capt col gen lieut sr jr hon mme mlle vs no esq etc".split())
QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "_": "", "*": "", "|": ""})
CORE = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)*")


def _pieces(text):
    text = unicodedata.normalize("NFKD", text.translate(QUOTES))
    text = "".join(c for c in text if not unicodedata.combining(c))
    text = re.sub(r"\[[^\]]*\]", " ", text)
    text = re.sub(r"-{2,}|—|–", " — ", text)
    text = re.sub(r"(?:\. ?){2,}|…", "… ", text)
    return text.replace("-", " ").split()


def label(text, own=False):
    """[(word, mark, case)], or None where the text holds what nobody could say (digits, headings, other scripts)."""
    words = []
    upper = 0
    for raw in _pieces(text):
        body = raw.strip("\"'()<>")
        core = body.rstrip("\"'()<>,.;:?!…—")
        tail = body[len(core):]
        if not core:
            if words and words[-1][1] == NONE and re.search("[—,;:…]", raw):
                words[-1][1] = COMMA
            continue
        if not CORE.fullmatch(core):
            return None
        low = core.lower()
        mark = NONE
        if "?" in tail:
            mark = QUESTION
        elif "!" in tail:
            mark = "!"
        elif "." in tail and low not in ABBREVIATIONS and (len(core) > 1 or low in "ia"):
            mark = "."
        elif re.search("[,;:…—]", tail):
            mark = "…" if "…" in tail else COMMA
        case = CAPITAL if core[0].isupper() else LOWER
        if core.isupper() and len(core) > 1 and not low.startswith("i'"):
            upper += 1
            case = UPPER if own else UNKNOWN
        words.append([low, mark, case])
    if len(words) < 2 or (not own and upper > 0.2 * len(words)):
        return None
    for here, after in zip(words, words[1:] + [["", 0, CAPITAL]]):
        if here[1] in (".", "!", "…"):
            # Where small letters follow it ended no sentence: “Oh!” said he.
            ended = after[2] != LOWER
            here[1] = STOP if ended else NONE if here[1] == "." else COMMA
    return [tuple(word) for word in words]


def prose(path):
    """{work: [labelled paragraph, …]} of a file of paragraphs."""
    works = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            paragraph = json.loads(line)
            labelled = label(paragraph["text"])
            if labelled:
                works.setdefault(paragraph["work"], []).append(labelled)
    return works


def utterances(path, sources):
    """Labelled single sentences of a file of {say, src}."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            if item["src"] in sources and item["say"][-1] in ".?!":
                labelled = label(item["say"], own=True)
                if labelled:
                    yield labelled
