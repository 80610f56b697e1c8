/** Whether the words after a correction say anew, with one thing changed, what the words before it said. */
import type { LanguageRules } from "../words/language-rules.ts";
import { isCapitalized } from "../words/letter-case.ts";
import { phrasesAt } from "../words/phrases.ts";
import { beginsSentence, elided, endsSentence, spokenForm, type Token, wordForms } from "../words/tokens.ts";
import { markPhrases } from "./spoken-marks.ts";

/** Where the taken-back part begins, and how many of the words after the correction go with it. */
export interface Beginning {
  from: number;
  skipped?: number;
  /** Where it ends, if words stay behind the first `words` that are said anew. */
  until?: number;
  words?: number;
}

export function beginningAt(from: number | null): Beginning | null {
  return from === null ? null : { from };
}

/** The longest written form that is looked for beside the correction. */
export const KIND_WORDS = 8;
/** The same words again but for one. */
const FRAME_WORDS = [3, 4, 5];
/** A shorter one may come twice by chance. */
const SHORTEST_SHARED = 4;
const MOST_NAMES = 3;
/** `De linkerknie, nee, de rechter` would lose the knee. */
const LONGEST_SIDE_ENDING = 3;

/** Whether the correction stands between commas; whether its words join ordinary phrases as well. */
interface Setting {
  isBetween: boolean;
  needsMore: boolean;
}

export function anewFrom(
  kept: readonly Token[],
  repair: readonly Token[],
  { isBetween, needsMore }: Setting,
  rules: LanguageRules,
): Beginning | null {
  const other =
    beginningAt(sameKind(kept, repair, rules)) ??
    otherSide(kept, repair, rules) ??
    countAnew(kept, repair, rules);
  if (other !== null) return other;
  return beginningAt(
    (isBetween || !needsMore ? nounFrom(kept, repair, rules, true) : null) ??
      (needsMore ? null : (frameOf(kept, repair, rules) ?? nounFrom(kept, repair, rules))) ??
      (isBetween && rules.cased ? nameFrom(kept, repair) : null),
  );
}

/** `The left knee, sorry, the right knee`; a pair of words needs a long one in common: `lewe kolano przepraszam prawe kolano`. */
function frameOf(kept: readonly Token[], repair: readonly Token[], rules: LanguageRules): number | null {
  for (const length of FRAME_WORDS) {
    const [said, instead] = [kept.slice(-length), repair.slice(0, length)];
    if (said.length < length || instead.length < length) break;
    const other = said.filter((token, index) => spokenForm(token) !== spokenForm(instead[index]));
    if (other.length === 1 && !said.slice(0, -1).some(endsSentence)) return kept.length - length;
  }
  if (!rules.spaced) return frameOfCharacters(kept, repair);
  const last = spokenForm(kept.at(-1));
  const isShared =
    last.length >= SHORTEST_SHARED && spokenForm(repair[1]) === last && repair[0]?.after === "";
  const before = kept.at(-2);
  return isShared && before?.after === "" && spokenForm(before).length >= SHORTEST_SHARED
    ? kept.length - 2
    : null;
}

/** `从天津发不对从青岛发`: the clause said anew begins and ends as the words before do, with a word changed between. */
export function frameOfCharacters(kept: readonly Token[], repair: readonly Token[]): number | null {
  const end = repair.findIndex(({ after }) => after !== "");
  const anew = (end < 0 ? repair : repair.slice(0, end + 1)).map(spokenForm);
  if (anew.length < LEAST_FRAME_CHARACTERS || (end < 0 && repair.length === KIND_WORDS)) return null;
  if (!anew.every((word) => HAN.test(word))) return null;
  const said = kept.slice(-KIND_WORDS).map(spokenForm);
  for (let from = said.length - LEAST_FRAME_CHARACTERS; from >= 0; from -= 1)
    if (said[from] === anew[0] && said.at(-1) === anew.at(-1)) return kept.length - said.length + from;
  return null;
}

const LEAST_FRAME_CHARACTERS = 4;
const HAN = /^\p{Script=Han}$/u;

