/**
 * Custom instructions that rules can obey, read from the user's free text sentence by sentence. Other sentences are
 * reported as such, so that a language model may get it and nobody expects it to be obeyed.
 */
import type { Replacement } from "../replacements.ts";

export interface InstructionRules {
  spelling?: "british" | "american";
  numbers?: "digits" | "words";
  quotes?: "straight" | "curly" | "single";
  dashes?: "em" | "en" | "hyphen";
  /** The bullet of a list's line; `1.` counts. */
  bullet?: string;
  /** Lines at the end of a mail. */
  signOff?: string;
  lowerCase?: boolean;
  upperCase?: boolean;
  /** Each sentence or line is an item of a list. */
  itemize?: boolean;
  /** Lines at the beginning of a mail. */
  opening?: string;
  lastStop?: boolean;
  /** Whether names of emoji are written as emoji. */
  emoji?: boolean;
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
  readEmoji,
  readLetter,
  readInstead,
  readSpelling,
  readQuotes,
  readItemize,
  readBullets,
  readDashes,
  readNumbers,
  readForbidden,
  readLetterCase,
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

const EMOJI =
  /^(?:please )?(?:always )?(?:(?:use|write|allow|insert|convert|turn|replace)(?: spoken| the| all| my)*(?: names of)? (?:emojis?|emoticons?)(?: names?)?(?: (?:by|into|to|with|as|for|when|if|where|that|which) .{1,80})?|(?:emojis?|emoticons?) are (?:allowed|welcome|fine|ok(?:ay)?))$/i;

/** That they are written where they are said; `add emojis that fit` asks for more than a rule can do. */
function readEmoji(sentence: string): Partial<InstructionRules> | null {
  if (!/\b(?:emojis?|emoticons?)\b/i.test(sentence)) return null;
  if (/^(?:please )?(?:never|don['’]?t|do not|avoid|no)\b.{0,20}\b(?:emojis?|emoticons?)$/i.test(sentence))
    return { emoji: false };
  return EMOJI.test(sentence) ? { emoji: true } : null;
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
  if (inOrder(sentence, /\b(?:as|in|use|with|to|prefer)\b/i, /\b(?:digits|numerals|figures)\b/i))
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

/** Words for a mail or a letter, and for whose. */
const MAIL = "(?:(?:my|all|every|each|the) )*(?:e-?mails?|mails?|messages?|letters?)";
const OPENINGS: readonly RegExp[] = [
  new RegExp(`^(?:start|open|begin)(?: off)?(?: ${MAIL})? (?:with|as|using):? (.{1,200})$`, "isu"),
  new RegExp(
    `^(?:add|put|write|include|insert) (.{1,200}) (?:at|to) the (?:start|beginning|top) of ${MAIL}$`,
    "isu",
  ),
  /^use (.{1,200}) as (?:my |the )?(?:greeting|opening|salutation)$/isu,
];
const CLOSINGS: readonly RegExp[] = [
  new RegExp(
    `^(?:sign|end|close|finish)(?: off)?(?: ${MAIL})?(?: off)? (?:with|as|using)(?: the sign-?off)?:? (.{1,200})$`,
    "isu",
  ),
  new RegExp(
    `^(?:add|put|write|include|insert|append) (.{1,200}) (?:at|to) the (?:end|bottom|close) of ${MAIL}$`,
    "isu",
  ),
  /^use (.{1,200}) as (?:my |the )?(?:closing|sign-?off|signature|complimentary close)$/isu,
];

/** The words themselves: `start my emails with "Hello team,"`, but not `start with a greeting`. */
function wordsOf(sentence: string, patterns: readonly RegExp[]): string | null {
  if (NEGATIVE.test(sentence)) return null;
  const asked = sentence.replace(/^(?:please )?(?:always )?/i, "");
  const found = patterns.map((pattern) => pattern.exec(asked)?.[1]).find((words) => words !== undefined);
  const words = (found && (quotedIn(found)[0] ?? found).trim()) ?? "";
  return words === "" || NO_WORDS.test(words) ? null : words;
}

const NO_WORDS = /^(?:(?:an?|the|my|some|every) |period|full stop|question|exclamation|emoji)/i;

/** Lines at the beginning or the end of a mail. */
function readLetter(sentence: string): Partial<InstructionRules> | null {
  const [opening, closing] = [OPENINGS, CLOSINGS].map((patterns) => wordsOf(sentence, patterns));
  if (opening) return { opening };
  return closing ? { signOff: closing.replace(/,\s+/g, ",\n") } : null;
}

const LIST = "bullet(?:ed)?(?:[- ]point)? lists?|bullet[- ]points?|bullets|(?:numbered|ordered) list";
const ITEMIZE = new RegExp(
  "^(?:please )?(?:always )?(?:write|format|use|make|put|turn|list|structure)" +
    "(?: (?:it|this|everything|all|all (?:of it|text)|(?:all )?my (?:notes?|texts?|dictations?)|(?:every|each) (?:sentence|note)))?" +
    `(?: (?:as|in|into|with))?(?: an?)? (${LIST})$`,
  "i",
);

/** `Write everything as a bullet list`; what the lines of a list begin with is `readBullets`. */
function readItemize(sentence: string): Partial<InstructionRules> | null {
  const list = ITEMIZE.exec(sentence)?.[1];
  return list === undefined
    ? null
    : { itemize: true, bullet: /^(?:numbered|ordered)/i.test(list) ? "1." : "-" };
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

const ALL = /\b(?:everything|all|only|always|entirely|completely)\b/i;
const LOWER = /\blower[- ]?case\b|\bsmall letters\b/i;
const UPPER = /\b(?:upper[- ]?case|all[- ]caps|capital letters|capitals)\b/i;

function readLetterCase(sentence: string): Partial<InstructionRules> | null {
  if (/\bno (?:capital letters|capitals|upper[- ]?case)\b/i.test(sentence)) return { lowerCase: true };
  // `don't write everything in capitals` forbids what nobody does.
  if (NEGATIVE.test(sentence)) return null;
  if (inOrder(sentence, ALL, LOWER) || /\blower[- ]?case only\b/i.test(sentence)) return { lowerCase: true };
  // `always capitalize the first letter` is about one.
  const all =
    inOrder(sentence, ALL, UPPER) ||
    /\b(?:upper[- ]?case|capitals) only\b|\bin all[- ]caps\b/i.test(sentence);
  return all && !/\b(?:first|initial|names?|titles?|words?)\b/i.test(sentence) ? { upperCase: true } : null;
}

const NOT = /\b(?:no|omit|without|don['’]?t|do not|never)\b/i;
const LAST = /\b(?:final|last|trailing|end|ending)\b/i;

function readLastStop(sentence: string): Partial<InstructionRules> | null {
  const stop =
    inOrder(sentence, NOT, LAST, /\b(?:period|full stop|stop|dot)\b/i) ||
    inOrder(sentence, NOT, /\b(?:period|full stop)\b/i, /\bend\b/i);
  return stop ? { lastStop: false } : null;
}

/** Each somewhere after the one before; in one pass, as a pattern with gaps between them would not be. */
function inOrder(sentence: string, ...patterns: readonly RegExp[]): boolean {
  let rest = sentence;
  for (const pattern of patterns) {
    const found = pattern.exec(rest);
    if (!found) return false;
    rest = rest.slice(found.index + found[0].length);
  }
  return true;
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
