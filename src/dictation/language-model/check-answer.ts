/**
 * Whether what a language model returned is still the person's text. It is a net for answers that obey or answer the
 * dictation, add to it or leave the subject; where it errs, the rules' text is taken, which is never wrong by much.
 */
import { ASSISTANT_OPENERS, ASSISTANT_PHRASES, UNSPACED_ASSISTANT_PHRASES } from "./assistant-phrases.ts";
import { compareWords, wordsOf } from "./compare-words.ts";
import { DELETION_STEMS } from "./deletion-words.ts";
import { type ChangedFact, changedFact } from "./facts.ts";
import { digitsOf, inDigits, numbersOf, runsOf } from "./numbers.ts";

/** Why an answer is not taken. */
export type Objection =
  | ChangedFact
  | "empty"
  | "too_long"
  | "too_short"
  | "control_characters"
  | "assistant_speaks"
  | "other_script"
  | "address_added"
  | "number_added"
  | "words_added"
  | "words_lost"
  | "sentence_added"
  | "sentence_lost"
  | "question_answered"
  | "order_obeyed"
  | "unchanged";

interface DictationAnswer {
  text: string;
  /** The person's own, whose words may come in: sign-offs, greetings, spellings. */
  instructions: readonly string[];
  answer: string;
  /** A code of the contract; `auto` if it is not known. */
  language: string;
}

interface EditAnswer {
  instruction: string;
  selectedText: string;
  answer: string;
}

/** Shares of words, set where rewording passes and answers to questions do not (`check-answer.test.ts` has both). */
const MOST_ADDED = 0.4;
const MOST_LOST = 0.4;
/** In a short text a question and its answer can share most words; then the beginning must stay. */
const SHORT_WORDS = 12;
const LENGTH_RATIO = { least: 0.5, most: 1.5 };
const EXTRA_CHARS = 40;
/** Of one sentence, from this many words on: a greeting may come and go. */
const MOST_OF_SENTENCE = 0.6;
const SENTENCE_WORDS = 3;
/** An edit may turn five words into a letter, but not into a book. */
const EDIT_LENGTH_RATIO = 4;
const EDIT_EXTRA_CHARS = 1_000;

/** Null if the answer can be taken. */
export function objectionToDictation({
  text,
  instructions,
  answer,
  language,
}: DictationAnswer): Objection | null {
  const wishes = instructions.join("\n");
  const known = `${text}\n${wishes}`;
  if (answer.trim() === "" && text.trim() !== "") return "empty";
  if (answer.length > text.length * LENGTH_RATIO.most + wishes.length + EXTRA_CHARS) return "too_long";
  if (answer.length < text.length * LENGTH_RATIO.least - EXTRA_CHARS) return "too_short";
  return (
    foreignMatter(known, answer) ??
    assistantVoice(text, answer) ??
    (hasOtherScript(known, answer) ? "other_script" : null) ??
    (addsNumber(inDigits(known, language), inDigits(answer, language)) ? "number_added" : null) ??
    otherWords(text, wishes, answer) ??
    changedFact({ text, wishes, answer, language })
  );
}

/** Null if the answer can be taken: looser, since an instruction may ask to reword, to translate or to add. */
export function objectionToEdit({ instruction, selectedText, answer }: EditAnswer): Objection | null {
  if (answer === selectedText) return "unchanged";
  if (answer.trim() === "") return asksToDelete(instruction) ? null : "empty";
  const known = `${selectedText}\n${instruction}`;
  if (answer.length > known.length * EDIT_LENGTH_RATIO + EDIT_EXTRA_CHARS) return "too_long";
  return foreignMatter(known, answer) ?? assistantVoice(known, answer);
}

