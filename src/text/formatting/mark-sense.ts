/** Whether the words of a mark are meant as the mark, or name a thing: `the trial period ended`. */
import type { LanguageRules, SpokenMark } from "../words/language-rules.ts";
import { isCapitalized } from "../words/letter-case.ts";
import { elided, spokenForm, spokenForms, type Token } from "../words/tokens.ts";
import { wordsAfter, wordsBefore } from "./mark-context.ts";
import { greetingLength } from "./names.ts";

/** A mark's words among the others, and what is known beside them. */
export interface MarkPlace {
  mark: SpokenMark;
  tokens: readonly Token[];
  at: number;
  length: number;
  /** The words before it with the marks that were spoken there. */
  done: readonly Token[];
  /** Marks and line breaks that were spoken directly before it and go to the next word. */
  open: string;
  /** How many tokens before it belong to its clause: back to a mark that was spoken. */
  clauseWords: number;
  /** Whose words follow, where they are another mark's. */
  next: SpokenMark | undefined;
  /** Whether nothing stands before the text where it goes. */
  startsText: boolean;
  /** Whether no other mark is named in the text. */
  alone: boolean;
  /** Whether the recognizer wrote marks within the text: then it would have set this one apart, too. */
  punctuated: boolean;
}

const NEAR_WORDS = 8;
/** How far from a mark what is said of writing is said of it. */
const WRITING_WORDS = 12;
/** Where words are characters. */
const NEAR_CHARACTERS = 6;
const SHORTEST_PAUSE_SECONDS = 0.25;
/** On top of the logarithm of the odds that the words around give, by how many of the pauses beside it are long. */
const PAUSE_ODDS = [-0.7, 1, Number.POSITIVE_INFINITY];

/** Hardly anybody names a thing and then breaks the line without a mark. */
const BEFORE_LAYOUT_ODDS = 2;
/** People who dictate one mark dictate others; set by the tuning halves of English. */
const OTHERS_ODDS = 1.5;

/** In a text with marks, where the recognizer would have set other ones around it. */
const UNMARKED_ODDS = -4;

export function isMeant(place: MarkPlace, rules: LanguageRules): boolean {
  const { mark, tokens, at, length, done, open, next } = place;
  if (tokens.slice(at, at + length).some(({ kind }) => kind !== undefined)) return false;
  const paused = pauseOdds(place);
  if (paused === Number.POSITIVE_INFINITY) return true;
  if (
    isTitled(place, rules) ||
    isNamed(place, rules) ||
    startsSenselessly(place, rules) ||
    endsSenselessly(place, rules)
  )
    return false;
  if (isOfWriting(place, rules)) return false;
  if (!rules.markNetwork) return !place.punctuated || fitsMarks(place, rules.spaced);
  const [before, after] = [wordsBefore(done, open), wordsAfter(tokens, at + length)];
  const layout = next?.written.startsWith("\n") ? BEFORE_LAYOUT_ODDS : 0;
  return (
    rules.markNetwork().evidence(before, after, mark.spoken) +
      paused +
      layout +
      (mark.odds ?? 0) +
      (place.punctuated && !fitsMarks(place, rules.spaced) ? UNMARKED_ODDS : 0) +
      (place.alone ? 0 : OTHERS_ODDS) >
    0
  );
}

/** `Il signor Punto`, whose capital a recognizer wrote. */
function isTitled({ tokens, at }: MarkPlace, { namedAfter, isNoun }: LanguageRules): boolean {
  const title = tokens[at - 1];
  if (title?.after !== "" || isNoun !== undefined) return false;
  return isCapitalized(tokens[at]?.text ?? "") && (namedAfter?.includes(spokenForm(title)) ?? false);
}

