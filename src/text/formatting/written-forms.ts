/** Inverse text normalization among tokens: written forms stand for the words, which keep what stood around them. */

import { normalizeWords } from "../languages/normalize.ts";
import { hanFigure } from "../languages/shared/han-numbers.ts";
import type { LanguageRules, Written } from "../words/language-rules.ts";
import { isCapitalized } from "../words/letter-case.ts";
import { spokenForm, type Token, wordForms } from "../words/tokens.ts";
import { writeDayRanges } from "./day-ranges.ts";
import { writeRanges } from "./ranges.ts";

/** As the user asks for all numbers; otherwise as the language does it. */
type Style = "digits" | "words" | undefined;

export function applyWrittenForms(tokens: readonly Token[], rules: LanguageRules, style: Style): Token[] {
  // A recognizer with marks writes small letters one by one for names of things: `d i u`.
  const keepsLetters = tokens.some(({ after }) => after !== "");
  return runsOf(joinGroups(tokens, rules)).flatMap((run) => writeRun(run, rules, style, keepsLetters));
}

/** How many words before its first comma a telephone number, an address or a code begins at most. */
const GROUP_WORDS = 6;
const LEAST_TELEPHONE_DIGITS = 7;

/** `null eins sieben zwei, acht fünf fünf`, `erre, esse, emme`: a recognizer sets commas where the speaker breathes. */
function joinGroups(tokens: readonly Token[], rules: LanguageRules): Token[] {
  if (!rules.spaced) return joinFigures(tokens);
  if (!tokens.some(({ after }) => after === ",")) return [...tokens];
  const joined = joinPairs(tokens, rules);
  const words = wordForms(tokens);
  for (let comma = 1; comma < tokens.length; comma += 1) {
    if (joined[comma]?.after !== ",") continue;
    for (let at = Math.max(0, comma - GROUP_WORDS); at <= comma; at += 1) {
      const written = rules.read(words, at);
      const end = at + (written?.words ?? 0) - 1;
      const inner = tokens.slice(at, end);
      const isSure = written?.kind === "telephone" && inner.filter(({ after }) => after !== "").length > 1;
      const isWhole = isSure || end === tokens.length - 1 || tokens[end]?.after !== "";
      if (!written || end <= comma || !isWhole || !isGroups(written, inner)) continue;
      if (words.slice(at, end + 1).includes("000") || inner.every(isListedFigure)) continue;
      const isFirst = inner.slice(0, comma - at).every(({ after }) => after === "");
      if (!isFirst || inner.some(({ after }) => after !== "" && after !== ",")) continue;
      for (const place of inner.keys()) joined[at + place] = { ...(tokens[at + place] as Token), after: "" };
      break;
    }
  }
  return joined;
}

const TELEPHONE_WITHIN_WORDS = 3;

/** `Numer to dwadzieścia dwa, sześćset trzy, dwadzieścia jeden`: numbers of two or three digits after a word that announces them. */
function joinPairs(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const joined = [...tokens];
  const words = wordForms(tokens);
  const { telephones = [] } = rules;
  if (!words.some((word) => telephones.includes(word))) return joined;
  for (const at of tokens.keys()) {
    const near = words.slice(Math.max(0, at - TELEPHONE_WITHIN_WORDS), at);
    if (!near.some((word) => telephones.includes(word))) continue;
    const commas: number[] = [];
    let [end, digits] = [at, ""];
    for (;;) {
      const written = rules.read(words, end);
      if (!written || !/^\d{2,3}$/.test(written.text)) break;
      digits += written.text;
      end += written.words;
      if (tokens[end - 1]?.after !== ",") break;
      commas.push(end - 1);
    }
    if (commas.length > 1 && digits.length >= LEAST_TELEPHONE_DIGITS && end > (commas.at(-1) ?? end) + 1)
      for (const comma of commas) joined[comma] = { ...(tokens[comma] as Token), after: "" };
  }
  return joined;
}

