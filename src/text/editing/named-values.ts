/** Places that an instruction names by their kind or by the noun before them: `the time`, `the deadline`, `the room`. */
import { rulesFor } from "../languages/index.ts";
import { isUsualName } from "../words/frequent-words.ts";
import { findExact, findPhrase } from "./find-phrase.ts";
import { isKindOf } from "./find-target.ts";
import { ARTICLES, withoutArticle } from "./language-words.ts";
import { ORDINAL } from "./ordinals.ts";
import { fold } from "./sound-alike.ts";
import { matchesOf, type TextRange, unitsOf } from "./text-range.ts";
import { findValues, kindOf, kindsNamed, namesKind, type ValueKind } from "./values.ts";
import data from "./words.json";
import { inDigits } from "./written-form.ts";

/** `change the time to`, `change the room to`: the value itself is not said. Null if it is not certain which one is meant. */
export function valueRanges(
  text: string,
  from: string,
  to: string,
  written: string,
  language: string,
): TextRange[] | null {
  const noun = withoutArticle(from);
  const [said, digits] = [kindOf(written), inDigits(to, language)];
  const kindsOfNoun = kindsNamed(noun);
  // `The room` to `two twelve`, which is read as a time.
  const isOther = namesKind(noun) && said !== null && !kindsOfNoun.includes(said) && said !== "number";
  const numbered = digits === null && !(isOther && said === "time") ? [] : labelled(text, noun);
  if (numbered.length > 0) return numbered;
  if (isOther && kindsOfNoun.length === 0) return null;
  const counts = digits === null ? [] : countsOf(text, noun.replace(NUMBER_OF, ""), language);
  if (counts.length > 0) return counts.length === 1 ? counts : null;
  const beside =
    said === null && (digits === null || findExact(text, noun).length > 1)
      ? []
      : besideNoun(text, noun, said ?? "number");
  if (beside.length > 0) return beside;
  const kinds = [...kindsOfNoun, ...kindBeside(text, from, noun, written)];
  const isValue = said !== null || digits !== null;
  const thing = kinds.length > 0 && isValue ? [] : thingRanges(text, noun, language);
  if (thing.length > 0) return thing;
  const kind = kindOf(digits ?? written);
  const isFigure = kind === "number" && kinds.some((each) => FIGURE_KINDS.includes(each));
  if (kind === null || (!kinds.includes(kind) && !isFigure))
    // No noun makes way for a value: `the rent` is not 950 euros.
    return isValue && noun !== from && isNoun(noun) && inDigits(noun, language) === null ? null : [];
  const wanted = kinds.includes("day") || kind !== "number" ? [kind, ...kinds] : kinds;
  // Any figure is a number: with an amount beside it neither is certain.
  const found = ANY_FIGURE.test(noun)
    ? kinds.flatMap((each) => findValues(text, each))
    : (wanted.map((each) => findValues(text, each)).find((ranges) => ranges.length > 0) ?? []);
  return found.length === 1 ? found : null;
}

/** A bare number is enough for these: `change the time to four`. */
const FIGURE_KINDS: readonly ValueKind[] = ["money", "measure", "time"];
const ANY_FIGURE = /^(?:number|figure|zahl|nummer|nombre|chiffre|numéro|número|cifra)$/;

const COPULA = "(?:is|are|was|ist|sind|war|lautet|est|sont|était|es|son|era)";
const MOST_SAID_WORDS = 4;

/** `The street is closed`, `your name is on the list`: said of a thing, not what it is. */
const NO_THING = new RegExp(`^(?:${data.noThings})(?!\\p{L})|^\\p{L}+(?:ed|en|ing|é[es]*|[ai]d[oa]s?)$`, "u");
const NAMED = new RegExp(`(?:${data.named})$`);

/** The words by which the text says what a thing is, `the deadline is the end of May`; or the one name in it, `Dear Mrs. Hale`. */
function thingRanges(text: string, noun: string, language: string): TextRange[] {
  const said = new RegExp(
    `(?<=(?:^|[ '’])(?:${ARTICLES}|your|his|her|their|l) ?['’]?)${noun} ${COPULA} (?<said>(?:[^.,;:!?\\n]|[.,:](?=\\S))+)`,
    "giu",
  );
  const places = [...text.matchAll(said)].map(({ index, 0: all, groups }) => ({
    start: index + all.length - (groups?.said?.length ?? 0),
    end: index + all.trimEnd().length,
  }));
  if (!namesKind(noun) && !isKindOf(noun, "")) return [];
  const [only] = places;
  const thing = text.slice(only?.start, only?.end);
  const isThing = !NO_THING.test(thing) && (!NAMED.test(noun) || /\p{Lu}|\d/u.test(thing));
  if (only) return isThing && unitsOf(thing, "word").length <= MOST_SAID_WORDS ? places : [];
  return /^(?:(?:last |first )?name[ns]?|nom|nombre|apellido)$/.test(noun) ? namesIn(text, language) : [];
}

