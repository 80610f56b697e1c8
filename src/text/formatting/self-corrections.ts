/**
 * What the speaker takes back: `at five, no wait, at six` → `at six`, and whole sentences: `scratch that`. Words go only if it
 * shows that this is meant: what is said anew is of one kind with the words before (a number, a weekday, a date) or repeats some of
 * them; or the command stands alone, between pauses or marks, or at the end.
 */
import type { LanguageRules } from "../words/language-rules.ts";
import { capitalize, isCapitalized } from "../words/letter-case.ts";
import { indexPhrases, type Phrases, phrasesAt } from "../words/phrases.ts";
import { beginsSentence, endsSentence, spokenForm, type Token } from "../words/tokens.ts";
import type { Reasons } from "./reasons.ts";
import { markPhrases } from "./spoken-marks.ts";

/** How far back a restarted phrase may begin. */
const RESTART_WORDS = 6;
/** The longest written form that is looked for before the correction. */
const KIND_WORDS = 8;
/** The most words that a command takes back. */
const SENTENCE_WORDS = 200;
const LEAST_PAUSE_SECONDS = 0.25;

/** `between`: between commas alone; `again`: there, or where all words but one are said again. */
type Needs = "between" | "again";
type Step = { kind: "correction" | "erasure"; phrase: string; ordinary: boolean; needs?: Needs };

/** Where a correction or a command stands, and what is said around it. */
interface Place {
  step: Step;
  kept: readonly Token[];
  tokens: readonly Token[];
  at: number;
  length: number;
}

export function applySelfCorrections(
  tokens: readonly Token[],
  rules: LanguageRules,
  reasons: Reasons,
): Token[] {
  const phrases = stepsOf(rules);
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [found] = phrasesAt(phrases, tokens, at);
    const from = found
      ? beginningOf({ step: found.value, kept, tokens, at, length: found.length }, rules)
      : null;
    if (!found || from === null) {
      kept.push(tokens[at] as Token);
      at += 1;
      continue;
    }
    const first = kept[from];
    const restart = tokens[at + found.length];
    const capital = first !== undefined && isCapitalized(first.text) && beginsSentence(kept, from);
    const phrase = tokens.slice(at, at + found.length);
    reasons.add(found.value.kind === "erasure" ? "command" : "correction", [...kept.slice(from), ...phrase]);
    kept.length = from;
    at += found.length;
    if (restart) {
      const text = capital ? capitalize(restart.text, rules.code) : restart.text;
      kept.push({ ...restart, text, gap: from === 0 ? "" : (first?.gap ?? restart.gap) });
      at += 1;
    }
  }
  return kept;
}

const stepsByRules = new WeakMap<LanguageRules, Phrases<Step>>();

function stepsOf(rules: LanguageRules): Phrases<Step> {
  const known = stepsByRules.get(rules);
  if (known) return known;
  const { corrections, ordinaryCorrections = [], apologies = [], denials = [] } = rules;
  const { erasures = [], ordinaryErasures = [] } = rules;
  const steps = [
    ...corrections.map((phrase): Step => ({ kind: "correction", phrase, ordinary: false })),
    ...ordinaryCorrections.map((phrase): Step => ({ kind: "correction", phrase, ordinary: true })),
    ...apologies.map((phrase): Step => ({ kind: "correction", phrase, ordinary: true, needs: "again" })),
    ...denials.map((phrase): Step => ({ kind: "correction", phrase, ordinary: true, needs: "between" })),
    ...erasures.map((phrase): Step => ({ kind: "erasure", phrase, ordinary: false })),
    ...ordinaryErasures.map((phrase): Step => ({ kind: "erasure", phrase, ordinary: true })),
  ];
  const phrases = indexPhrases(steps, ({ phrase }) => phrase.toLowerCase().split(" "));
  stepsByRules.set(rules, phrases);
  return phrases;
}

