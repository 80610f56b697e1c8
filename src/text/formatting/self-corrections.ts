/**
 * Words that the speaker takes back: `at five, no wait, at six` → `at six`, and whole sentences: `scratch that`. Words go only if it
 * shows that this is meant: what is said anew is of one kind with the words before (a number, a weekday, a date) or repeats some of
 * them; or the command stands alone, between pauses or marks, or at the end.
 */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { capitalize, isCapitalized } from "../words/letter-case.ts";
import { indexPhrases, type Phrases, phrasesAt } from "../words/phrases.ts";
import { beginsSentence, elided, endsSentence, spokenForm, type Token, wordForms } from "../words/tokens.ts";
import { isLong } from "./mark-sense.ts";
import type { Reasons } from "./reasons.ts";
import {
  anewFrom,
  areAlike,
  type Beginning,
  beginningAt,
  frameOfCharacters,
  isAnyName,
  isName,
  KIND_WORDS,
  keepingTail,
  kindAt,
  otherSide,
  sameKind,
} from "./said-anew.ts";
import { partAnew } from "./said-in-part.ts";
import { markPhrases } from "./spoken-marks.ts";

/** How far back a restarted phrase may begin. */
const RESTART_WORDS = 6;
/** The most words that a command takes back. */
const SENTENCE_WORDS = 200;

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
    const found = phrasesAt(phrases, tokens, at)[0];
    const beginning = found
      ? beginningOf({ step: found.value, kept, tokens, at, length: found.length }, rules)
      : null;
    if (!found || beginning === null) {
      kept.push(tokens[at] as Token);
      at += 1;
      continue;
    }
    const { from, skipped = 0, until = kept.length, words = 0 } = beginning;
    const first = kept[from];
    const end = at + found.length + skipped;
    const restart = tokens[end];
    const capital = first !== undefined && isCapitalized(first.text) && beginsSentence(kept, from);
    const [phrase, behind] = [tokens.slice(at, end), kept.slice(until)];
    const taken = [...kept.slice(from, until), ...phrase];
    reasons.add(found.value.kind === "erasure" ? "command" : "correction", taken);
    kept.length = from;
    at = end;
    if (restart) {
      // `For breach of trust. No, sorry. Breach of contract.`
      const said = spokenForm(first) === spokenForm(restart) ? (first?.text ?? "") : restart.text;
      const text = capital ? capitalize(said, rules.code) : said;
      kept.push({ ...restart, text, gap: from === 0 ? "" : (first?.gap ?? restart.gap) });
      at += 1;
    }
    if (behind.length === 0) continue;
    kept.push(...tokens.slice(at, end + words));
    at = end + words;
    const [last, tail] = [kept.pop() as Token, behind.pop() as Token];
    kept.push({ ...last, after: "" }, ...behind, { ...tail, after: last.after });
  }
  return kept;
}

const stepsOf = oncePer((rules: LanguageRules): Phrases<Step> => {
  const step = (kind: Step["kind"], phrases: readonly string[] = [], ordinary = true, needs?: Needs) =>
    phrases.map((phrase): Step => ({ kind, phrase, ordinary, ...(needs && { needs }) }));
  const steps = [
    ...step("correction", rules.corrections, false),
    ...step("correction", rules.ordinaryCorrections),
    ...step("correction", rules.apologies, true, "again"),
    ...step("correction", rules.denials, true, "between"),
    ...step("erasure", rules.erasures, false),
    ...step("erasure", rules.ordinaryErasures),
  ];
  return indexPhrases(steps, ({ phrase }) => phrase.toLowerCase().split(" "));
});

/** Where in the words so far the taken-back part begins, and how many of the next words go with it; null if that is not clear. */
function beginningOf(place: Place, rules: LanguageRules): Beginning | null {
  const { step, kept, tokens, at, length } = place;
  if (kept.length === 0) return null;
  const start = sentenceStart(kept, rules, step.kind === "erasure" ? SENTENCE_WORDS : RESTART_WORDS);
  const repair = tokens.slice(at + length, at + length + KIND_WORDS);
  if (step.kind === "erasure") return erased(place, start, repair, rules);
  // `Ouvrez les guillemets non fermez les guillemets`; and a mark may be spoken twice.
  if (phrasesAt(markPhrases(rules.marks), tokens, at + length).length > 0) return null;
  if (repair.length === 0 || isPartOfClause(place, rules) || leavesParticle(kept, repair, rules)) return null;
  const isBetween = [kept.at(-1), tokens[at + length - 1]].every((token) => COMMA.test(token?.after ?? ""));
  // `Links nee rechts`; but `z lewej, nie z prawej` may deny the second.
  if (step.needs === "between" && !isBetween) {
    if (kept.at(-1)?.after !== "") return null;
    const isDenial = rules.negations?.includes(step.phrase);
    const anew = isDenial ? null : barelyAnew(place, repair, rules);
    // `Room fourteen no room forty`; but `yes to Monday no to Tuesday`
    const isAnswer = kept.slice(start).some((token) => YES.test(spokenForm(token)));
    return anew ?? (isAnswer ? null : restartOf({ ...place, isBetween }, repair, start, rules));
  }
  // `Un adarme de seda; digo seda verde porque …`
  if (/[;:]/.test(kept.at(-1)?.after ?? "") && step.ordinary) return null;
  const needsMore = weighs(step, rules) || (step.needs === "between" && !rules.spaced);
  const anew = anewFrom(kept, repair, { isBetween, needsMore }, rules);
  const mayRestart = isBetween || !step.needs || (step.needs === "again" && rules.spaced);
  return anew ?? (mayRestart ? restartOf({ ...place, isBetween }, repair, start, rules) : null);
}

