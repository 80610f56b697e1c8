/**
 * Dates and times of day as patterns: `D de N de Y = D de N de Y`, `wpół do O = -30`. On the left what is said: slots in
 * capitals, words with alternatives apart by `/` and parts of a phrase joined by `_`. Around an item: `?` after what may be
 * missing, round brackets around what stays in the text, `~` and how the last word of a slot ends, `!` before what must not
 * stand here (`!!`: what must, and is not taken), `<` before words of which one stands before, `^` and `$` for the ends of
 * the text. `pattern-slots.ts` has the slots.
 *
 * On the right a date as it is written, in which `DD` and `NN` have two digits, `n` is the month as it is said, `Dº` has the
 * sign of an ordinal, and `*` stands for the words in brackets, one after the other; without it they stay before and after.
 * Or what a time is away from the hour, as a sum of minutes: `0`, `15`, `-30`, `M`, `M-60`, with the hours to add before them
 * where the hour of the day is another than the one that is said: `18h 30`. After another `=` how a sentence writes it, and
 * after a third how the bare form of a time does, where these differ: `H Uhr`, `T Uhr`.
 */
import type { Written } from "../../words/language-rules.ts";
import { hourBefore, twoDigits } from "./clock.ts";
import { type PatternWords, ROLES, type Role, type Slots, slotsOf, type Value } from "./pattern-slots.ts";
import { list, phraseLength, type Reader, type Words } from "./readers.ts";

interface Step {
  /** Null if it does not stand here; without words where it is only looked at. */
  match: (words: Words, at: number) => Pick<Value, "words"> | Value | null;
  slot: string | null;
  optional: boolean;
  kept: boolean;
  /** The first words of what must stand here, if only these may. */
  firsts?: ReadonlySet<string>;
}

type Values = Partial<Record<Role, Value>>;

interface Match {
  words: number;
  values: Values;
  /** The month's words. */
  said: string;
  /** The kept words in front and after; and all of them, with empty ones for what is missing. */
  kept: readonly [before: string, after: string];
  brackets: readonly string[];
  /** The slot of the last words. */
  last: string | null;
}

type Forms = readonly [written: string, inProse?: string, bare?: string];

const HOURS = 24;
const MINUTES = 60;
const FEWEST_MINUTES = 5;
const NOTHING = { words: 0 };

export function dateReader(patterns: readonly string[], language: PatternWords): Reader {
  const { ordinalSign = () => "" } = language;
  return anyOf(patterns, language, ([written, inProse], match) => {
    const { D, N, Y, E } = match.values;
    const texts: Readonly<Record<string, string | undefined>> = {
      D: D?.text,
      DD: twoDigits(D?.number ?? 0),
      Dº: D && D.text + ordinalSign(D.last ?? ""),
      N: N?.text,
      NN: twoDigits(N?.number ?? 0),
      n: match.said,
      Y: Y?.text,
      E: E?.text,
    };
    const fill = (form: string, month = N?.text) => {
      const brackets = match.brackets.values();
      const write = (slot: string) =>
        (slot === "*" ? brackets.next().value : slot === "N" ? month : texts[slot]) ?? "";
      const filled = form.replace(/\*|(?<!\p{L})(?:DD|Dº|NN|[DNYE]|n(?!\p{L}))/gu, write);
      return filled.replace(/ {2,}/g, " ").trimEnd();
    };
    const { prose } = N ?? {};
    const sentence = inProse ?? (prose === undefined ? undefined : written);
    const whole = written.includes("*") ? { ...match, kept: ["", ""] as const } : match;
    return writtenAs("date", whole, fill(written), sentence && fill(sentence, prose));
  });
}