/** Where in the words so far the taken-back part begins; null if that is not clear. */
function beginningOf(place: Place, rules: LanguageRules): number | null {
  const { step, kept, tokens, at, length } = place;
  if (kept.length === 0) return null;
  const start = sentenceStart(kept, rules, step.kind === "erasure" ? SENTENCE_WORDS : RESTART_WORDS);
  if (step.kind === "erasure") return isCommand(place, start, rules) ? start : null;
  const repair = tokens.slice(at + length, at + length + KIND_WORDS);
  if (repair.length === 0 || isPartOfClause(place, rules)) return null;
  const isBetween = [kept.at(-1), tokens[at + length - 1]].every((token) => COMMA.test(token?.after ?? ""));
  if (step.needs && !isBetween) return step.needs === "again" ? frameOf(kept, repair) : null;
  const anew = weighs(step, rules) ? null : frameOf(kept, repair);
  return sameKind(kept, repair, rules) ?? anew ?? restartOf(place, repair, start, rules);
}

const COMMA = /^[,，、]$/u;
const FRAME_WORDS = [3, 4, 5];

/** The same words again but for one: `the left knee, sorry, the right knee`. */
function frameOf(kept: readonly Token[], repair: readonly Token[]): number | null {
  for (const length of FRAME_WORDS) {
    const [said, instead] = [kept.slice(-length), repair.slice(0, length)];
    if (said.length < length || instead.length < length) return null;
    const other = said.filter((token, index) => spokenForm(token) !== spokenForm(instead[index]));
    if (other.length === 1 && !said.slice(0, -1).some(endsSentence)) return kept.length - length;
  }
  return null;
}

/** `To scratch that`, `what I mean`, `a correction`: the words belong to those before them. */
function isPartOfClause({ kept, at, tokens }: Place, { literalCommandAfter }: LanguageRules): boolean {
  const last = kept.at(-1);
  if (last === undefined || last.after !== "" || isLong(tokens[at]?.pauseSeconds)) return false;
  return literalCommandAfter?.includes(spokenForm(last)) ?? false;
}

function isLong(pauseSeconds: number | undefined): boolean {
  return pauseSeconds !== undefined && pauseSeconds >= LEAST_PAUSE_SECONDS;
}

function isCommand(place: Place, start: number, rules: LanguageRules): boolean {
  const { step, kept, tokens, at, length } = place;
  const [first, last, next] = [tokens[at], tokens[at + length - 1], tokens[at + length]];
  const apart = kept.at(-1)?.after !== "" || isLong(first?.pauseSeconds);
  const closed = next === undefined || last?.after !== "" || isLong(next.pauseSeconds);
  if (apart && closed) return true;
  if (isPartOfClause(place, rules) || last?.after !== "") return false;
  const sentence = kept.slice(start).map(spokenForm);
  if (next === undefined)
    return !step.ordinary && first?.pauseSeconds === undefined && !asks(sentence, rules);
  return isSaidAnew(sentence, tokens.slice(at + length, at + length + KIND_WORDS).map(spokenForm));
}

/** `Did Tom scratch that`. */
function asks([first = "", second = ""]: readonly string[], { questionStarts }: LanguageRules): boolean {
  return questionStarts.includes(first) || questionStarts.includes(`${first} ${second}`);
}

/** Both begin with the same word, or two words in a row come again. */
function isSaidAnew(sentence: readonly string[], anew: readonly string[]): boolean {
  if (sentence[0] === anew[0]) return true;
  const pairs = new Set(sentence.slice(1).map((word, index) => `${sentence[index]} ${word}`));
  return anew.slice(1).some((word, index) => pairs.has(`${anew[index]} ${word}`));
}

