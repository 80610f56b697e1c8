/** The target of an instruction: everything, a unit by its place, a stretch between words, or words themselves. */
import type { EditContext } from "./command.ts";
import { findExact, findPhrase } from "./find-phrase.ts";
import { ARTICLES, withoutArticle } from "./language-words.ts";
import { ORDINAL, ordinalOf } from "./ordinals.ts";
import { matchesOf, overlaps, type TextRange, type Unit, unitsOf } from "./text-range.ts";
import { namesKind } from "./values.ts";

const WHOLE =
  "(?:it|this|that|everything|all|all of (?:it|this|that|the text)|it all|(?:the )?(?:whole|entire|complete|selected|full) (?:thing|text|selection|message|paragraph|sentence|note|email)|(?:the |this |my )?(?:text|selection|message|note|email|mail))";
const IS_WHOLE = new RegExp(`^${WHOLE}$`);

const WHOLE_NOUN = /^(?:text|selection|message|note|email|mail)$/;

const UNITS: Readonly<Record<string, Unit>> = {
  word: "word",
  sentence: "sentence",
  line: "line",
  paragraph: "paragraph",
  item: "line",
  bullet: "line",
  point: "line",
  letter: "character",
  character: "character",
};
const UNIT = "words?|sentences?|lines?|paragraphs?|items?|bullets?|points?|letters?|characters?";

const COUNTS = "zero one two three four five six seven eight nine ten".split(" ");
const COUNT = `${COUNTS.slice(2).join("|")}|\\d{1,3}`;

type Finder = (text: string, groups: Record<string, string>) => TextRange[];

const patterns = (finders: readonly [string, Finder][]) =>
  finders.map(([pattern, find]) => [new RegExp(`^${pattern}$`), find] as const);

/** Tried in order; the first that matches the words and finds something decides. */
const FINDERS = patterns([
  [WHOLE, (text) => [{ start: 0, end: text.length }]],
  [
    `(?:the |its? )?(?<place>${ORDINAL}) (?<unit>${UNIT})`,
    (text, { place = "", unit = "" }) => at(unitsOf(text, unitNamed(unit)), place),
  ],
  [
    `(?:the |its? )?(?<place>first|last|final) (?:(?:couple|pair) (?:of )?|(?<count>${COUNT}) )(?<unit>${UNIT})`,
    someUnits,
  ],
  [
    `(?:every|each|all(?: of)?(?: the)?|both) (?<unit>${UNIT})`,
    (text, { unit = "" }) => unitsOf(text, unitNamed(unit)),
  ],
  [`(?:the )?(?<unit>${UNIT}) (?<side>before|after) (?<phrase>.+)`, besides],
  [
    "(?:(?:the|every|each|all(?: the)?|both) )?(?<unit>sentence|line|paragraph|item|bullet|point)s? (?:about|with|containing|that (?:says|contains|mentions|starts with|begins with)|starting with|beginning with) (?<phrase>.+)",
    around,
  ],
  [
    "(?:everything|all|the (?:text|part|bit|words?|remark|note))? ?(?:in|inside|within|between) (?:the )?(?<signs>parentheses|parenthesis|brackets|quotes|quotation marks)",
    enclosed,
  ],
  [
    `(?<inner>.+?) (?:of|in|from) (?<outer>(?:the )?(?:${ORDINAL}) (?:sentence|line|paragraph|item|bullet|point))`,
    nested,
  ],
  [
    "(?:everything|all|the (?:text|part|bit|rest))? ?from (?<from>.+?) (?:to|until|till|through|up to) (?<to>.+)",
    between,
  ],
  ["(?:everything|all|the (?:text|part|bit|rest)) (?:after|following|past) (?<from>.+)", afterPhrase],
  ["(?:everything|all|the (?:text|part|bit|rest)) (?:before|up to|until|preceding) (?<to>.+)", beforePhrase],
  [
    `(?:the )?(?<place>${ORDINAL})(?: (?:occurrence|instance|mention|time) of)? (?:the (?:word|phrase|name) )?(?<phrase>.+)`,
    (text, { place = "", phrase = "" }) => at(findPhrase(text, phrase), place),
  ],
  [
    "(?:every|each|all|both)(?: (?:of )?the)?(?: (?:occurrences?|instances?|mentions?) of)? (?<phrase>.+)",
    (text, { phrase = "" }) => findPhrase(text, phrase),
  ],
  [
    "(?:the |a |an )?(?:words?|phrase|name|expression|part|bit|term|number|letters?) (?!of )(?<phrase>.+)",
    (text, { phrase = "" }) => findPhrase(text, phrase),
  ],
  ["(?<phrase>.+)", (text, { phrase = "" }) => findExact(text, phrase)],
  ["(?<phrase>.+)", (text, { phrase = "" }) => findExact(text, withoutArticle(phrase))],
  ["(?<phrase>.+?)(?: part| bit)?", (text, { phrase = "" }) => findPhrase(text, phrase)],
  [`(?:(?:${ARTICLES}) |[ld]['’])(?<phrase>.+)`, (text, { phrase = "" }) => findPhrase(text, phrase)],
]);

