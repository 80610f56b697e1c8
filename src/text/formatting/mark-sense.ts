/** Whether the words of a mark are meant as the mark, or name a thing: `the trial period ended`. */
import type { LanguageRules, SpokenMark } from "./language-rules.ts";
import { evidenceOf, isArticle, isAuxiliary, isDeterminer, isVerbForm } from "./mark-evidence.ts";
import { spokenForm, type Token } from "./tokens.ts";

/** A mark's words among the others, and what is known beside them. */
export interface MarkPlace {
  mark: SpokenMark;
  tokens: readonly Token[];
  at: number;
  length: number;
  /** How many tokens before it belong to its clause: back to a mark that was written or spoken. */
  clauseWords: number;
  /** Whether a mark was spoken directly before it. */
  followsMark: boolean;
  /** Whose words follow, where they are another mark's. */
  next: SpokenMark | undefined;
  /** Whether nothing stands before the text where it goes. */
  startsText: boolean;
}

const WORDS_BEFORE = 12;
const WORDS_AFTER = 3;
const NEAR_WORDS = 3;

/** In steps of the logarithm of the odds, on top of what the words around say; set by `bench:dictation-words`. */
const ODDS = {
  /** Commas are seldom talked about; `period` and `colon` name other things too. */
  mark: 2.6,
  markAndThing: 1,
  /** `bullet point`, `new line`: seldom talked about. */
  layout: 1.5,
  /** Between two words of which neither says much: `follow hyphen up`. */
  symbol: 2,
  besideMark: 3,
  /** `the trial period question mark`: two marks that stick to one word. */
  secondMark: -4,
  /** What one tells others to do begins sentences in mail more often than in novels. */
  order: 2.5,
  /** `no comma thanks`. */
  answer: 5,
  /** The recognizer heard a boundary before it. */
  guessedMark: 3,
  /** The recognizer ends a sentence with it: `how long is the trial period?` */
  ownMark: -2.5,
  atEnd: 3,
  /** `the oxford comma divides people`: a verb's subject takes no mark behind it. */
  subject: -5,
  /** `The trial period ended`. */
  stoppedSubject: -7,
  /** `during that period we grew`, `at a later period he moved`: no sentence is a preposition and its object. */
  incomplete: -5.5,
  /** `five years, during which period he wrote`, `at that period`, `a period of rest`. */
  named: -6,
  /** `a deep slash in the tire`: an article before, and what tells more of a noun behind. */
  described: -3,
  pauseOnBothSides: 4,
  pauseOnOneSide: 1,
  noPause: -0.7,
};
const SHORTEST_PAUSE_SECONDS = 0.25;
/** Directly before a word that is a mark or a verb they show the verb: `to dash`, `we slash prices`. */
const BEFORE_VERB = new Set(
  "to will would can could must should shall may might i we they he she let's".split(" "),
);
/** Past forms that are orders, too. */
const ORDERS = new Set("put set let cut hit shut split spread beat".split(" "));
/** Sentences of one word. */
const ANSWERS = new Set(
  "yes no yeah ok okay sure thanks done great good right fine perfect agreed hello hi well".split(" "),
);
/** Directly before the last word of a text they show its noun: `i hate this comma`. */
const NOUN_LEADS = new Set("this that more another each every missing extra".split(" "));
/** That are no nouns as well, as `little`, `same` and `first` can be; before a mark that is named, or a time. */
const ADJECTIVES = new Set(
  (
    "big bigger biggest small smaller smallest tiny long longer short shorter bold huge single missing extra misplaced stray strange " +
    "odd weird lone additional needless unnecessary difficult thick thin heavy dramatic proper simple sudden brief stupid silly " +
    "entire previous remote particular certain later earlier quick hasty desperate"
  ).split(" "),
);
const JOINING = new Set("of to than that which who and or but as if when because too here there".split(" "));
/** Behind `one` and what it counts. */
const COUNTED = new Set("too for in of on at per is was".split(" "));
/** Directly behind a verb they show a question, which begins a sentence: `is it big`. */
const SUBJECTS = new Set("i you he she it we they me us this that there the your my".split(" "));
/** Between a subject and its verb. */
const ADVERBS = new Set(
  "often never also always soon still already now then just even almost ever seldom sometimes no longer".split(
    " ",
  ),
);
const IMPERATIVES = new Set(
  (
    "please let let's make send call check bring buy take see give add put ask tell get go find use try keep remember " +
    "note remind write schedule book order confirm review sign thanks thank sorry"
  ).split(" "),
);
/** Marks with which no text ends. */
const NEVER_LAST = /^ ?[,;:–—\-/\\_&*+=]$/u;
const PREPOSITIONS = new Set(
  "in on at of for with from by during throughout within after before over under until since through about".split(
    " ",
  ),
);
/** Of a time. */
const DURING = new Set("at during throughout within".split(" "));
const LONGEST_PHRASE_WORDS = 4;
const DESCRIBING = new Set("in on of at for with from".split(" "));
const OBJECT_BEFORE_VERB = new Set("me him her them us".split(" "));
const DIRECTIONS = new Set(
  "across for to out off into through back over around home down up away from".split(" "),
);

