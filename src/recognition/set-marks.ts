/** Words that a recognizer wrote without marks → the same words with marks, by a pack that knows the language. */
import type { ModelEngine, PunctuateOptions } from "../engine/engine.ts";
import { finishSentences } from "../text/formatting/punctuation/finish-sentences.ts";
import { joinWords, type MarkedWord, readMarked } from "../text/formatting/punctuation/marked-words.ts";
import { settleNames } from "../text/formatting/punctuation/settle-names.ts";
import { type Window, windowsOf } from "../text/formatting/punctuation/windows.ts";
import { rulesFor } from "../text/languages/index.ts";
import type { PunctuationPack } from "./installed-packs.ts";

export interface HeardWord {
  text: string;
  /** Silence between it and the next; 0 if that is not known. */
  pauseSeconds: number;
}

/** A shorter silence says nothing. */
const SHORT_PAUSE_SECONDS = 0.25;
export const LONG_PAUSE_SECONDS = 0.6;
/** A longer word is no word of a language, and would not fit into a model's window. */
const LONGEST_WORD = 60;

/** @throws what the engine throws, and an error where an answer does not hold the words that were asked about. */
export async function setMarks(
  engine: Pick<ModelEngine, "punctuateTexts">,
  { manifest }: Pick<PunctuationPack, "manifest">,
  heard: readonly HeardWord[],
  language: string,
  options: PunctuateOptions,
): Promise<MarkedWord[]> {
  const windows = windowsOf(heard.length);
  const asked = windows.map((window) => questionOf(heard, window, manifest));
  const answers = await engine.punctuateTexts(
    asked.map((words) => joinWords(words.map(({ text }) => text))),
    options,
  );
  const marked = windows.flatMap((window, index) =>
    readAnswer(asked[index] ?? [], answers[index] ?? "", window),
  );
  const rules = rulesFor(language);
  const own = settleNames(marked, rules).map((word, index) =>
    keepCapitals(word, (heard[index] as HeardWord).text),
  );
  return finishSentences(own, rules);
}

interface Asked {
  text: string;
  isPause: boolean;
}

function questionOf(
  heard: readonly HeardWord[],
  { from, until }: Window,
  manifest: PunctuationPack["manifest"],
): Asked[] {
  const pauses = manifest.kind === "online_punctuation" ? manifest.pause_words : undefined;
  return heard.slice(from, until).flatMap(({ text, pauseSeconds }, index) => {
    const word = { text: text.toLowerCase().slice(0, LONGEST_WORD), isPause: false };
    const isLast = from + index === until - 1;
    if (!pauses || isLast || pauseSeconds < SHORT_PAUSE_SECONDS) return [word];
    const pause = pauseSeconds < LONG_PAUSE_SECONDS ? pauses.short : pauses.long;
    return [word, { text: pause, isPause: true }];
  });
}

function readAnswer(
  asked: readonly Asked[],
  answer: string,
  { from, ownFrom, ownUntil }: Window,
): MarkedWord[] {
  const words = asked.map(({ text }) => text);
  const marked = readMarked(words, answer);
  if (!marked) throw new Error("the model's answer does not hold the words that it was asked about");
  return marked.filter((_, index) => !asked[index]?.isPause).slice(ownFrom - from, ownUntil - from);
}

/** Only the case is the model's; a capital of the recognizer's own, as in a name that it was given, stays. */
function keepCapitals({ text, marks }: MarkedWord, heard: string): MarkedWord {
  if (/\p{Lu}/u.test(heard)) return { text: heard, marks };
  return { text: text + heard.slice(text.length), marks };
}