const TITLED =
  /(?<=(?<!\p{L})(?:Mrs?|Ms|Miss|Dr|Prof|Herrn?|Frau|M|Mme|Monsieur|Madame|Sra?|señora?|don|doña)\.? )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?/gu;

/** Those behind a title, if the text has no other name. */
function namesIn(text: string, language: string): TextRange[] {
  const titled = matchesOf(text, TITLED);
  const { capitalized } = rulesFor(language);
  const dates = [...findValues(text, "date"), ...titled];
  const others = unitsOf(text, "word").filter(({ start, end }) => {
    const word = text.slice(start, end);
    const isName = /^\p{Lu}/u.test(word) && isUsualName(fold(word), language);
    const isKnown = dates.some((place) => place.start < end && start < place.end);
    const isTitle = titled.some((name) => /^\.? $/.test(text.slice(end, name.start)));
    return isName && !isKnown && !isTitle && !Object.hasOwn(capitalized, word.toLowerCase());
  });
  return others.length === 0 ? titled : [];
}

/** Neither a value nor one of several: `the second 5 mg`. */
function isNoun(words: string): boolean {
  return kindOf(words) === null && !new RegExp(`^(?:${ORDINAL}) `).test(words);
}

/** `the rent of 900 euros`, `weight: 72 kg` */
function besideNoun(text: string, noun: string, kind: ValueKind): TextRange[] {
  const values = findValues(text, kind);
  return findExact(text, noun).flatMap(({ end }) =>
    values.filter(({ start }) => start > end && JOINT.test(text.slice(end, start))),
  );
}
const JOINT =
  /^[,:]?\s(?:(?:of|is|was|at|for|on|von|über|ist|beträgt|am|um|de|d['’]|est|à|es|fue|el|las|a|la) ?){0,3}(?:[$€£] ?)?$/iu;

/** `the rent` to an amount: the noun is in the text, and its sentence has one amount. */
function kindBeside(text: string, from: string, noun: string, written: string): ValueKind[] {
  const kind = kindOf(written);
  if (kind === null || noun === from || kind === "number") return [];
  const [place] = findPhrase(text, noun);
  const sentence = unitsOf(text, "sentence").find(
    ({ start, end }) => place && start <= place.start && place.end <= end,
  );
  return sentence && findValues(text.slice(sentence.start, sentence.end), kind).length === 1 ? [kind] : [];
}

const NUMBER_OF = /^(?:number of|(?:an)?zahl (?:der|von)|nombre (?:de|des) |número de|cantidad de) /;

/** The number in `12 chairs`, `four nuts`, by its noun, which never makes way for it. */
export function countsOf(text: string, noun: string, language: string): TextRange[] {
  const inWords = unitsOf(text, "word").filter(({ start, end }) => {
    const word = text.slice(start, end).toLowerCase();
    return /^\p{L}+$/u.test(word) && !/^1?$/.test(inDigits(word, language) ?? "");
  });
  const numbers = [...findValues(text, "number"), ...inWords];
  return findPhrase(text, noun).flatMap(({ start }) =>
    numbers.filter(({ end }) => /^\s$/.test(text.slice(end, start))),
  );
}

/** `room 12`, `gate B12`: what stands after the noun. */
function labelled(text: string, noun: string): TextRange[] {
  if (withoutArticle(`${noun} `) === "") return [];
  return findPhrase(text, noun).flatMap(({ end }) => {
    const label = /^ (?:n[.º°r]+ )?(\p{Lu}?\d[\p{L}\d]*(?:[.,]\d+)*)(?![:%])/u.exec(text.slice(end));
    const length = label?.[1]?.length ?? 0;
    const at = end + (label?.[0].length ?? 0);
    return label ? [{ start: at - length, end: at }] : [];
  });
}