export function isMeant(place: MarkPlace, rules: LanguageRules): boolean {
  const { mark, tokens, at, length } = place;
  if (tokens.slice(at, at + length).some(({ kind }) => kind !== undefined)) return false;
  const paused = pauseOdds(place);
  if (paused >= ODDS.pauseOnBothSides) return true;
  const before = endsClause(tokens[at - 1]) ? "" : spokenForm(tokens[at - 1]);
  const after = tokens[at + length - 1]?.after === "" ? spokenForm(tokens[at + length]) : "";
  if (mark.literalAfter?.includes(before) || mark.literalBefore?.includes(after)) return false;
  if (startsSenselessly(place) || isNamed(place, rules)) return false;
  if (rules.markWeights === undefined) return true;
  if (mark.isVerb && isVerbHere(before, after)) return false;
  return evidence(place, rules.markWeights) + paused > 0;
}

/** At the text's start only layout and what opens something makes sense. */
function startsSenselessly({ mark, tokens, at, length, startsText }: MarkPlace): boolean {
  return (
    at === 0 && startsText && mark.joins === "left" && tokens.length > length && tokens[at]?.after === ""
  );
}

/** The language's own patterns: articles, measure words, particles. */
function isNamed({ mark, tokens, at, length, clauseWords }: MarkPlace, { spaced }: LanguageRules): boolean {
  const joint = spaced ? " " : "";
  const before = wordsBefore(tokens, at, Math.min(clauseWords, NEAR_WORDS)).toReversed().join(joint);
  const after = wordsAfter(tokens, at + length).join(joint);
  return (mark.literalBehind?.test(before) ?? false) || (mark.literalAhead?.test(after) ?? false);
}

function evidence(place: MarkPlace, weights: NonNullable<LanguageRules["markWeights"]>): number {
  const { mark, tokens, at, length, clauseWords, followsMark, next } = place;
  const isLayout = mark.written.startsWith("\n");
  const markFollows = next?.joins === "left";
  const layoutFollows = next !== undefined && !markFollows;
  const sticks = mark.joins === "left";
  const before = wordsBefore(tokens, at, Math.min(clauseWords, WORDS_BEFORE));
  const after = next ? [] : wordsAfter(tokens, at + length);
  const near = before.slice(0, NEAR_WORDS);
  let sum = evidenceOf(weights[mark.endsSentence ? "stop" : "pause"], { before, after });
  sum += isLayout ? ODDS.layout : sticks ? (mark.isThing ? ODDS.markAndThing : ODDS.mark) : ODDS.symbol;
  if (followsMark || layoutFollows || (markFollows && !near.some(isArticle))) sum += ODDS.besideMark;
  else if (markFollows) sum += ODDS.secondMark;
  if (tokens[at - 1]?.after !== "" && !tokens[at - 1]?.spoken && at > 0) sum += ODDS.guessedMark;
  else if (tokens[at + length - 1]?.after !== "") sum += ODDS.ownMark;
  if (after.length === 0 && !near.some(isArticle)) sum += ODDS.atEnd;
  if (isSubject(before, after, mark))
    sum += mark.isThing && mark.endsSentence ? ODDS.stoppedSubject : ODDS.subject;
  if (mark.endsSentence && IMPERATIVES.has(after[0] ?? "")) sum += ODDS.order;
  if ((mark.endsSentence || mark.isVerb) && after[0] && isObjectOnly(before)) sum += ODDS.incomplete;
  if (isNamedThing(before, after, mark) || isNounPhrase(before, after, mark)) sum += ODDS.named;
  const isDescribed = near.slice(0, 2).some(isArticle) || near[1] === "one";
  if ((!sticks || mark.isVerb) && !isLayout && isDescribed && DESCRIBING.has(after[0] ?? ""))
    sum += ODDS.described;
  if (before.length === 1 && before[0] === "no" && after[0] && after[0] !== "of" && !isAuxiliary(after[0]))
    sum += ODDS.answer;
  return sum;
}