/** `〇三、五四八五、五九一三`, where words are characters. */
function joinFigures(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const groups = [""];
    let end = at;
    for (let figures = figuresOf(tokens[end]); figures !== ""; figures = figuresOf(tokens[end])) {
      groups.push((groups.pop() ?? "") + figures);
      const { after } = tokens[end] as Token;
      end += 1;
      if (after !== "" && figuresOf(tokens[end]) === "") break;
      if (after !== "") groups.push("");
    }
    const [first, last] = [tokens[at] as Token, tokens[end - 1]];
    const text = groups.join("-");
    const isTelephone = groups.length > 1 && /^0[\d-]{10,12}$/.test(text) && !/-\d(?:-|$)/.test(text);
    if (!isTelephone || !last) joined.push(first);
    else joined.push({ ...first, text, after: last.after, kind: "telephone", said: groups.join("") });
    if (isTelephone) at = end - 1;
  }
  return joined;
}

function figuresOf(token: Token | undefined): string {
  const word = spokenForm(token);
  return /^\d+$/.test(word) ? word : (hanFigure(word) ?? "");
}

/** `1, 2, 3, 4` are written one by one. */
function isListedFigure({ text, after }: Token): boolean {
  return after === "," && /^\d{1,2}$/.test(text);
}

/** `Options A, B, C` are no code: those hold more than single letters. */
function isGroups({ kind, text }: Written, inner: readonly Token[]): boolean {
  if (kind === "telephone") return text.replace(/\D/g, "").length >= LEAST_TELEPHONE_DIGITS;
  return (
    (kind === "letters" && inner.some((token) => token.text.length > 1)) ||
    (kind === "address" && text.includes("@"))
  );
}

/** Words without a mark between them; no number continues past one. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [[]];
  for (const token of tokens) {
    if (token.before !== "" || token.gap.includes("\n")) runs.push([]);
    runs.at(-1)?.push(token);
    if (token.after !== "") runs.push([]);
  }
  return runs;
}

function writeRun(run: readonly Token[], rules: LanguageRules, style: Style, keepsLetters: boolean): Token[] {
  const words = run.map(spokenForm);
  const parts = writeDayRanges(normalizeWords(words, rules), words, rules);
  return writeRanges(parts, words, rules).flatMap(({ at, words: length, written }) => {
    const spoken = run.slice(at, at + length);
    const said = words.slice(at, at + length).join(rules.spaced ? " " : "");
    const isKept = isNamed(run, at, length, written) || (keepsLetters && areLetters(spoken, written));
    const text = isKept ? said : textFor(written, said, rules, style);
    if (text === said) return spoken;
    const [first, last] = [spoken[0] as Token, spoken.at(-1) as Token];
    return [{ ...first, text, after: last.after, kind: written?.kind ?? "cardinal", said }];
  });
}

/** Not with a word between that stays one: `R T G i T K`. */
function areLetters(spoken: readonly Token[], written: Written | null): boolean {
  const words = written?.text.split(" ") ?? [];
  return (
    spoken.every(({ text }) => /^\p{L}$/u.test(text)) &&
    spoken.some(({ text }) => /^\p{Ll}$/u.test(text) && !words.includes(text))
  );
}

/** `Paolo Undici`, `Plac Trzeciego Maja`, `ELF`: a recognizer that writes a number with a capital heard a name. */
function isNamed(run: readonly Token[], at: number, length: number, written: Written | null): boolean {
  if (!written || !NAMED.has(written.kind)) return false;
  const words = run.slice(at, at + length).filter(({ text }) => text.length > LONGEST_JOINT);
  if (words.length === 0) return false;
  const areAcronyms = words.every(({ text }) => /^\p{Lu}{2,}$/u.test(text));
  return at > 0 || areAcronyms ? words.every(({ text }) => isCapitalized(text)) : false;
}

const NAMED = new Set(["cardinal", "ordinal", "date"]);
/** `Dos de Mayo` */
const LONGEST_JOINT = 2;

function textFor(found: Written | null, said: string, { numberStyle }: LanguageRules, style: Style): string {
  if (!found) return (style === "digits" && numberStyle?.digits[said]) || said;
  const isCount = found.kind === "cardinal" || found.kind === "ordinal";
  if (style === "words" && isCount && numberStyle) return numberStyle.writeOut(said);
  return found.prose ?? found.text;
}
