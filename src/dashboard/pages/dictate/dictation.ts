/**
 * One dictation after the other: what is under way, and the text so far. It outlives the page that shows it, so that
 * nothing is lost by looking elsewhere in the app.
 */
import { batch, signal } from "@preact/signals";
import { requestLimits } from "../../../config/limits/requests.ts";
import { unsureWordsIn } from "../../../dictation/unsure-words.ts";
import { rangesAfterChange, type TextRange } from "../../../lib/text-ranges.ts";
import { callWithHeaders, type Schemas } from "../../client/api.ts";
import type { FoundDraft } from "../../client/drafts.ts";
import { ApiFault, asFault } from "../../client/fault.ts";
import { watchWork } from "../../client/leaving.ts";
import { session } from "../../client/session.ts";
import { anotherPerson } from "../../client/session-end.ts";
import { me } from "../../state/me.ts";
import { preferences } from "./preferences.ts";
import { MicrophoneError, type MicrophoneFault, Recorder } from "./recorder.ts";
import { type DraftedRecording, draftRecording } from "./recording-draft.ts";
import { type TextFacts, TextSaver } from "./text-saver.ts";
import {
  inLanguage,
  isKept,
  keepUnsent,
  type PendingRecording,
  type Purpose,
  type RecordingFacts,
  takeUnsent,
  type UnsentRecording,
} from "./unsent.ts";

export type Phase =
  | { name: "idle" }
  | { name: "opening"; purpose: Purpose }
  | {
      name: "recording";
      purpose: Purpose;
      recorder: Recorder;
      facts: RecordingFacts;
      drafted: DraftedRecording | null;
    }
  | { name: "stopping"; purpose: Purpose }
  | { name: "transcribing"; pending: PendingRecording; sinceMs: number; abort: AbortController };

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

export type Note = "tooShort" | "nothingHeard" | "microphoneGone" | "longest";

export interface PreviousText {
  text: string;
  unsure: readonly TextRange[];
  result: DictatedText;
}

/** What stands farther from the cursor does not decide how the text begins and ends. */
const SURROUNDING_CHARS = requestLimits.surroundingTextChars;
const SHORTEST_SECONDS = 0.3;
const LEVELS = 48;
const PREVIOUS_TEXTS = 20;

export const phase = signal<Phase>({ name: "idle" });
export const seconds = signal(0);
/** How loud the last moments were, 0 to 1, each a tenth of a second. */
export const levels = signal<readonly number[]>([]);
export const loudest = signal(0);
export const microphoneFault = signal<MicrophoneFault | null>(null);
export const note = signal<Note | null>(null);
/** As it stands, with what the person wrote into it. */
export const text = signal("");
/** Its words that the recognizer may have misheard, and that nobody has changed since. */
export const unsure = signal<readonly TextRange[]>([]);
export const currentResult = signal<DictatedText | null>(null);
/** What the text was made of; null where it was made before the one that stood here last. */
export const currentRecording = signal<PendingRecording | null>(null);
export const change = signal<Change | null>(null);
/** Where in the text something was just put in, until its gaps were looked for. */
export const placed = signal<{ start: number; end: number } | null>(null);
/** Texts before this one, newest first, until the page is closed. */
export const previousTexts = signal<readonly PreviousText[]>([]);

watchWork({
  lostBy: () => {
    const current = phase.value;
    if (current.name === "idle" || current.name === "opening") return null;
    return current.name === "transcribing" && isKept(current.pending) ? "logOut" : "tab";
  },
});

/** Counts openings: a microphone that opens after it was given up is let go. */
let opening = 0;

export function isRecording(current: Phase): current is Phase & { name: "opening" | "recording" } {
  return current.name === "opening" || current.name === "recording";
}

