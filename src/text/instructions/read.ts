/**
 * Custom instructions that rules can obey, read from the user's free text sentence by sentence. What is not understood is
 * told as such, so that a language model may have it and nobody believes it is obeyed.
 */
import type { Replacement } from "../formatting/replacements.ts";

export interface InstructionRules {
  spelling?: "british" | "american";
  numbers?: "digits" | "words";
  quotes?: "straight" | "curly" | "single";
  dashes?: "em" | "en" | "hyphen";
  /** What begins a list's line; `1.` counts. */
  bullet?: string;
  /** Lines at the end of a mail. */
  signOff?: string;
  lowerCase?: boolean;
  lastStop?: boolean;
  /** Written instead; an empty `to` leaves the words out. */
  replacements: readonly Replacement[];
}

export interface ReadInstructions {
  rules: InstructionRules;
  /** Sentences that are obeyed, and those that no rule understands, as the user wrote them. */
  understood: string[];
  left: string[];
}

type Reader = (sentence: string) => Partial<InstructionRules> | null;

const QUOTED = /["“”„'‘«]([^"“”„'’»]{1,200})["“”'’»]/gu;
const NEGATIVE = /\b(?:never|don['’]?t|do not|avoid|without|no)\b/i;

const READERS: readonly Reader[] = [
  readSignOff,
  readInstead,
  readSpelling,
  readQuotes,
  readBullets,
  readDashes,
  readNumbers,
  readForbidden,
  readLowerCase,
  readLastStop,
  readAlways,
];

export function readInstructions(text: string): ReadInstructions {
  const read: ReadInstructions = { rules: { replacements: [] }, understood: [], left: [] };
  for (const sentence of sentencesOf(text)) {
    const bare = sentence.replace(/[.!]+$/, "");
    const found = READERS.map((reader) => reader(bare)).find((rules) => rules !== null);
    (found ? read.understood : read.left).push(sentence);
    const replacements = [...read.rules.replacements, ...(found?.replacements ?? [])];
    read.rules = { ...read.rules, ...found, replacements };
  }
  return read;
}

/** A sentence a line or up to its stop; stops inside quotes do not count. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?]["”’']?)\s+(?=\p{Lu}|["“])/u)
    .map((sentence) => sentence.replace(/^\s*[-*•]\s*/, "").trim())
    .filter((sentence) => sentence !== "");
}

function readSpelling(sentence: string): Partial<InstructionRules> | null {
  const found = /\b(british|uk|american|us|u\.s\.)\s+(?:english|spellings?|english spellings?)\b/i.exec(
    sentence,
  );
  if (!found) return null;
  const british = /^(?:british|uk)$/i.test(found[1] ?? "");
  return { spelling: british !== NEGATIVE.test(sentence) ? "british" : "american" };
}

function readNumbers(sentence: string): Partial<InstructionRules> | null {
  if (!/\bnumbers?|numerals?|digits|figures\b/i.test(sentence)) return null;
  if (/\bspell(?:ed)? out\b|\b(?:as|in|with) words\b|\bas text\b/i.test(sentence))
    return { numbers: NEGATIVE.test(sentence) ? "digits" : "words" };
  if (/\b(?:as|in|use|with|to|prefer)\b.*\b(?:digits|numerals|figures)\b/i.test(sentence))
    return { numbers: NEGATIVE.test(sentence) ? "words" : "digits" };
  return null;
}

function readQuotes(sentence: string): Partial<InstructionRules> | null {
  const found = /\b(curly|smart|typographic|straight|single|double)\s+(?:quotes?|quotation marks?)\b/i.exec(
    sentence,
  );
  if (!found) return null;
  const style = (found[1] ?? "").toLowerCase();
  const negative = NEGATIVE.test(sentence);
  if (style === "single") return { quotes: negative ? "straight" : "single" };
  const curly = /^(?:curly|smart|typographic)$/.test(style);
  return { quotes: curly !== negative ? "curly" : "straight" };
}

const BULLETS: Readonly<Record<string, string>> = {
  dash: "-",
  hyphen: "-",
  asterisk: "*",
  star: "*",
  bullet: "•",
  dot: "•",
  number: "1.",
};

function readBullets(sentence: string): Partial<InstructionRules> | null {
  if (NEGATIVE.test(sentence)) return null;
  if (/\buse numbered lists\b|\bnumber (?:all |my )?lists?\b/i.test(sentence)) return { bullet: "1." };
  const found =
    /\b(dash|hyphen|asterisk|star|bullet|dot|number)(?:e?s)?\b(?: points?)? (?:for|in|as) (?:\w+ )?(?:lists?|bullets?|bullet points|list items)\b/i.exec(
      sentence,
    );
  return found ? { bullet: BULLETS[(found[1] ?? "").toLowerCase()] ?? "-" } : null;
}

function readDashes(sentence: string): Partial<InstructionRules> | null {
  const found =
    /\b(?:(em|en)[ -]?dash(?:es)?|hyphens? (?:instead of|for|as) (?:em |en )?dash(?:es)?)\b/i.exec(sentence);
  if (!found) return null;
  const kind = found[1]?.toLowerCase();
  if (kind === undefined || NEGATIVE.test(sentence) || /hyphens? (?:instead|for|as)/i.test(sentence))
    return { dashes: "hyphen" };
  return { dashes: kind === "em" ? "em" : "en" };
}

