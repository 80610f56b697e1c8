/** The text on the sheet, what it was made of, and those that stood there before. It outlives the page that shows it. */
import { batch, signal } from "@preact/signals";
import { rangesAfterChange, type TextRange } from "../../../lib/text-ranges.ts";
import type { Schemas } from "../../client/api.ts";
import { TextSaver } from "./text-saver.ts";
import type { PendingRecording } from "./unsent.ts";

/** A text as the server made it. */
export type DictatedText = Schemas["DictationResult"] & {
  at: Date;
  /** Stores what becomes of it. */
  saver: TextSaver;
};

/** How the text came to be as it is, with the way back. */
export interface Change {
  kind: "edit" | "insert" | "template";
  said: string;
  before: string;
  after: string;
  isUnclear: boolean;
}

export interface PreviousText {
  text: string;
  unsure: readonly TextRange[];
  result: DictatedText;
}

const PREVIOUS_TEXTS = 20;

/** As it stands, with what the person wrote into it. */
export const text = signal("");
/** Its words that the recognizer may have misheard, and that nobody has changed since. */
export const unsure = signal<readonly TextRange[]>([]);
export const currentResult = signal<DictatedText | null>(null);
/** The recording of the text; null if it was made before the one that stood here last. */
export const currentRecording = signal<PendingRecording | null>(null);
export const change = signal<Change | null>(null);
/** Where in the text something was just put in, until its gaps were looked for. */
export const placed = signal<{ start: number; end: number } | null>(null);
/** Texts before this one, newest first, until the page is closed. */
export const previousTexts = signal<readonly PreviousText[]>([]);

/** A text that nobody dictated, such as a template; the server has nothing of it. */
export function showWritten(written: string): void {
  const result: Schemas["DictationResult"] = {
    ...{ object: "dictation", session_id: "", operation: "dictate", raw_text: written, text: written },
    ...{ language: "auto", duration_seconds: 0, edit_unclear: false, edit_deleted: false },
  };
  batch(() => {
    keepAsPrevious();
    text.value = written;
    change.value = null;
    currentRecording.value = null;
    const at = new Date();
    currentResult.value = { ...result, at, saver: new TextSaver(result, at, false) };
    placed.value = { start: 0, end: written.length };
  });
}

/** @param at when it is saved: `once`, or at a `pause` if the person types on. */
export function changeText(changed: string, at: "once" | "pause"): void {
  batch(() => {
    unsure.value = rangesAfterChange(unsure.value, text.value, changed);
    text.value = changed;
  });
  currentResult.value?.saver.want(changed, at);
}

/** The text gives way to another and stands among the previous ones. */
export function keepAsPrevious(): void {
  if (currentResult.value === null || text.value === "") return;
  void currentResult.value.saver.save();
  const replaced = { text: text.value, unsure: unsure.value, result: currentResult.value };
  previousTexts.value = [replaced, ...previousTexts.value].filter(
    ({ result }, index) => index < PREVIOUS_TEXTS || result.saver.isUnsaved,
  );
}

/** Continues with a previous text. */
export function reopen(chosen: PreviousText): void {
  const others = previousTexts.value.filter((each) => each !== chosen);
  batch(() => {
    previousTexts.value = others;
    keepAsPrevious();
    text.value = chosen.text;
    unsure.value = chosen.unsure;
    currentResult.value = chosen.result;
    currentRecording.value = null;
    change.value = null;
  });
}

export function undo(): void {
  if (change.value === null) return;
  changeText(change.value.before, "once");
  change.value = null;
}