/** `Left, no, right`; `la rodilla izquierda, perdón, la derecha`, whose article goes with it. */
export function otherSide(
  kept: readonly Token[],
  repair: readonly Token[],
  rules: LanguageRules,
): Beginning | null {
  const { sides = [], spaced, sameWords = [] } = rules;
  const sideOf = (token: Token | undefined) => {
    const word = spokenForm(token);
    const side = sides.findIndex((stems) => stems.some((stem) => word.startsWith(stem)));
    const stem = sides[side]?.find((each) => word.startsWith(each)) ?? "";
    return { side, ending: word.slice(stem.length) };
  };
  const [first, second] = repair;
  for (const back of spaced ? [1, 2] : [1, 2, 3, 4]) {
    const said = kept.at(-back);
    const { side, ending } = sideOf(said);
    if (side < 0 || said === undefined) continue;
    const areOthers = (token: Token | undefined) => {
      const other = sideOf(token);
      const isWhole = Math.max(ending.length, other.ending.length) <= LONGEST_SIDE_ENDING;
      return (
        other.side >= 0 &&
        other.side !== side &&
        (isWhole || other.ending.slice(-LONGEST_SIDE_ENDING) === ending.slice(-LONGEST_SIDE_ENDING))
      );
    };
    const shares = (from: number) =>
      kept
        .slice(1 - back || kept.length)
        .every((token, index) => spokenForm(token) === spokenForm(repair[from + index]));
    if (areOthers(first) && shares(1)) return { from: kept.length - back };
    if (!areOthers(second) || !shares(2)) continue;
    const before = kept.at(-back - 1);
    // `L'orecchio sinistro, no, il destro`: the article is not apart from its noun.
    const isArticleAlone = !/['’]\p{L}/u.test(spokenForm(before));
    if (isArticleAlone && areAlike(spokenForm(before), spokenForm(first), rules))
      return { from: kept.length - back - 1 };
    const isArticle = spaced && sameWords.some((words) => words.includes(spokenForm(first)));
    if (isArticle) return { from: kept.length - back, skipped: 1 };
  }
  return null;
}

/** `Send it to Anna Weber, no, Petra Klein.` */
function nameFrom(kept: readonly Token[], repair: readonly Token[]): number | null {
  const instead = repair.findIndex(({ text, after }) => !isCapitalized(text) || after !== "");
  const last = repair[instead];
  const names = last && isCapitalized(last.text) ? instead + 1 : 0;
  if (names === 0 || names > MOST_NAMES || kept.length <= names) return null;
  const from = kept.length - names;
  const areNames = kept.slice(from).every(({ text }) => isCapitalized(text));
  const isWhole = !isCapitalized(kept[from - 1]?.text ?? "") && !beginsSentence(kept, from);
  return areNames && isWhole ? from : null;
}

const NOUN = "(?:\\p{Script=Han}{1,6}|[\\p{Script=Katakana}ー]{2,8})";
const NAME = "(?:\\p{Script=Han}{1,3}|\\p{Script=Katakana}{2,6})";

/**
 * In languages without spaces, a noun with the same particle or with none, `部長いや課長に`, `大阪に、いや、京都に`; or a name with the same
 * title, `鈴木さん、いえ、高田さん`.
 */
function nounFrom(
  kept: readonly Token[],
  repair: readonly Token[],
  { spaced, titlesBehind = [], code }: LanguageRules,
  isName = false,
): number | null {
  if (spaced || titlesBehind.length === 0) return null;
  const title = `${NAME}(${titlesBehind.join("|")})`;
  const [end, start] = isName
    ? [title, title]
    : [`${NOUN}(\\p{Script=Hiragana}?)`, `${NOUN}([でにをはがのへと])`];
  const said = kept.slice(-KIND_WORDS).map(spokenForm).join("");
  const [old, ending] = new RegExp(`${end}$`, "u").exec(said) ?? [];
  const [anew = "", next] = new RegExp(`^${start}`, "u").exec(wordForms(repair).join("")) ?? [];
  const isOther = next === undefined || (ending !== "" && ending !== next);
  if (old === undefined || isOther) return null;
  // `请转给张经理，不好意思，章经理`: no particle sets the name apart, which is as long as the other.
  return kept.length - [...(isName && code === "cmn" ? anew : old)].length;
}

/** The same word, or forms of one article or preposition: `ao` and `à`, `le` and `l'`. */
export function areAlike(one: string, other: string, { sameWords = [] }: LanguageRules): boolean {
  if (one === other) return true;
  const [first, second] = [elided(one), elided(other)];
  return sameWords.some((words) => words.includes(first) && words.includes(second));
}

/** Another number, weekday, time or amount, with the same word after both: `12 chairs, no, 14 chairs`. */
export function sameKind(
  kept: readonly Token[],
  repair: readonly Token[],
  rules: LanguageRules,
): number | null {
  const near = kept.slice(-KIND_WORDS);
  const said = near.slice(near.slice(0, -1).findLastIndex(endsSentence) + 1).map(spokenForm);
  const offset = kept.length - said.length;
  const instead = wordForms(repair);
  const [before, after] = [said.at(-1) ?? "", instead[0] ?? ""];
  const kind = kindAt(instead, 0, rules);
  const length = kind?.words ?? 1;
  const next = instead[length];
  // `Call me at 5. No, wait, 6 is better.`
  const isClause = next !== undefined && repair[length - 1]?.after === "" && !said.includes(next);
  if (rules.spaced && isClause && near.slice(-1).some(endsSentence)) return null;
  if (isName(before, rules) && isName(after, rules)) return kept.length - 1;
  if (kind === null) return null;
  if (kind.kind === "date" && rules.spaced && isDayOf(before, instead.slice(0, kind.words), rules))
    return kept.length - 1;
  let timeEnd = 0;
  for (let at = 0; at < said.length; at += 1) {
    const found = kindAt(said, at, rules);
    // `Half past ten, no, eleven`: which of the two hours stays half past is not said.
    if (rules.spaced && found && at < timeEnd) return null;
    if (found?.kind === "time") timeEnd = at + found.words;
    // In the place of the other: of a pressure, say.
    const anew = found && kindAt([...said.slice(0, at), ...instead], at, rules);
    if (!anew) continue;
    const isCount = found.kind === "cardinal" && !YEAR.test(said[at] ?? "");
    const isAlike = found.kind === anew.kind || (isCount && COUNTING.has(anew.kind));
    if (!isAlike) continue;
    const unit = said.slice(at + found.words);
    const isSame =
      unit.length <= UNIT_WORDS && unit.every((word, index) => areForms(word, instead[anew.words + index]));
    if (!isSame) continue;
    const [digits, others] = [digitsBehind(said.toReversed(), rules), digitsBehind(instead, rules)];
    // `九月十二日、いや、十三日`: the month stays.
    const pair = unit.length === 0 ? pairFrom(said, instead, at, anew.words, rules) : null;
    if (pair !== null) return offset + pair;
    const hasMonth = anew.kind !== "date" || instead.slice(0, anew.words).includes("月");
    const month = hasMonth ? 0 : said.lastIndexOf("月") + 1;
    // `Five fifty, no, six`
    if (rules.spaced && digits <= 1 && at > 0 && kindAt(said, at - 1, rules) !== null) return null;
    if (unit.length > 0 || digits <= 1) return offset + Math.max(at, month);
    // `Vier fünf sechs, nein, vier fünf sieben`; it is unclear which of them a single `sieben` replaces.
    return digits === others ? kept.length - digits : null;
  }
  return null;
}

/** `Due compresse, anzi no, una compressa` */
function areForms(word: string, other = ""): boolean {
  const stem = word.replace(NUMBER_ENDING, "");
  return word === other || (stem.length > 2 && stem === other.replace(NUMBER_ENDING, ""));
}

/** Of the singular and the plural. */
const NUMBER_ENDING = /(?:[aeo]?[sn]|[aeio])$/;

/** `Trzeciego, to znaczy czwartego czerwca`: a day whose month is said after the right one alone. */
function isDayOf(day: string, date: readonly string[], rules: LanguageRules): boolean {
  return date.some((_, month) => {
    const other = [day, ...date.slice(month)];
    // `Twenty eighteen or rather twenty nineteen` has no month.
    const found = month > 0 && kindAt(date, month, rules) === null ? kindAt(other, 0, rules) : null;
    return found?.kind === "date" && found.words === other.length;
  });
}

/** `Order twelve gaskets, no, fifteen.`, `dieci milligrammi, no, quindici`: what is counted stays. */
function countAnew(kept: readonly Token[], repair: readonly Token[], rules: LanguageRules): Beginning | null {
  const anew = rules.spaced ? kindAt(wordForms(repair), 0, rules) : null;
  const last = repair[(anew?.words ?? 0) - 1];
  if (anew?.kind !== "cardinal") return null;
  const saysMark = phrasesAt(markPhrases(rules.marks), repair, anew.words).length > 0;
  if (last?.after === "" && repair.length > anew.words && !saysMark) return null;
  const said = kept.slice(-KIND_WORDS);
  const words = said.map(spokenForm);
  for (let at = 0; at < said.length - 1; at += 1) {
    const whole = kindAt(words, at, rules)?.kind ?? "cardinal";
    if (whole !== "cardinal" && !COUNTING.has(whole)) return null;
    for (let behind = UNIT_WORDS; behind > 0; behind -= 1) {
      const end = said.length - behind;
      const found = kindAt(words.slice(0, end), at, rules);
      if (found?.kind !== "cardinal" || at + found.words !== end) continue;
      const isNoun = words.slice(end).every((_, place) => kindAt(words, end + place, rules) === null);
      if (!isNoun || said.slice(at, -1).some(({ after }) => after !== "")) return null;
      return { from: kept.length - said.length + at, until: kept.length - behind, words: anew.words };
    }
  }
  return null;
}

/** `We open at eight on Mondays, no wait, at nine`: what is said behind a number stays, if the number alone is said anew. */
export function keepingTail(
  kept: readonly Token[],
  from: number,
  repair: readonly Token[],
  rules: LanguageRules,
): Beginning {
  const [said, instead] = [kept.slice(from).map(spokenForm), wordForms(repair)];
  const isWhole = repair.length < KIND_WORDS && repair.slice(0, -1).every(({ after }) => after === "");
  for (const lead of [0, 1, 2]) {
    const [old, anew] = [kindAt(said, lead, rules), kindAt(instead, lead, rules)];
    const isAlone =
      isWhole && anew !== null && lead + anew.words === repair.length && old?.kind === anew.kind;
    const until = lead + (old?.words ?? 0);
    if (!isAlone || until >= said.length) continue;
    const hasAnother = said.some((_, at) => at >= until && kindAt(said, at, rules)?.kind === old?.kind);
    if (!hasAnother) return { from, until: from + until, words: repair.length };
  }
  return { from };
}

/** How many digits are said one by one. */
function digitsBehind(words: readonly string[], { numberStyle, listNumbers }: LanguageRules): number {
  const isDigit = (word: string) =>
    Object.hasOwn(numberStyle?.digits ?? {}, word) || word === listNumbers?.[1] || /^\d$/.test(word);
  const end = words.findIndex((word) => !isDigit(word));
  return end < 0 ? words.length : end;
}

/** `血圧は百四十の九十、いや、百三十の八十`: both numbers are said anew. */
function pairFrom(
  said: readonly string[],
  instead: readonly string[],
  at: number,
  words: number,
  rules: LanguageRules,
): number | null {
  if (said[at - 1] !== "の" || instead[words] !== "の" || kindAt(instead, words + 1, rules) === null)
    return null;
  for (let from = 0; from < at - 1; from += 1)
    if (from + (kindAt(said, from, rules)?.words ?? 0) === at - 1) return from;
  return null;
}

const UNIT_WORDS = 2;
/** Of a number whose unit is said after the right one alone: `six, no, eight millimetres`. */
const COUNTING = new Set(["measure", "money", "percent"]);

/** Weekdays and months, as far as the language capitalizes them; not `I'm`. */
export function isName(word: string, { capitalized }: LanguageRules): boolean {
  return word.length > 2 && !word.includes("'") && Object.hasOwn(capitalized, word);
}

/** The same and all that the language knows as names alone. */
export function isAnyName(word: string, rules: LanguageRules): boolean {
  return isName(word, rules) || isCapitalized(rules.caseOf?.(word) ?? "");
}

const WEEKDAY = /^(?:[月火水木金土日]曜日?|(?:[周週]|星期|[礼禮]拜)[一二三四五六日天])/u;
const LONGEST_WEEKDAY = 3;
const HAN_NUMERAL = /^[〇零一二两兩三四五六七八九十百千]$/u;

/** Small numbers count as well, although a sentence has them in words. */
export function kindAt(
  words: readonly string[],
  at: number,
  rules: LanguageRules,
): { kind: string; words: number } | null {
  const written = rules.read(words, at);
  if (written) return { kind: written.kind, words: written.words };
  const word = words[at] ?? "";
  if (!rules.spaced) {
    if (/^\d+$/.test(word)) return { kind: "cardinal", words: 1 };
    const weekday = WEEKDAY.exec(words.slice(at, at + LONGEST_WEEKDAY).join(""))?.[0];
    if (weekday) return { kind: "weekday", words: weekday.length };
    const length = words.slice(at).findIndex((each) => !HAN_NUMERAL.test(each));
    return length > 0 ? { kind: "cardinal", words: length } : null;
  }
  const sign = WRITTEN_KINDS.find(([, form]) => form.test(word));
  if (sign) return { kind: sign[0], words: 1 };
  if (isName(word, rules) && DAY.test(words[at + 1] ?? "")) return { kind: "date", words: 2 };
  if (rules.hours?.includes(word)) return { kind: "time", words: 1 };
  return /^\d+(?:[.,:]\d+)*$/.test(word) || Object.hasOwn(rules.numberStyle?.digits ?? {}, word)
    ? { kind: "cardinal", words: 1 }
    : null;
}

/** As a recognizer writes them. */
const WRITTEN_KINDS: readonly (readonly [kind: string, form: RegExp])[] = [
  ["time", /^\d+:\d+$/],
  ["money", /^[$£€¥]\d[\d.,]*$/],
  ["percent", /^\d[\d.,]*%$/],
];
const YEAR = /^(?:19|20)\d\d$/;
/** After a month. */
const DAY = /^\d{1,2}(?:st|nd|rd|th)?$/;