/** In order of place; empty if nothing, or nothing certain, is meant. @param words lower case, as spoken. */
export function findTarget(text: string, words: string): TextRange[] {
  const spoken = words.trim();
  // `The mail` is all of the text, unless the text speaks of one.
  const noun = withoutArticle(spoken);
  if (WHOLE_NOUN.test(noun) && findExact(text, noun).length > 0)
    return noun === spoken ? findExact(text, noun) : [];
  for (const [pattern, find] of FINDERS) {
    const match = pattern.exec(spoken);
    const found = match ? find(text, { ...match.groups }) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** The same, but none if several places fit and not all of them are meant. */
export function findMeant(
  text: string,
  words: string,
  { everywhere = false }: Pick<EditContext, "everywhere">,
): TextRange[] {
  const ranges = isKind(words) ? [] : findTarget(text, words);
  return ranges.length < 2 || everywhere || meansSeveral(words) ? ranges : [];
}

const SEVERAL =
  /^(?:(?:every|each|all|both|any)(?!\p{L})|alle[rns]?(?!\p{L})|jede[rmns]? |sämtliche |beide |tou(?:s|te?s?) |chaque |tod[oa]s? |cada |amb[oa]s )|(?:parentheses|brackets|quotes|quotation marks)$/iu;

export function meansSeveral(words: string): boolean {
  return (isWhole(words) && !WHOLE_NOUN.test(words)) || SEVERAL.test(words.trim());
}

/** `The time` is a kind of thing, and never a word of the text. */
export function isKind(words: string): boolean {
  const noun = withoutArticle(words.trim());
  return noun !== words.trim() && namesKind(noun) && !isWhole(words);
}

/** `The name of the part`, unless the new words are of that kind too: `the name of the tool`. */
export function isKindOf(words: string, to: string): boolean {
  const [, head = ""] = KIND_OF.exec(withoutArticle(words.trim())) ?? [];
  return namesKind(head) && !withoutArticle(to).startsWith(head);
}
const KIND_OF = /^(\S+) (?:of|de|du|del|d['’]\S+) /;

export function isWhole(words: string): boolean {
  return IS_WHOLE.test(words.trim());
}

function unitNamed(name: string): Unit {
  return UNITS[name.replace(/s$/, "")] ?? "word";
}

function at<T>(ranges: T[], place: string): T[] {
  const found = ranges.at(ordinalOf(place) ?? 0);
  return found ? [found] : [];
}

function someUnits(
  text: string,
  { place = "", count = "two", unit = "" }: Record<string, string>,
): TextRange[] {
  const all = unitsOf(text, unitNamed(unit));
  const number = /\d/.test(count) ? Number(count) : COUNTS.indexOf(count);
  if (number > all.length) return [];
  const chosen = place === "first" ? all.slice(0, number) : all.slice(-number);
  return [{ start: chosen[0]?.start ?? 0, end: chosen.at(-1)?.end ?? 0 }];
}

function besides(text: string, { unit = "", side = "", phrase = "" }: Record<string, string>): TextRange[] {
  const anchor = onlyPlace(text, phrase);
  if (!anchor) return [];
  const units = unitsOf(text, unitNamed(unit));
  const found =
    side === "after"
      ? units.find(({ start }) => start >= anchor.end)
      : units.findLast(({ end }) => end <= anchor.start);
  return found ? [found] : [];
}

function around(text: string, { unit = "", phrase = "" }: Record<string, string>): TextRange[] {
  const anchors = findPhrase(text, phrase);
  return unitsOf(text, unitNamed(unit)).filter((place) => anchors.some((anchor) => overlaps(place, anchor)));
}

function onlyPlace(text: string, phrase: string): TextRange | undefined {
  const [place, ...others] = findPhrase(text, phrase);
  return others.length === 0 ? place : undefined;
}

function between(text: string, { from = "", to = "" }: Record<string, string>): TextRange[] {
  const place = onlyPlace(text, from);
  if (!place) return [];
  // `From 8 to 12` with its `from`
  const led = /(?<!\p{L})(?:from|von|vom|desde) $/iu.exec(text.slice(0, place.start));
  const first = { ...place, start: led?.index ?? place.start };
  if (/^the end$/.test(to)) return [{ start: first.start, end: text.length }];
  const [last, ...others] = findPhrase(text, to).filter(({ start }) => start >= first.end);
  return last && others.length === 0 ? [{ start: first.start, end: last.end }] : [];
}

function afterPhrase(text: string, { from = "" }: Record<string, string>): TextRange[] {
  const anchor = onlyPlace(text, from);
  const start = anchor && (unitsOf(text.slice(anchor.end), "word")[0]?.start ?? -1) + anchor.end;
  return anchor && start !== undefined && start >= anchor.end ? [{ start, end: text.length }] : [];
}

function beforePhrase(text: string, { to = "" }: Record<string, string>): TextRange[] {
  const anchor = onlyPlace(text, to);
  return anchor && anchor.start > 0 ? [{ start: 0, end: text.slice(0, anchor.start).trimEnd().length }] : [];
}

const ENCLOSED: Readonly<Record<string, RegExp>> = {
  p: /\([^()]*\)/g,
  b: /\[[^[\]]*\]|\([^()]*\)/g,
  q: /[“"„«][^“”"„«»]*[”"“»]/g,
};

/** With the signs. */
function enclosed(text: string, { signs = "" }: Record<string, string>): TextRange[] {
  return matchesOf(text, ENCLOSED[signs[0] ?? ""] ?? ENCLOSED.p ?? /$^/g);
}

function nested(text: string, { inner = "", outer = "" }: Record<string, string>): TextRange[] {
  const [place, ...others] = findTarget(text, outer);
  if (!place || others.length > 0) return [];
  return findTarget(text.slice(place.start, place.end), inner).map(({ start, end }) => ({
    start: place.start + start,
    end: place.start + end,
  }));
}
