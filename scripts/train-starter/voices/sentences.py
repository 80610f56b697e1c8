#!/usr/bin/env python3
"""Writes sentences to read aloud: dictation and edit commands made up from patterns, and sentences of public-domain texts.

Output: JSON lines {say, txt}, `say` as a voice is told it, `txt` as the recognizer shall write it (a-z, apostrophe, space).
Text files are read as prose, one or more sentences a line; lines with `|` as LJSpeech's metadata.csv (id, raw, normalized).
"""
from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

FEWEST_LETTERS, MOST_LETTERS = 12, 170
UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
LISTS: dict[str, list[str]] = {
    "person": "Anna Thomas Maria Peter Laura James Susan Robert Emily Daniel Julia Martin Sarah Kevin Helen Oliver Alice George".split(),
    "city": "London Boston Paris Chicago Berlin Madrid Denver Dublin Vienna Toronto Sydney Oslo Prague Houston Seattle Geneva".split(),
    "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "month": "January February March April May June July August September October November December".split(),
    "when": ["today", "tomorrow", "tomorrow morning", "next week", "in the afternoon", "before noon", "at the end of the month", "this evening"],
    "thing": "report contract invoice budget proposal agenda presentation document letter schedule summary newsletter survey manual".split(),
    "group": ["finance team", "marketing department", "board", "customer", "whole team", "supplier", "project group", "new manager"],
    "quality": "final new updated short detailed revised quarterly annual printed signed missing first second".split(),
    "act": "send review finish print sign check update discuss approve prepare translate share cancel move".split(),
    "place": ["meeting room", "kitchen", "office", "warehouse", "library", "station", "second floor", "parking lot", "reception"],
    "goods": "milk bread apples coffee sugar paper chairs tickets flowers batteries oranges cheese rice tomatoes".split(),
    "style": ["uppercase", "lowercase", "bold", "more formal", "shorter", "friendlier", "a list", "a numbered list"],
    "part": ["the last sentence", "the first paragraph", "that", "the last two words", "the second line", "this word", "everything"],
}
PATTERNS = [
    "Please {act} the {quality} {thing} {when}.",
    "Please send the {quality} {thing} to the {group} before {day}.",
    "The meeting with {person} has been moved to {day} at {clock}.",
    "Dear {person}, thank you for the {quality} {thing}.",
    "Can you {act} the {thing} and the {quality} {thing} {when}?",
    "I will call {person} {when}, after the meeting in the {place}.",
    "We need {number} {goods} for the {place}.",
    "My flight to {city} leaves on {day} at {clock}.",
    "The total cost is {number} dollars and {number} cents.",
    "{person} and {person} will meet in {city} on {month} {ordinal}.",
    "The {thing} is on the table in the {place}.",
    "Did {person} {act} the {quality} {thing} for the {group}?",
    "Add {goods}, {goods} and {goods} to the shopping list.",
    "Make {part} {style}.",
    "Delete {part}.",
    "Replace {day} with {day}.",
    "Move {part} to the end.",
    "My name is {person}, spelled {letters}.",
    "The number is {digits}.",
    "It was {number} degrees in {city} {when}.",
]
SLOT = re.compile(r"\{(\w+)\}")
SENTENCE = re.compile(r"(?<=[.!?;:])\s+")
SPOKEN = re.compile(r"^[A-Za-z ,.;:!?'\"()-]+$")


def number_words(number: int) -> str:
    if number < 20:
        return UNITS[number]
    if number < 100:
        return TENS[number // 10 - 2] + ("" if number % 10 == 0 else f" {UNITS[number % 10]}")
    if number < 1000:
        return f"{UNITS[number // 100]} hundred" + ("" if number % 100 == 0 else f" and {number_words(number % 100)}")
    return f"{number_words(number // 1000)} thousand" + ("" if number % 1000 == 0 else f" {number_words(number % 1000)}")


def ordinal_words(number: int) -> str:
    irregular = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}
    if number in irregular:
        return irregular[number]
    if number < 20:
        return f"{UNITS[number]}th"
    return f"{TENS[number // 10 - 2][:-1]}ieth" if number % 10 == 0 else f"{TENS[number // 10 - 2]} {ordinal_words(number % 10)}"


def filled(slot: str, chance: random.Random) -> str:
    if slot == "number":
        return number_words(chance.choice([chance.randint(2, 20), chance.randint(20, 99), chance.randint(100, 999), chance.randint(1000, 99_999)]))
    if slot == "ordinal":
        return ordinal_words(chance.randint(1, 31))
    if slot == "clock":
        return chance.choice(["half past {}", "quarter past {}", "quarter to {}", "{} o'clock", "{} thirty", "{} fifteen"]).format(UNITS[chance.randint(1, 12)])
    if slot == "digits":
        return " ".join(UNITS[chance.randint(0, 9)] for _ in range(chance.randint(3, 8)))
    if slot == "letters":
        return " ".join(chance.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(chance.randint(3, 7)))
    return chance.choice(LISTS[slot])


def made_up(chance: random.Random, count: int) -> Iterator[str]:
    for _ in range(count):
        yield SLOT.sub(lambda match: filled(match[1], chance), chance.choice(PATTERNS))


def written(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        prose = line.split("|")[-1] if "|" in line else line
        for sentence in SENTENCE.split(prose):
            if SPOKEN.match(sentence) and FEWEST_LETTERS <= len(sentence) <= MOST_LETTERS:
                yield sentence.strip()


def as_heard(spoken: str) -> str:
    return " ".join(re.sub(r"[^a-z' ]", " ", spoken.lower().replace("-", " ")).split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="prose, or LJSpeech's metadata.csv")
    parser.add_argument("--made-up", type=int, default=20_000, help="sentences from patterns")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    spoken = [*made_up(chance, options.made_up), *(sentence for path in options.texts for sentence in written(path))]
    unique = list(dict.fromkeys(spoken))
    chance.shuffle(unique)
    with options.output.open("w", encoding="utf-8") as file:
        for sentence in unique:
            file.write(json.dumps({"say": sentence, "txt": as_heard(sentence)}) + "\n")
    print(f"{len(unique)} sentences in {options.output}")


if __name__ == "__main__":
    main()