/** At the text's start only what opens something makes sense, and layout; but `Nowa linia produkcyjna ruszy.` is about a line. */
function startsSenselessly(place: MarkPlace, { markNetwork }: LanguageRules): boolean {
  const { mark, tokens, at, length, startsText, punctuated, open, next } = place;
  // `Neue Zeile Punkt eins`; but a dash begins an item.
  if (mark.joins === "left" && (open.includes("\n") || tokens[at]?.gap.includes("\n")))
    return !/[–—・]/u.test(mark.written) || next !== undefined;
  if (at > 0 || !startsText || tokens.length === length) return false;
  // `Point final, dit le maire`; but `point, à la ligne` is dictated.
  if (mark.joins === "left" && next === undefined) return true;
  if (tokens[length - 1]?.after !== "") return false;
  // `Semicolon comma` is two marks, as each alone is one.
  if (mark.joins === "left") return tokens.length > length + (next?.spoken.split(" ").length ?? 0);
  if (!mark.written.startsWith("\n")) return mark.joins === "both" && markNetwork === undefined;
  return (punctuated || place.alone) && !isLong(tokens[length]?.pauseSeconds);
}

/** At its end nothing is left to be joined, and what continues a sentence is talked about: `hier fehlt ein Komma`. */
function endsSenselessly(place: MarkPlace, rules: LanguageRules): boolean {
  const { mark, tokens, at, length, startsText, alone, punctuated } = place;
  // A mark that is all of the text is meant.
  if (!startsText || at === 0 || tokens.length > at + length || mark.written.startsWith("\n")) return false;
  if (mark.joins === "both") return true;
  return alone && !punctuated && !greets(tokens, rules) && CONTINUES.test(mark.written);
}

const MOST_GREETING_WORDS = 3;

function greets(tokens: readonly Token[], rules: LanguageRules): boolean {
  return greetingLength(spokenForms(tokens, 0, MOST_GREETING_WORDS), rules) > 0;
}

const MOST_GREETED_WORDS = 7;

function opensLetter(tokens: readonly Token[], rules: LanguageRules): boolean {
  const words = spokenForms(tokens, 0, MOST_GREETED_WORDS);
  const saysComma = rules.marks.some(({ spoken, written }) => written === "," && words.includes(spoken));
  return saysComma && greets(tokens, rules);
}

const CONTINUES = /^\s*[,;、，；،؛–—]$/u;

/** In a text with marks: where the recognizer would have set the mark, or at least none that speaks against it. */
function fitsMarks(place: MarkPlace, spaced: boolean): boolean {
  const { mark, tokens, at, length } = place;
  const behind = tokens[at + length];
  if (mark.joins !== "both") return standsApart(place, spaced);
  if (mark.written.startsWith("\n"))
    return behind === undefined ? endsApart(place) : !isWithin(place, behind, spaced);
  return NAME_LIKE.test(tokens[at - 1]?.text ?? "") && NAME_LIKE.test(behind?.text ?? "");
}

/** `Van de gewone nieuwe regel.` ends as a sentence does, and nothing divides it from the words before. */
function endsApart({ tokens, at, length, clauseWords, next }: MarkPlace): boolean {
  const guessed = tokens[at + length - 1]?.after ?? "";
  const isDivided = clauseWords === 0 || next !== undefined || tokens[at - 1]?.after !== "";
  return guessed === "" || (!ASKS.test(guessed) && (isDivided || isLong(tokens[at]?.pauseSeconds)));
}

/** `Cada viñeta lleva una fecha.`, `le passage à la ligne varie`, `这一段换行以后`: nothing divides the words from those beside them. */
function isWithin(
  { tokens, at, length, clauseWords, next }: MarkPlace,
  behind: Token,
  spaced: boolean,
): boolean {
  const isDivided = clauseWords === 0 || next !== undefined || tokens[at - 1]?.after !== "";
  const isFollowed = tokens[at + length - 1]?.after !== "" || /^[\p{Lu}\p{Nd}]/u.test(behind.text);
  const mayBeNoun = length === 1 || !spaced || spokenForm(tokens[at]) === "à";
  const isPaused = [tokens[at], behind].some((token) => isLong(token?.pauseSeconds));
  return mayBeNoun && !isDivided && !isFollowed && !isPaused;
}

/**
 * `У цитаті загубилася кома` talks of the mark: people who dictate marks dictate more than one. But a last stop ends the sentence, and
 * between two clauses each mark divides them, whatever they speak of.
 */