export async function start(purpose: Purpose): Promise<void> {
  if (phase.value.name !== "idle") return;
  const own = ++opening;
  batch(() => {
    phase.value = { name: "opening", purpose };
    microphoneFault.value = null;
    note.value = null;
    levels.value = [];
    seconds.value = 0;
    loudest.value = 0;
  });
  try {
    const facts = factsOf(purpose);
    let drafted: DraftedRecording | null = null;
    const recorder = await Recorder.open(preferences.value.microphone, {
      onSamples: (samples) => drafted?.add(samples),
      onLevel: showLevel,
      onEnd: stopWithNote,
    });
    if (own !== opening) return await recorder.discard();
    drafted = draftRecording(facts);
    phase.value = { name: "recording", purpose, recorder, facts, drafted };
  } catch (error) {
    if (own !== opening) return;
    phase.value = { name: "idle" };
    if (!(error instanceof MicrophoneError)) throw error;
    microphoneFault.value = error.fault;
  }
}

function factsOf(purpose: Purpose): RecordingFacts {
  const { language } = preferences.value;
  const idempotencyKey = crypto.randomUUID();
  return { at: new Date(), purpose, language, idempotencyKey, policyRevision: session.policy_revision };
}

export async function finish(): Promise<void> {
  const current = phase.value;
  if (current.name === "opening") {
    await discard();
    note.value = "tooShort";
  }
  if (current.name !== "recording") return;
  const { purpose, recorder, facts, drafted } = current;
  phase.value = { name: "stopping", purpose };
  const recording = await recorder.stop();
  if (recording.seconds < SHORTEST_SECONDS) {
    void drafted?.draft.remove();
    phase.value = { name: "idle" };
    note.value = "tooShort";
    return;
  }
  drafted?.end();
  await send({ ...recording, ...facts, draft: drafted?.draft ?? null });
}

/** Lets go of what is being said. */
export async function discard(): Promise<void> {
  const current = phase.value;
  if (!isRecording(current)) return;
  opening++;
  phase.value = { name: "idle" };
  if (current.name !== "recording") return;
  void current.drafted?.draft.remove();
  await current.recorder.discard();
}

export function stopWaiting(): void {
  if (phase.value.name === "transcribing") phase.value.abort.abort();
}

/** One that waits, as soon as nothing else is under way. @param language in which it was spoken. */
export async function sendAgain(recording: UnsentRecording, language: string | null): Promise<void> {
  if (phase.value.name !== "idle") return;
  const { why: _, ...pending } = inLanguage(recording, language);
  takeUnsent(recording);
  await send(pending);
}

/** The text's recording once more, as spoken in another language; the text so far stands among the previous ones. */
export async function hearAgain(recording: PendingRecording, language: string): Promise<void> {
  if (phase.value.name !== "idle") return;
  await send({ ...inLanguage(recording, language), policyRevision: null, draft: null });
}

async function send(pending: PendingRecording): Promise<void> {
  if (anotherPerson.value) {
    const fault = new ApiFault({ code: "another_person", status: 409, message: "" });
    batch(() => failed(pending, fault));
    return;
  }
  const abort = new AbortController();
  phase.value = { name: "transcribing", pending, sinceMs: performance.now(), abort };
  note.value = null;
  try {
    const { answer: result, headers } = await callWithHeaders("POST /v1/dictations", {
      body: formOf(pending),
      headers: { "Idempotency-Key": pending.idempotencyKey },
      policyRevision: pending.policyRevision ?? session.policy_revision,
      signal: abort.signal,
    });
    batch(() => showResult(pending, result, unsureWordsIn(headers)));
    void pending.draft?.remove();
  } catch (error) {
    const fault = error instanceof ApiFault ? error : null;
    batch(() => failed(pending, fault ?? "stopped"));
    if (!abort.signal.aborted) asFault(error);
  }
}

function failed(pending: PendingRecording, why: UnsentRecording["why"]): void {
  phase.value = { name: "idle" };
  // The person is told, and decides under what holds now.
  const isDecidedAnew = why instanceof ApiFault && why.code === "policy_changed";
  keepUnsent({ ...pending, ...(isDecidedAnew && { policyRevision: null }), why });
}

function formOf({ wav, purpose, language }: PendingRecording): FormData {
  const form = new FormData();
  if (language !== null) form.set("language", language);
  if (purpose.kind === "edit") {
    form.set("operation", "edit");
    form.set("selected_text", purpose.selected);
  }
  if (purpose.kind === "insert") {
    form.set("text_before", purpose.before.slice(-SURROUNDING_CHARS));
    form.set("text_after", purpose.after.slice(0, SURROUNDING_CHARS));
  }
  form.set("audio", wav, "dictation.wav");
  return form;
}