/** Without commas: `links nee rechts`, `ordina sei no otto filtri`, `改到五号等一下改到六号`; but 想去北京不想去北京 asks. */
function barelyAnew({ step, kept }: Place, repair: readonly Token[], rules: LanguageRules): Beginning | null {
  const isNumber = kindAt(wordForms(repair), 0, rules) !== null;
  // `Op dinsdag nee op woensdag`
  const again = sameKind(kept, repair.slice(1), rules);
  const mayBePhrase = !rules.spaced && step.phrase.length > 1;
  return (
    otherSide(kept, repair, rules) ??
    beginningAt(
      (isNumber ? sameKind(kept, repair, rules) : null) ??
        (again !== null && spokenForm(repair[0]) === spokenForm(kept[again - 1]) ? again - 1 : null) ??
        (mayBePhrase ? frameOfCharacters(kept, repair) : null),
    )
  );
}

const COMMA = /^[,，、]$/u;
const YES = /^(?:yes|ja|oui|s[íìi]|sim|tak)$/;

/** `Rufen Sie den Klempner an, Entschuldigung, den Elektriker`: the verb would lose its half. */
function leavesParticle(
  kept: readonly Token[],
  repair: readonly Token[],
  { particles = [] }: LanguageRules,
): boolean {
  const last = spokenForm(kept.at(-1));
  const isSecondHalf = particles.length > 0 && (particles.includes(last) || PARTICIPLE.test(last));
  return isSecondHalf && !repair.some((token) => spokenForm(token) === last);
}

/** Of German and Dutch: `auf den Zwölften verschoben`. */
const PARTICIPLE = /^(?:ge|ver|be|ent|zer|ab|an|auf|aus|ein|vor)\p{L}{3,}(?:t|en|d)$/u;

/** `To scratch that`, `what I mean`, `a correction`: the words belong to those before them. */
function isPartOfClause({ kept, at, tokens }: Place, { literalCommandAfter }: LanguageRules): boolean {
  const last = kept.at(-1);
  if (last === undefined || last.after !== "" || isLong(tokens[at]?.pauseSeconds)) return false;
  return literalCommandAfter?.includes(spokenForm(last)) ?? false;
}

/**
 * A command takes back all of the sentence, if it ends there or begins anew; and the part that is said otherwise, if only a
 * part follows: `order six, scratch that, eight filters`.
 */
function erased(
  place: Place,
  start: number,
  repair: readonly Token[],
  rules: LanguageRules,
): Beginning | null {
  const { step, kept, tokens, at, length } = place;
  const [first, last, next] = [tokens[at], tokens[at + length - 1], tokens[at + length]];
  const apart = kept.at(-1)?.after !== "" || isLong(first?.pauseSeconds);
  const isAlone = apart && (next === undefined || last?.after !== "" || isLong(next.pauseSeconds));
  if (isAlone && (next === undefined || endsSentence(last as Token))) return { from: start };
  if (!isAlone && (isPartOfClause(place, rules) || last?.after !== "")) return null;
  if (next === undefined) {
    const mayAsk = asks(kept.slice(start).map(spokenForm), rules);
    return !step.ordinary && first?.pauseSeconds === undefined && !mayAsk ? { from: start } : null;
  }
  return partAnew(kept, start, repair, isAlone, rules) ?? (isAlone ? { from: start } : null);
}

/** `Did Tom scratch that`. */
function asks([first = "", second = ""]: readonly string[], { questionStarts }: LanguageRules): boolean {
  return questionStarts.includes(first) || questionStarts.includes(`${first} ${second}`);
}

/**
 * The word with which the phrase begins anew; one that may come twice by chance is none unless the next agrees, too. Of an
 * article or a preposition another form may begin it, if the word itself does not stand farther back.
 */