function isOfWriting(place: MarkPlace, rules: LanguageRules): boolean {
  const { mark, alone, tokens, at, length } = place;
  const { writing, namedThen, spaced } = rules;
  if (!alone || writing === undefined || (tokens[at - 1]?.after ?? "") !== "") return false;
  if (isHeading(place, rules)) return false;
  const words = (from: number, to: number) => spokenForms(tokens, from, to).join(spaced ? " " : "");
  const [before, after] = [words(at - WRITING_WORDS, at), words(at + length, at + WRITING_WORDS)];
  if (after === "" ? mark.endsSentence : before !== "" && namedThen?.test(after) === false) return false;
  return writing.test(before) || writing.test(after);
}

const ASKS = /[?？؟]/u;
/** Words that a recognizer with marks leaves to be joined: `Müller Bindestrich Lüders`, `A Bindestrich 7`. */
const NAME_LIKE = /^[\p{Lu}\p{Nd}]|^\p{Script=Latin}{1,2}$/u;

/** Between marks, long pauses or other spoken marks, or where the text ends as the mark would end it. */
function standsApart({ mark, tokens, at, length, clauseWords, next }: MarkPlace, spaced: boolean): boolean {
  if (next !== undefined) return true;
  const guessed = tokens[at + length - 1]?.after ?? "";
  const behind = tokens[at + length];
  const apartBefore = clauseWords === 0 || tokens[at - 1]?.after !== "" || isLong(tokens[at]?.pauseSeconds);
  // `Betreff Doppelpunkt, Kündigung`
  if (clauseWords === 1 && /^[.,，。]$/u.test(guessed) && /[:：]/u.test(mark.written)) return true;
  if (behind === undefined) return apartBefore || guessed === "" || (spaced && endsAs(mark, guessed));
  return apartBefore && (guessed !== "" || isLong(behind.pauseSeconds));
}

/** A recognizer that hears a question ends no statement, and nothing ends with a comma. */
function endsAs({ endsSentence, written }: SpokenMark, guessed: string): boolean {
  return endsSentence === true && (ASKS.test(written) || !ASKS.test(guessed));
}

export function isLong(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds >= SHORTEST_PAUSE_SECONDS;
}

const MOST_NAME_WORDS = 5;

/**
 * The language's own patterns: articles, measure words, particles. A clause after a comma is marked with it: what lists
 * things is no name.
 */