/** The word with which the phrase begins anew; one that may come twice by chance is none unless the next agrees, too. */
function restartOf(
  { step, kept, tokens, at: phraseAt, length }: Place,
  repair: readonly Token[],
  start: number,
  rules: LanguageRules,
): number | null {
  const [word = "", behind = ""] = repair.map(spokenForm);
  // `I mean I …` goes on rather than begins again, and a mark may be spoken twice.
  if (`${step.phrase} `.startsWith(`${word} `) || rules.marks.some(({ spoken }) => spoken === word))
    return null;
  const apart = kept.at(-1)?.after !== "" || isLong(tokens[phraseAt]?.pauseSeconds);
  const sure = apart || (length > 1 && !step.ordinary);
  const isNumberAnew = kindAt(repair.map(spokenForm), 1, rules) !== null;
  for (let at = kept.length - 1; at >= start; at -= 1) {
    if (spokenForm(kept[at]) !== word) continue;
    const isNumber =
      isNumberAnew && kindAt(kept.slice(at, at + KIND_WORDS).map(spokenForm), 1, rules) !== null;
    const areNames = isName(spokenForm(kept[at + 1]), rules) && isName(behind, rules);
    if (step.needs && !rules.spaced && spokenForm(kept[at + 1]) !== behind) continue;
    if (sure || isNumber || areNames || (!weighs(step, rules) && spokenForm(kept[at + 1]) === behind))
      return at;
  }
  return null;
}

/** `At the wall, or rather at the ivy` is good writing. */
function weighs({ ordinary, phrase }: Step, { rangeWords = [] }: LanguageRules): boolean {
  return ordinary && rangeWords.includes(phrase.split(" ")[0] ?? "");
}

/** Of what was said so far, spoken marks included; where it is farther back than anyone takes back, that far. */
function sentenceStart(kept: readonly Token[], rules: LanguageRules, mostWords: number): number {
  const earliest = Math.max(0, kept.length - mostWords);
  const spoken = spokenStops(kept, earliest, rules);
  // The sentence that a stop before the correction seems to end is the one that is corrected.
  let at = kept.length - 1;
  while (spoken[at - earliest] === true && at > earliest) at -= 1;
  while (at > earliest) {
    const ends = endsSentence(kept[at - 1] as Token) || spoken[at - 1 - earliest] === true;
    if (ends || kept[at]?.gap.includes("\n")) break;
    at -= 1;
  }
  return Math.max(at, 0);
}

/** Which words from `from` on say a mark that ends a sentence. */
function spokenStops(kept: readonly Token[], from: number, rules: LanguageRules): boolean[] {
  const phrases = markPhrases(rules.marks);
  const stops: boolean[] = [];
  for (let at = from; at < kept.length; at += 1) {
    const found = phrasesAt(phrases, kept, at).find(({ value }) => value.endsSentence);
    const isNoun = found?.value.literalAfter?.includes(spokenForm(kept[at - 1]));
    for (let place = at; found && !isNoun && place < at + found.length; place += 1)
      stops[place - from] = true;
  }
  return stops;
}

function sameKind(kept: readonly Token[], repair: readonly Token[], rules: LanguageRules): number | null {
  const said = kept.slice(-KIND_WORDS).map(spokenForm);
  const offset = kept.length - said.length;
  const instead = repair.map(spokenForm);
  const [before, after] = [said.at(-1) ?? "", instead[0] ?? ""];
  if (isName(before, rules) && isName(after, rules)) return kept.length - 1;
  const kind = kindAt(instead, 0, rules)?.kind;
  if (kind === undefined) return null;
  for (let at = 0; at < said.length; at += 1) {
    const found = kindAt(said, at, rules);
    const isAlike = found?.kind === kind || (found?.kind === "cardinal" && COUNTING.has(kind));
    if (isAlike && at + found.words === said.length) return offset + at;
  }
  return null;
}

/** Of a number whose unit is said after the right one alone: `six, no, eight millimetres`. */
const COUNTING = new Set(["measure", "money", "percent"]);

/** Weekdays and months, as far as the language capitalizes them. */
function isName(word: string, { capitalized }: LanguageRules): boolean {
  return word.length > 2 && Object.hasOwn(capitalized, word);
}

/** Small numbers count as well, although a sentence has them in words. */
function kindAt(
  words: readonly string[],
  at: number,
  rules: LanguageRules,
): { kind: string; words: number } | null {
  const written = rules.read(words, at);
  if (written) return { kind: written.kind, words: written.words };
  return Object.hasOwn(rules.numberStyle?.digits ?? {}, words[at] ?? "")
    ? { kind: "cardinal", words: 1 }
    : null;
}