export function timeReader(patterns: readonly string[], language: PatternWords): Reader {
  const { colon, twoDigitHours = false } = language;
  return anyOf(patterns, language, ([form, inProse, bare], match) => {
    const { H, M, S } = match.values;
    const [, more = "0", sum = ""] = /^(?:(\d+)h )?(.*)$/.exec(form) ?? [];
    const offset = sumOf(sum, M?.number ?? 0) + (H?.minutes ?? 0);
    const hour = (H?.number ?? 0) + Number(more);
    if (more !== "0" && hour >= HOURS) return null;
    const back = offset < 0 && hour < 13;
    const at = offset >= 0 ? hour : back ? hourBefore(hour === 0 ? 12 : hour) : hour - 1;
    const seconds = S ? `:${twoDigits(S.number)}` : "";
    const rest = colon + twoDigits((offset + MINUTES) % MINUTES) + seconds;
    const [short, long] = [at + rest, (twoDigitHours ? twoDigits(at) : at) + rest];
    const fill = (text: string, time: string) =>
      text.replace(/(?<!\p{L})[HT](?!\p{L})/gu, (slot) => (slot === "H" ? String(at) : time));
    const prose = inProse === undefined ? (twoDigitHours ? short : undefined) : fill(inProse, short);
    return writtenAs("time", match, bare === undefined ? long : fill(bare, long), prose);
  });
}

/** `-M-30` */
function sumOf(terms: string, minute: number): number {
  const value = (term: string) =>
    term.endsWith("M") ? Number(term.replace("M", "1")) * minute : Number(term);
  return (terms.match(/[+-]?(?:M|\d+)/g) ?? []).reduce((sum, term) => sum + value(term), 0);
}

function writtenAs(kind: "date" | "time", { words, kept }: Match, text: string, prose?: string): Written {
  const whole = (form: string) => [kept[0], form, kept[1]].filter((part) => part !== "").join(" ");
  return { words, text: whole(text), ...(prose !== undefined && { prose: whole(prose) }), kind };
}

interface Pattern {
  /** Among all. */
  place: number;
  items: readonly string[];
  forms: Forms;
}

/** The beginning that several patterns share is looked for once. */
interface Branch {
  step: Step;
  pattern: Pattern | undefined;
  next: readonly Branch[];
}

/** The longest of all patterns; of equally long ones the first. */
function anyOf(
  patterns: readonly string[],
  language: PatternWords,
  write: (forms: Forms, match: Match) => Written | null,
): Reader {
  const all = patterns.map((pattern, place): Pattern => {
    const [spoken = "", ...forms] = pattern.split("=").map((part) => part.trim());
    return { place, items: list(spoken), forms: forms as unknown as Forms };
  });
  const branches = branchesOf(all, slotsOf(language));
  const [byFirst, others] = byFirstWord(branches);
  return (words, at) => {
    let best: { match: Match; pattern: Pattern } | null = null;
    const follow = (next: readonly Branch[], before: Match) => {
      for (const branch of next) {
        const match = matchStep(branch.step, words, at, before, language.gap);
        if (match === null) continue;
        const { pattern } = branch;
        if (pattern && !isOtherNumber(match) && isBetter(match, pattern, best)) best = { match, pattern };
        follow(branch.next, match);
      }
    };
    follow(others, NO_MATCH);
    follow(byFirst.get(words[at] ?? "") ?? NO_BRANCHES, NO_MATCH);
    const found = best as { match: Match; pattern: Pattern } | null;
    return found && write(found.pattern.forms, found.match);
  };
}

const NO_BRANCHES: readonly Branch[] = [];

/** Most words begin no pattern: those that begin with words of their own are found by these. */
function byFirstWord(branches: readonly Branch[]): [Map<string, Branch[]>, Branch[]] {
  const byFirst = new Map<string, Branch[]>();
  for (const branch of branches)
    for (const word of branch.step.firsts ?? []) byFirst.set(word, [...(byFirst.get(word) ?? []), branch]);
  return [byFirst, branches.filter(({ step }) => step.firsts === undefined)];
}

function isBetter(
  { words }: Match,
  { place }: Pattern,
  best: { match: Match; pattern: Pattern } | null,
): boolean {
  const most = best?.match.words ?? 0;
  return words > most || (best !== null && words === most && place < best.pattern.place);
}