function isNamed(place: MarkPlace, rules: LanguageRules): boolean {
  const { spaced, particles, listSteps = [], letters } = rules;
  const { mark, next: behindMark, tokens, at, length, clauseWords } = place;
  // `Viele Grüße Zeile Jana Kern`
  const closes = mark.afterMark && letters?.closings.includes(spokenForm(tokens[at - 1]));
  if (closes && tokens.length <= at + length + MOST_NAME_WORDS) return false;
  // `Betreff Doppelpunkt Mahnung Absatz sehr geehrter Herr Stein Komma`
  if (mark.afterMark && at > 0 && opensLetter(tokens.slice(at + length), rules)) return false;
  if (mark.afterMark && (clauseWords > 0 || at === 0 || /^\d|^$/.test(tokens[at + length]?.text ?? "")))
    return true;
  const [last, next] = [clauseWords > 0 ? tokens[at - 1] : undefined, tokens[at + length]];
  // `Ich lege Widerspruch ein, Punkt, Absatz`: what stands between marks names nothing.
  const isApart =
    last?.after === "," && (tokens[at + length - 1]?.after !== "" || tokens.length === at + length);
  // `Wir laden Sie ein Punkt neuer Absatz`
  const isParticle = behindMark?.written.includes("\n") && particles?.includes(spokenForm(last));
  const isFree = isApart || isParticle || /[.!?\n]/.test(last?.after ?? "");
  // `Au lieu d'une virgule`
  const noun = spokenForm(last).replace(/^d'/, "");
  if (last && !isFree && mark.literalAfter?.includes(noun)) return true;
  const behind = spokenForm(next);
  const isBefore = (word: string) => mark.literalBefore?.includes(word) ?? false;
  if (tokens[at + length - 1]?.after === "" && (isBefore(behind) || isBefore(elided(behind)))) return true;
  const [joint, near] = spaced ? [" ", NEAR_WORDS] : ["", NEAR_CHARACTERS];
  const listed =
    clauseWords > 0 && clauseWords <= near && /[,;]$/.test(place.done.at(-clauseWords - 1)?.after ?? "");
  const before = (listed ? ", " : "") + clauseBefore(tokens, at, Math.min(clauseWords, near)).join(joint);
  const after = clauseAfter(tokens, at + length, near).join(joint);
  // `Komma neuer Absatz in der Sache …`: a line breaks behind a mark. `Są dwukropek po pierwsze …`
  const isLayout = clauseWords === 0 && at > 0 && mark.written.startsWith("\n") && tokens[at]?.gap === " ";
  const isBeforeLayout = mark.joins === "left" && behindMark?.written.startsWith("\n");
  const isBeforeList =
    /^[:：]$/u.test(mark.written) &&
    listSteps[0]?.every((word, place) => spokenForm(tokens[at + length + place]) === word);
  // `Nevím, jestli přijde tečka`, where marks are dictated: the last stop is one.
  const isLastStop = !place.alone && mark.endsSentence && tokens.length === at + length && clauseWords > 1;
  if (isLayout || isBeforeLayout || isBeforeList || isLastStop) return false;
  if (lacksNoun(before, place, rules)) return true;
  const { alone } = place;
  if (mark.literalBehind?.test(before) || (alone && mark.aloneBehind?.test(before))) return true;
  const isAhead = mark.literalAhead?.test(after) || (alone && mark.aloneAhead?.test(after));
  if (isAhead && !(alone && isHeading(place, rules))) return true;
  return alone && mark.aloneAround?.test([before, "~", after].join(joint)) === true;
}

/** `Nazwisko dwukropek Kowalski`: one word before a colon, and after it no clause about the mark. */
function isHeading({ mark, tokens, at, length }: MarkPlace, { namedThen, spaced }: LanguageRules): boolean {
  if (at !== 1 || !spaced || mark.written !== ":") return false;
  const after = spokenForms(tokens, at + length, at + length + NEAR_WORDS);
  return after.length > 0 && namedThen?.test(after.join(" ")) === false;
}

/** `Sah einen dunklen Punkt auf dem Bild`, but `sah einen Wagen Punkt`: an adjective behind an article. */
function lacksNoun(said: string, { mark, alone }: MarkPlace, { isNoun, adjectives }: LanguageRules): boolean {
  const always = adjectives?.always.test(said) === true;
  if (!always && !(alone && adjectives?.alone.test(said))) return false;
  const [article = "", word = ""] = said.split(" ").slice(-2);
  // An ending of adjectives: before another noun a listed one stays a noun, `der Computer`, and `der springende` is none.
  return isNoun?.({ word, before: [article], after: always ? [mark.spoken] : [] }) !== true;
}

function clauseBefore(tokens: readonly Token[], at: number, most: number): string[] {
  const words: string[] = [];
  for (let place = at - 1; place >= at - most; place -= 1) {
    const token = tokens[place];
    if (token === undefined || token.text === "" || token.after !== "") break;
    words.unshift(...wordsOf(token));
    if (token.gap.includes("\n")) break;
  }
  return words;
}

function clauseAfter(tokens: readonly Token[], from: number, most: number): string[] {
  if (tokens[from - 1]?.after !== "") return [];
  const words: string[] = [];
  for (const token of tokens.slice(from, from + most)) {
    if (token.text === "" || token.gap.includes("\n")) break;
    words.push(...wordsOf(token));
    if (token.after !== "") break;
  }
  return words.slice(0, most);
}

function wordsOf(token: Token): string[] {
  return token.said?.split(" ") ?? [spokenForm(token)];
}

function pauseOdds({ tokens, at, length }: MarkPlace): number {
  const [before, after] = [tokens[at]?.pauseSeconds, tokens[at + length]?.pauseSeconds];
  if (before === undefined) return 0;
  const long = [before, after ?? Number.POSITIVE_INFINITY].filter(isLong).length;
  return PAUSE_ODDS[at === 0 ? Math.min(long, 1) : long] ?? 0;
}