function otherWords(text: string, wishes: string, answer: string): Objection | null {
  const free = new Set(wordsOf(wishes));
  const [before, after] = [wordsOf(text), wordsOf(answer)];
  const { added, lost } = compareWords(before, after, free);
  const questions = count(answer, QUESTION_MARK);
  if (questions < count(text, QUESTION_MARK)) return "question_answered";
  if (questions > 0 && answersBehindQuestion(answer, added)) return "question_answered";
  if (before.length <= SHORT_WORDS && lost[0]) return "order_obeyed";
  if (added.filter(Boolean).length > MOST_ADDED * after.length) return "words_added";
  if (lost.filter(Boolean).length > MOST_LOST * before.length) return "words_lost";
  if (hasOtherSentence(answer, added)) return "sentence_added";
  return !asksToDelete(wishes) && hasOtherSentence(text, lost) ? "sentence_lost" : null;
}

/** In a long text a whole sentence is a small share of the words. @param others which of the words stand in this text alone. */
function hasOtherSentence(text: string, others: readonly boolean[]): boolean {
  let words = 0;
  return text.split(SENTENCE_END).some((sentence) => {
    const first = words;
    words += wordsOf(sentence).length;
    const own = others.slice(first, words);
    return own.length >= SENTENCE_WORDS && own.filter(Boolean).length > MOST_OF_SENTENCE * own.length;
  });
}

const SENTENCE_END = /(?<=[.!?。！？।؟])\s*|\n+/u;

const QUESTION_MARK = /[?？؟]/gu;

/** Whether new words begin directly after a question mark: `What is the capital of France? It is Paris.` */
function answersBehindQuestion(answer: string, added: readonly boolean[]): boolean {
  let words = 0;
  return answer.split(QUESTION_MARK).some((piece, index) => {
    const first = words;
    words += wordsOf(piece).length;
    return index > 0 && added[first] === true;
  });
}

const CONTROL = /(?![\n\r\t])\p{Cc}/u;
/** Bounded as addresses are (RFC 5321, RFC 1035), so that a long word costs no time. */
const ADDRESS =
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,255}|\b(?:https?|ftp|file|mailto|javascript|data):\S{1,2000}|\bwww\.\S{1,2000}|\b(?:[\p{L}\p{N}-]{1,63}\.){1,8}[a-z]{2,63}\b/giu;

function foreignMatter(known: string, answer: string): Objection | null {
  if (CONTROL.test(answer) && !CONTROL.test(known)) return "control_characters";
  const knownAddresses = known.toLowerCase();
  const isNew = (address: string) => !knownAddresses.includes(address.replace(/\p{P}+$/u, "").toLowerCase());
  return answer.match(ADDRESS)?.some(isNew) ? "address_added" : null;
}

function assistantVoice(known: string, answer: string): Objection | null {
  const [before, after] = [phraseOf(known), phraseOf(answer)];
  const speaks =
    ASSISTANT_PHRASES.some((phrase) => after.includes(` ${phrase} `) && !before.includes(` ${phrase} `)) ||
    ASSISTANT_OPENERS.some((opener) => after.startsWith(` ${opener} `) && !before.includes(` ${opener} `)) ||
    UNSPACED_ASSISTANT_PHRASES.some(
      (phrase) => plain(answer).includes(phrase) && !plain(known).includes(phrase),
    );
  return speaks || (answer.includes("```") && !known.includes("```")) ? "assistant_speaks" : null;
}

function phraseOf(text: string): string {
  return ` ${wordsOf(text).join(" ")} `;
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Chinese and Japanese mix theirs freely. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Bengali}/u,
  /\p{Script=Tamil}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Hangul}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
];

function hasOtherScript(known: string, answer: string): boolean {
  return SCRIPTS.some((script) => script.test(answer) && !script.test(known));
}

function addsNumber(known: string, answer: string): boolean {
  const runs = new Set(numbersOf(known).flatMap((number) => [digitsOf(number), ...runsOf(number)]));
  return numbersOf(answer).some(
    (number) => !runs.has(digitsOf(number)) && !runsOf(number).every((run) => runs.has(run)),
  );
}

function asksToDelete(instruction: string): boolean {
  return (
    wordsOf(instruction).some((word) => DELETION_STEMS.some((stem) => word.startsWith(stem))) ||
    /[删刪消削]/u.test(instruction)
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