function branchesOf(patterns: readonly Pattern[], slots: Slots, depth = 0): Branch[] {
  const longer = patterns.filter(({ items }) => items.length > depth);
  return [...Map.groupBy(longer, ({ items }) => items[depth] ?? "")].map(([item, alike]) => ({
    step: stepOf(item, slots),
    pattern: alike.find(({ items }) => items.length === depth + 1),
    next: branchesOf(alike, slots, depth + 1),
  }));
}

function stepOf(item: string, slots: Slots): Step {
  const looksAt = (isHere: (words: Words, at: number) => boolean): Step => {
    const match = (words: Words, at: number) => (isHere(words, at) ? NOTHING : null);
    return { match, slot: null, optional: false, kept: false };
  };
  if (item === "^") return looksAt((_, at) => at === 0);
  if (item === "$") return looksAt((words, at) => at === words.length);
  if (item.startsWith("!")) {
    const { match } = stepOf(item.slice(1), slots);
    return looksAt((words, at) => match(words, at) === null);
  }
  if (item.startsWith("<")) {
    const before = new Set(item.slice(1).split("/"));
    return looksAt((words, at) => before.has(words[at - 1] ?? ""));
  }
  const [, open, body = "", optional] = /^(\(?)(.*?)\)?(\??)$/u.exec(item) ?? [];
  const [, slot, endings] = /^([A-Z])(?:~(.+))?$/u.exec(body) ?? [];
  const read = slot === undefined ? wordsOf(body) : slots(slot);
  const match = endings === undefined ? read : ending(read, endings.split("/"));
  const firsts =
    slot === undefined && optional === ""
      ? { firsts: new Set(body.split("/").map((phrase) => phrase.split("_")[0] ?? "")) }
      : {};
  return { match, slot: slot ?? null, optional: optional === "?", kept: open === "(", ...firsts };
}

function wordsOf(alternatives: string): Step["match"] {
  const length = phraseLength(alternatives.split("/").map((phrase) => phrase.replaceAll("_", " ")));
  return (words, at) => {
    const taken = length(words, at);
    return taken === 0 ? null : { words: taken };
  };
}

function ending(read: Step["match"], endings: readonly string[]): Step["match"] {
  return (words, at) => {
    const found = read(words, at);
    const last = (words[at + (found?.words ?? 0) - 1] ?? "").replace(/,$/, "");
    return endings.some((end) => last.endsWith(end)) ? found : null;
  };
}

const NO_MATCH: Match = { words: 0, values: {}, said: "", kept: ["", ""], brackets: [], last: null };

/** With one step more; null if it does not stand there. */
function matchStep(
  { match, slot, optional, kept: isKept }: Step,
  words: Words,
  start: number,
  before: Match,
  gap = " ",
): Match | null {
  const at = start + before.words;
  const found = match(words, at);
  if (!found && !optional) return null;
  const taken = found?.words ? words.slice(at, at + found.words).join(gap) : "";
  const brackets = isKept ? [...before.brackets, taken] : before.brackets;
  if (!found?.words) return isKept ? { ...before, brackets } : before;
  const [front, behind] = before.kept;
  const isFront = Object.keys(before.values).length === 0;
  return {
    words: before.words + found.words,
    values: slot === null ? before.values : { ...before.values, [ROLES[slot] as Role]: found as Value },
    said: slot === "N" ? taken : before.said,
    kept: slot !== null || !isKept ? before.kept : isFront ? [taken, behind] : [front, taken],
    brackets,
    last: slot,
  };
}

/** Less than ten without a word for minutes is another number: `la trei și patru persoane`. */
function isOtherNumber({ last, values: { M: minute } }: Match): boolean {
  const isSmall = minute !== undefined && minute.words === 1 && minute.number < 10;
  return last === "M" && isSmall && minute.number !== FEWEST_MINUTES;
}