function showResult(
  recording: PendingRecording,
  result: Schemas["DictationResult"],
  heard: readonly TextRange[],
): void {
  phase.value = { name: "idle" };
  const { purpose } = recording;
  const { raw_text: said } = result;
  if (said === "") {
    note.value = "nothingHeard";
    return;
  }
  const before = text.value;
  // What was meant for a text that has changed since must not take the place of the changes.
  const isByItself = purpose.kind === "new" || purpose.whole !== before;
  const isUnclear = result.edit_unclear || (isByItself && result.text === "");
  if (isByItself && !isUnclear) showNew(recording, result, heard);
  else if (purpose.kind !== "new") {
    if (!isUnclear) {
      changeText(purpose.before + result.text + purpose.after, "once");
      const at = purpose.before.length;
      const inserted = heard.map(([start, end]): TextRange => [at + start, at + end]);
      unsure.value = [...unsure.value, ...inserted].sort(([one], [other]) => one - other);
    }
    change.value = { kind: purpose.kind, said, before, after: text.value, isUnclear };
    const start = purpose.before.length;
    if (purpose.kind === "insert") placed.value = { start, end: start + result.text.length };
  }
}

function showNew(
  recording: PendingRecording,
  result: Schemas["DictationResult"],
  heard: readonly TextRange[],
): void {
  const isKept = me.data.value?.history_available === true && !me.data.value.privacy_mode;
  keepAsPrevious();
  text.value = result.text;
  unsure.value = heard;
  change.value = null;
  currentRecording.value = recording.purpose.kind === "new" ? recording : null;
  const at = new Date();
  currentResult.value = { ...result, at, saver: new TextSaver(result, at, isKept) };
  placed.value = { start: 0, end: result.text.length };
}

/** A correction that an earlier page was closed with: on the sheet where that is empty, otherwise among the others. */
export function takeUpText(found: FoundDraft): void {
  const { result, at, text: corrected } = found.facts as TextFacts;
  const made: DictatedText = { ...result, at: new Date(at), saver: TextSaver.of(found) };
  const isFree = currentResult.value === null && phase.value.name === "idle";
  batch(() => {
    if (isFree) [text.value, currentResult.value] = [corrected, made];
    // The server has the text's unsure words; its history marks those that are left.
    else previousTexts.value = [{ text: corrected, unsure: [], result: made }, ...previousTexts.value];
  });
}

/** A text that nobody dictated, such as a template; the server knows nothing of it. */
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

/** @param at when it is saved: `once`, or at a `pause` where the person types on. */
export function changeText(changed: string, at: "once" | "pause"): void {
  batch(() => {
    unsure.value = rangesAfterChange(unsure.value, text.value, changed);
    text.value = changed;
  });
  currentResult.value?.saver.want(changed, at);
}

/** The text gives way to another and stands among the previous ones. */
function keepAsPrevious(): void {
  if (currentResult.value === null || text.value === "") return;
  void currentResult.value.saver.save();
  const replaced = { text: text.value, unsure: unsure.value, result: currentResult.value };
  previousTexts.value = [replaced, ...previousTexts.value].filter(
    ({ result }, index) => index < PREVIOUS_TEXTS || result.saver.isUnsaved,
  );
}

/** Goes on with a previous text. */
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

/** Two of the microphone's pieces are a bar. */
let other = 0;

function showLevel(level: number, length: number): void {
  const isSecond = Math.round(length * 20) % 2 === 0;
  other = Math.max(other, level);
  batch(() => {
    seconds.value = length;
    loudest.value = Math.max(loudest.value, level);
    if (isSecond) levels.value = [...levels.value, other].slice(-LEVELS);
  });
  if (isSecond) other = 0;
}

async function stopWithNote(why: "longest" | "microphoneGone"): Promise<void> {
  note.value = why;
  await finish();
}

/** Whoever speaks now is not the page's person. */
anotherPerson.subscribe((isThere) => {
  if (isThere && isRecording(phase.value)) void finish();
});
