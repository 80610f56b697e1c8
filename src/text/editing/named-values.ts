/** Places that an instruction names by their kind or by the noun before them: `the time`, `the deadline`, `the room`. */
import { rulesFor } from "../languages/index.ts";
import { isUsualName } from "../words/frequent-words.ts";
import { findExact, findPhrase } from "./find-phrase.ts";
import { isKindOf } from "./find-target.ts";
import { ARTICLES, withoutArticle } from "./language-words.ts";
import { ORDINAL } from "./ordinals.ts";
import { fold } from "./sound-alike.ts";
import { matchesOf, overlaps, sentenceAround, type TextRange, unitsOf } from "./text-range.ts";
import { findValues, isMonth, kindOf, kindsNamed, namesKind, type ValueKind } from "./values.ts";
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
  // `Not room 12 but 14`: what has a figure of its own names no other.
  if (/\d/.test(noun) || inDigits(noun.split(" ").at(-1) ?? "", language) !== null) return [];
  const [said, digits] = [kindOf(written), inDigits(to, language)];
  const kindsOfNoun = kindsNamed(noun);
  // `The room` to `two twelve`, which is read as a time.
  const isOther = namesKind(noun) && said !== null && !kindsOfNoun.includes(said) && said !== "number";
  const numbered = digits === null && !(isOther && said === "time") ? [] : labelled(text, noun);
  const counts = digits === null ? [] : countsOf(text, noun.replace(NUMBER_OF, ""), language);
  // `The bolts` of `12 bolts M8`
  if (numbered.length > 0) return counts.length > 0 ? null : numbered;
  if (isOther && kindsOfNoun.length === 0) return null;
  if (counts.length > 0) return counts.length === 1 ? counts : null;
  const beside =
    said === null && (digits === null || findExact(text, noun).length > 1)
      ? []
      : besideNoun(text, noun, said ?? "number");
  if (beside.length > 0) return beside;
  const figures = figuresBeside(text, from, written);
  if (figures?.length !== 0) return figures;
  const kinds = [...kindsOfNoun, ...kindBeside(text, from, noun, written)];
  const isValue = said !== null || digits !== null;
  const thing = kinds.length > 0 && isValue ? [] : thingRanges(text, noun, isValue, language);
  // `The price` to `24 99`: a price is none.
  const hasAmount = ({ start, end }: TextRange) => findValues(text.slice(start, end), "money").length > 0;
  const isNoAmount = /^\d[\d ]+$/.test(written) && thing.some(hasAmount);
  if (thing.length > 0) return isNoAmount ? null : thing;
  // `Change the end to June` where something ends in May, `the appointment to Tuesday at ten`, `the lease to two years`.
  const isDefinite = !isValue && DEFINITE.test(from);
  if (isDefinite && findPhrase(text, noun).length > 0 && beginsWithValue(to, written, language)) return null;
  // `Change the deposit to euros`, `the password to …`: what the text says of the noun has figures, and makes way for others alone.
  if (isDefinite && withoutArticle(to) === to && saysFigures(text, noun)) return null;
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