/** Whether the clause so far is only a verb's subject, or ends in an article and one word, and the verb follows: `the trial … ended`. */
function isSubject(
  before: readonly string[],
  after: readonly string[],
  { endsSentence: ends = false, isThing = false }: SpokenMark,
): boolean {
  const [verb = "", behind = ""] = withoutAdverbs(after);
  const opening = before.at(-1) ?? "";
  const alone = before.length > 0 && before.length <= 3 && isDeterminer(opening);
  const bare = isThing && ends && before.length > 0 && before.length <= 2 && !ANSWERS.has(opening);
  if (!alone && !bare && !isArticle(before[1] ?? "")) return false;
  return isVerbForm(verb) && (ends || !verb.endsWith("ed")) && !(maybeBegins(verb) && SUBJECTS.has(behind));
}

/** `Never really ended`, `no longer applies`. */
function withoutAdverbs(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !ADVERBS.has(word) && !/..ly$/.test(word));
  return words.slice(Math.max(from, 0));
}

/** A verb that begins questions or orders as well. */
function maybeBegins(verb: string): boolean {
  return isAuxiliary(verb) || ORDERS.has(verb);
}

/** Whether the clause so far is a preposition, and what the word of the mark may belong to: `in that`, `at a later`, `with one bold`. */
function isObjectOnly(before: readonly string[]): boolean {
  if (before.length < 2 || before.length > LONGEST_PHRASE_WORDS) return false;
  const [opening = "", second = ""] = before.toReversed();
  return PREPOSITIONS.has(opening) && (isDeterminer(second) || second === "one");
}

function isNamedThing(
  [before = "", leading = ""]: readonly string[],
  [after = "", behind = ""]: readonly string[],
  { isThing, written }: SpokenMark,
): boolean {
  if ((before === "which" || before === "whose") && (isThing || isAuxiliary(after))) return true;
  // A text that ends with a comma seldom ends with `this` before it.
  if (after === "" && NOUN_LEADS.has(before) && NEVER_LAST.test(written)) return true;
  if (!isThing) return false;
  if ((before === "this" || before === "that") && DURING.has(leading)) return true;
  return after === "of" && behind !== "" && behind !== "course";
}

/** `One bold dash he …`, `each tiny comma in`, `one comma too many`: what was said before asks for a noun, and none follows. */
function isNounPhrase(
  before: readonly string[],
  [after = ""]: readonly string[],
  { written }: SpokenMark,
): boolean {
  const [last = "", leading = ""] = before;
  if (last === "more" && leading === "one" && after === "" && written === ".") return true;
  if (last === "one") return COUNTED.has(after) && !isDeterminer(leading) && leading !== "";
  if (!ADJECTIVES.has(last)) return false;
  const opening = before.find((word) => !ADJECTIVES.has(word)) ?? "";
  return (isDeterminer(opening) || opening === "one") && goesOnWithoutNoun(after);
}

function goesOnWithoutNoun(word: string): boolean {
  if (word === "" || PREPOSITIONS.has(word) || SUBJECTS.has(word) || JOINING.has(word)) return true;
  return isVerbForm(word);
}

function isVerbHere(before: string, after: string): boolean {
  if (BEFORE_VERB.has(before)) return true;
  // `The trains dash across the plain`.
  const isMover =
    OBJECT_BEFORE_VERB.has(before) || (/[^s]s$/.test(before) && after !== "for" && after !== "to");
  return isMover && DIRECTIONS.has(after);
}

function pauseOdds({ tokens, at, length }: MarkPlace): number {
  const [before, after] = [tokens[at]?.pauseSeconds, tokens[at + length]?.pauseSeconds];
  if (before === undefined) return 0;
  const long = [before, after ?? Number.POSITIVE_INFINITY].filter(
    (seconds) => seconds >= SHORTEST_PAUSE_SECONDS,
  ).length;
  return [ODDS.noPause, ODDS.pauseOnOneSide, ODDS.pauseOnBothSides][at === 0 ? Math.min(long, 1) : long] ?? 0;
}

function endsClause(token: Token | undefined): boolean {
  return token === undefined || /[.!?\n]/.test(token.after);
}

/** Nearest first. */
function wordsBefore(tokens: readonly Token[], at: number, most: number): string[] {
  const words: string[] = [];
  for (let place = at - 1; place >= at - most; place -= 1) {
    const token = tokens[place];
    if (token === undefined || token.text === "" || token.after !== "") break;
    words.push(...(token.said?.split(" ").toReversed() ?? [spokenForm(token)]));
    if (token.gap.includes("\n")) break;
  }
  return words;
}

function wordsAfter(tokens: readonly Token[], from: number): string[] {
  if (tokens[from - 1]?.after !== "") return [];
  const words: string[] = [];
  for (const token of tokens.slice(from, from + WORDS_AFTER)) {
    if (token.text === "" || token.gap.includes("\n")) break;
    words.push(...(token.said?.split(" ") ?? [spokenForm(token)]));
    if (token.after !== "") break;
  }
  return words.slice(0, WORDS_AFTER);
}