function readSignOff(sentence: string): Partial<InstructionRules> | null {
  const found =
    /^(?:please )?(?:always )?(?:sign|end|close|finish)(?: off)?(?: (?:my|all|every|each|the|all my))?(?: (?:e-?mails?|mails?|messages?|letters?))?(?: off)? (?:with|as|using)(?: the sign-?off)?:? (.{1,200})$/isu.exec(
      sentence,
    );
  if (!found || NEGATIVE.test(sentence)) return null;
  const [quoted] = quotedIn(sentence);
  const signOff = (quoted ?? found[1] ?? "").trim();
  if (/^(?:a |an |the )?(?:period|full stop|question|exclamation|emoji)/i.test(signOff)) return null;
  return { signOff: signOff.replace(/,\s+/g, ",\n") };
}

/** Words or a quotation. */
const THING = `(?:the (?:word|phrase|term|name) )?(["“'‘][^"”'’]{1,200}["”'’]|[^\\s,]+(?: [^\\s,]+){0,3}?)`;
const INSTEAD: readonly [pattern: RegExp, from: 1 | 2][] = [
  [
    new RegExp(
      `\\b(?:write|use|say|spell) ${THING},? (?:instead of|rather than|and not|not|never) ${THING}$`,
      "iu",
    ),
    2,
  ],
  [new RegExp(`\\b(?:replace|change|correct) ${THING} (?:with|by|to|into) ${THING}$`, "iu"), 1],
  [new RegExp(`\\b(?:write|spell|abbreviate|shorten) ${THING} (?:as|to) ${THING}$`, "iu"), 1],
  [
    new RegExp(
      `\\b(?:never|don['’]?t|do not) (?:write|use|say) ${THING}[,;:]? (?:but |(?:but |always )?(?:write|use|say):? )${THING}(?: instead)?$`,
      "iu",
    ),
    1,
  ],
];

function readInstead(sentence: string): Partial<InstructionRules> | null {
  for (const [pattern, fromGroup] of INSTEAD) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const [one, other] = [unquote(found[1] ?? ""), unquote(found[2] ?? "")];
    const [from, to] = fromGroup === 1 ? [one, other] : [other, one];
    // Styles have readers of their own: `write numbers as digits`.
    if (
      /\b(?:numbers?|numerals|digits|words|hyphens?|dash(?:es)?|quotes?|bullets?|lists?|periods?|marks?)\b/i.test(
        `${from} ${to}`,
      )
    )
      return null;
    return { replacements: [{ from, to }] };
  }
  return null;
}

/** Marks that may be forbidden → what stands instead. */
const FORBIDDEN: readonly [name: RegExp, replacement: Replacement][] = [
  [/\bexclamation (?:marks?|points?)\b/i, { from: "!", to: "." }],
  [/\bsemi-?colons?\b/i, { from: ";", to: "," }],
  [/\bellips[ei]s\b/i, { from: "...", to: "." }],
];

function readForbidden(sentence: string): Partial<InstructionRules> | null {
  if (!/\b(?:never|don['’]?t|do not|avoid|no)\b/i.test(sentence)) return null;
  const mark = FORBIDDEN.find(([name]) => name.test(sentence));
  if (mark) return { replacements: [mark[1]] };
  if (!/\b(?:never|don['’]?t|do not|avoid) (?:write|writing|use|using|say|saying)\b/i.test(sentence))
    return null;
  const words = quotedIn(sentence);
  return words.length > 0 ? { replacements: words.map((from) => ({ from, to: "" })) } : null;
}

function readLowerCase(sentence: string): Partial<InstructionRules> | null {
  const all =
    /\b(?:everything|all|only|always)\b.*\blower[- ]?case\b|\blower[- ]?case only\b|\bno capital letters\b/i;
  return all.test(sentence) ? { lowerCase: true } : null;
}

function readLastStop(sentence: string): Partial<InstructionRules> | null {
  const stop =
    /\b(?:no|omit|without|don['’]?t|do not|never)\b.*\b(?:final|last|trailing|end|ending)\b.*\b(?:period|full stop|stop|dot)\b|\b(?:no|omit|don['’]?t|do not|never)\b.*\b(?:period|full stop)\b.*\bend\b/i;
  return stop.test(sentence) ? { lastStop: false } : null;
}

/** `always write OpenAI`, `always capitalize Board`: the spelling as it stands. */
function readAlways(sentence: string): Partial<InstructionRules> | null {
  const found = new RegExp(`^(?:please )?always (write|spell|use|capitali[sz]e) ${THING}$`, "iu").exec(
    sentence,
  );
  if (!found || NEGATIVE.test(sentence)) return null;
  const spelling = unquote(found[2] ?? "");
  const capital = /^capitali/i.test(found[1] ?? "");
  const to = capital
    ? spelling.replace(/\p{L}+/gu, (word) => word.replace(/^./u, (letter) => letter.toUpperCase()))
    : spelling;
  return /\p{Lu}/u.test(to) ? { replacements: [{ from: to.toLowerCase(), to }] } : null;
}

function quotedIn(sentence: string): string[] {
  return [...sentence.matchAll(QUOTED)].map(([, inner = ""]) => inner.trim());
}

function unquote(thing: string): string {
  return thing.replace(/^["“'‘]|["”'’]$/g, "").trim();
}