/** Where `the` is said, something known is meant: `a pill` may make way for `two pills`. */
const DEFINITE = /^(?:the|d(?:er|ie|as|en|em)|les?|la|el|los|las) |^l['’]/;

function beginsWithValue(to: string, written: string, language: string): boolean {
  const [first = ""] = to.split(" ");
  const kinds: readonly ValueKind[] = ["day", "date", "time", "money"];
  const begins = kinds.some((kind) => findValues(written, kind)[0]?.start === 0);
  return begins || isMonth(written) || inDigits(first, language) !== null;
}

/** A bare number is enough for these: `change the time to four`. */
const FIGURE_KINDS: readonly ValueKind[] = ["money", "measure", "time"];
const ANY_FIGURE = /^(?:number|figure|zahl|nummer|nombre|chiffre|numéro|número|cifra)$/;

const COPULA = "(?:is|are|was|ist|sind|war|lautet|est|sont|était|es|son|era)";
const MOST_SAID_WORDS = 4;

/** `The deposit is 500 euros`, `the site is www.post.de` */
function saysFigures(text: string, noun: string): boolean {
  return findExact(text, noun).some(({ end }) => SAYS_FIGURES.test(text.slice(end)));
}
const SAYS_FIGURES = new RegExp(`^ ${COPULA} (?:(?:de|d['’]|at|of) ?)?[$€£]?(?=\\S*(?:\\d|@|www\\.))`, "iu");

/** Not `the street is closed`, `your name is on the list`, which are said of a thing. */
const NAMES_THING = new RegExp(`^(?:(?:${ARTICLES}) |[ld]['’]|\\p{Lu})`, "u");
const NAMED = new RegExp(`(?:${data.named})$`);

/** The words by which the text says what a thing is, `the deadline is the end of May`; or the one name in it, `Dear Mrs. Hale`. */
function thingRanges(text: string, noun: string, isFigure: boolean, language: string): TextRange[] {
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
  // A figure makes way for figures alone, and for a figure they do.
  const isThing =
    NAMED.test(noun) || isFigure
      ? /\p{Lu}|\d/u.test(thing)
      : (NAMES_THING.test(thing) && !/^\d/.test(thing)) ||
        thing.split(" ").some((word) => isMonth(word) || kindOf(word) === "day");
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
    const isKnown = dates.some((place) => overlaps(place, { start, end }));
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
  const joint = kind === "number" ? NUMBER_JOINT : JOINT;
  // `The weight, 72 kg`; not `no cough, 40 mg`
  const areApart = (between: string) => between.startsWith(",") && !namesKind(noun);
  return findExact(text, noun).flatMap(({ end }) =>
    values.filter(
      ({ start }) => start > end && joint.test(text.slice(end, start)) && !areApart(text.slice(end, start)),
    ),
  );
}
const JOINTS =
  "[,:]?\\s(?:(?:of|is|was|at|on|von|über|ist|war|beträgt|am|um|de|d['’]|est|était|à|es|era|fue|el|las|a|la) ?){0,3}";
const NUMBER_JOINT = new RegExp(`^${JOINTS}$`, "iu");
/** Not `room for 4 cars`. */
const JOINT = new RegExp(`^(?:${JOINTS}| for )(?:[$€£] ?)?$`, "iu");
const FIGURES = new RegExp(`^(${JOINTS})\\d+(?:[.,:/]\\d+)*(?![\\p{L}\\d])`, "iu");

/**
 * `Pressure 6 bar`, `the blood pressure was 140/90`: figures beside a noun, of any unit; null if the new words are none of their
 * form, because no noun makes way for figures, nor one that has them for a word: `the pulse` of `pulse 72` for `regular`.
 */
function figuresBeside(text: string, from: string, written: string): TextRange[] | null {
  const noun = withoutArticle(from);
  const [, unit = ""] = /^[\d.,:/]+(?:\s?(\p{L}+|%))?$/u.exec(written) ?? [];
  const places = findExact(text, noun).flatMap(({ end }) => {
    const [all, joint = ""] = FIGURES.exec(text.slice(end)) ?? [];
    if (all === undefined || (joint.startsWith(",") && !namesKind(noun))) return [];
    const isUnit =
      unit !== "" && new RegExp(`^\\s?${unit}(?!\\p{L})`, "iu").exec(text.slice(end + all.length));
    return [{ start: end + joint.length, end: end + all.length + (isUnit ? isUnit[0].length : 0), joint }];
  });
  const [only] = places;
  if (!only || !isNoun(noun)) return [];
  const formOf = (figures: string) =>
    figures
      .replace(/\d+(?:[.,]\d+)*/g, "#")
      .replace(/\s/g, "")
      .toLowerCase();
  const isAlike = places.length === 1 && formOf(text.slice(only.start, only.end)) === formOf(written);
  if (/\d/.test(written)) return isAlike ? [only] : null;
  return noun !== from && only.joint === " " && withoutArticle(written) === written ? null : [];
}

/** `the rent` to an amount: the noun is in the text, and its sentence has one amount. */
function kindBeside(text: string, from: string, noun: string, written: string): ValueKind[] {
  const kind = kindOf(written);
  if (kind === null || noun === from || kind === "number") return [];
  const [place] = findPhrase(text, noun);
  const sentence = place && sentenceAround(text, place);
  return sentence && findValues(text.slice(sentence.start, sentence.end), kind).length === 1 ? [kind] : [];
}

const NUMBER_OF = /^(?:number of|(?:an)?zahl (?:der|von)|nombre (?:de|des) |número de|cantidad de) /;

/** The number in `12 chairs`, `four nuts`, by its noun, which never makes way for it. */
export function countsOf(text: string, noun: string, language: string, withOne = false): TextRange[] {
  const inWords = unitsOf(text, "word").filter(({ start, end }) => {
    const word = text.slice(start, end).toLowerCase();
    const digits = inDigits(word, language) ?? "";
    return /^\p{L}+$/u.test(word) && digits !== "" && (withOne || digits !== "1");
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