function restartOf(
  { step, kept, tokens, at: phraseAt, length, isBetween }: Place & { isBetween: boolean },
  repair: readonly Token[],
  start: number,
  rules: LanguageRules,
): Beginning | null {
  const [word = "", behind = ""] = wordForms(repair);
  // `I mean I …` continues rather than begins again.
  if (`${step.phrase} `.startsWith(`${word} `)) return null;
  const stop = kept.at(-1)?.after ?? "";
  const isAcross = SENTENCE_STOP.test(stop);
  // `Is this your coat? No, sorry, that one.`
  if (isAcross && /[?？]/u.test(stop)) return null;
  const apart = stop !== "" || isLong(tokens[phraseAt]?.pauseSeconds);
  // `I am sorry I am late`: outside of commas only numbers and weekdays show that an apology corrects.
  const isClear = isBetween || !step.needs;
  const sure = isClear && (apart || (length > 1 && !step.ordinary));
  const isNumberAnew = kindAt(wordForms(repair), 1, rules) !== null;
  for (let at = kept.length - 1; at >= start; at -= 1) {
    const said = spokenForm(kept[at]);
    if (said !== word && (isAcross || !areAlike(said, word, rules))) continue;
    const isNumber =
      isNumberAnew && kindAt(kept.slice(at, at + KIND_WORDS).map(spokenForm), 1, rules) !== null;
    const last = spokenForm(repair[kept.length - 1 - at]);
    // `Bis Ende Juni, Korrektur, bis Mitte Juli`
    const endInNames =
      isClear && !step.ordinary && isName(spokenForm(kept.at(-1)), rules) && isName(last, rules);
    const others = [kept[at + 1], repair[1]];
    const isKind = isNumber || endInNames || others.every((other) => isNamed(other, isBetween, rules));
    if (step.needs && !rules.spaced && spokenForm(kept[at + 1]) !== behind) continue;
    if (
      sure ||
      isKind ||
      (at === kept.length - 2 &&
        isClear &&
        ((said === word && endAlike(spokenForm(kept[at + 1]), behind)) || MEANT.test(step.phrase))) ||
      (isClear && said === word && !weighs(step, rules) && spokenForm(kept[at + 1]) === behind)
    )
      return isSafe({ kept, at, start, repair, step, isKind }, rules)
        ? keepingTail(kept, at, repair, rules)
        : null;
  }
  return null;
}

/** Between commas the recognizer's capital shows one, unless all nouns have it. */
function isNamed(token: Token | undefined, isBetween: boolean, rules: LanguageRules): boolean {
  const hasCapital = isBetween && !rules.isNoun && isCapitalized(token?.text ?? "");
  return hasCapital || isAnyName(spokenForm(token), rules);
}

/** `Gegen Nüsse, ich meine gegen Hausstaub`: the speaker says that another word was meant. */
const MEANT = /^(?:ich mein|volev|quise |quer[ií]a |chcia|je voulais)/;

/** `Am zwölften, nein, am dreizehnten`, of one preposition. */
function endAlike(one: string, other: string): boolean {
  const isLong = Math.min(one.length, other.length) >= SHORTEST_ALIKE;
  return isLong && one !== other && one.slice(-2) === other.slice(-2);
}

const SHORTEST_ALIKE = 6;
const SENTENCE_STOP = /[.!?。！？]/u;

/** `isKind`: a number or a name stands behind either. */
type Restart = Pick<Place, "step" | "kept" | "at"> & {
  start: number;
  repair: readonly Token[];
  isKind: boolean;
};

/** Nothing is lost that the words said anew do not say. */
function isSafe({ kept, at, start, repair, step, isKind }: Restart, rules: LanguageRules): boolean {
  const [word, behind] = wordForms(repair);
  const [before, taken] = [kept.slice(start, at), kept.slice(at)];
  // `No, perdón, no puedo` answers.
  if (at === start && taken.length === 1 && denies(taken[0] as Token, rules)) return false;
  // `La reunión con el jefe, no, la cita`: either may be meant.
  if (spokenForm(taken[0]) !== word && before.some((token) => spokenForm(token) === word)) return false;
  // `Non è bello, anzi è brutto`, `do not give this, sorry, give that`: what is said anew would be denied.
  const isDenied = (words: readonly Token[]) => words.some((token) => denies(token, rules));
  if (isDenied(before)) return false;
  // `He is not coming, I mean, he is ill` explains; `it's good, no, it's excellent` heightens.
  if (step.ordinary && isDenied(taken) && !isDenied(repair)) return false;
  return step.needs !== "between" || isKind || at > start || spokenForm(taken[1]) === behind;
}

function denies(token: Token, { negations = [] }: LanguageRules): boolean {
  const word = spokenForm(token);
  return word.endsWith("n't") || negations.includes(word) || negations.includes(elided(word));
}

/** `At the wall, or rather at the ivy` is good writing. */
function weighs({ ordinary, phrase }: Step, { rangeWords = [] }: LanguageRules): boolean {
  return ordinary && rangeWords.includes(phrase.split(" ")[0] ?? "");
}

/** Of what was said so far, spoken marks included; if it is farther back than anyone takes back, that far. */
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
