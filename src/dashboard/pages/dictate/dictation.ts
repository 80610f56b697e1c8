/**
 * One dictation after the other: what is under way, and the text so far. It outlives the page that shows it, so that
 * nothing is lost by looking elsewhere in the app.
 */
import { batch, signal } from "@preact/signals";
import { unsureWordsIn } from "../../../dictation/unsure-words.ts";
import type { TextRange } from "../../../lib/text-ranges.ts";
import { callWithHeaders, type Schemas } from "../../client/api.ts";
import type { FoundDraft } from "../../client/drafts.ts";
import { ApiFault, asFault } from "../../client/fault.ts";
import { watchWork } from "../../client/leaving.ts";
import { session } from "../../client/session.ts";
import { anotherPerson } from "../../client/session-end.ts";
import { titles } from "../../messages/titles.ts";
import { me } from "../../state/me.ts";
import { fieldsOf, formOf } from "./dictation-fields.ts";
import { becomesRecording } from "./keep-choice.tsx";
import { clearLevels, showLevel } from "./levels.ts";
import { type LiveResult, LiveTake } from "./live-take.ts";
import { spot, take } from "./live-text.ts";
import { MicrophoneError, type MicrophoneFault } from "./microphone.ts";
import { preferences } from "./preferences.ts";
import { Recorder } from "./recorder.ts";
import { type DraftedRecording, draftRecording } from "./recording-draft.ts";
import {
  change,
  changeText,
  currentRecording,
  currentResult,
  type DictatedText,
  keepAsPrevious,
  type PreviousText,
  placed,
  previousTexts,
  reopen,
  showWritten,
  text,
  unsure,
} from "./sheet-text.ts";
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

export type Note = "tooShort" | "nothingHeard" | "microphoneGone" | "longest";

const SHORTEST_SECONDS = 0.3;

export const phase = signal<Phase>({ name: "idle" });
export const microphoneFault = signal<MicrophoneFault | null>(null);
export const note = signal<Note | null>(null);
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
    clearLevels();
  });
  try {
    const facts = factsOf(purpose);
    let drafted: DraftedRecording | null = null;
    const recorder = await Recorder.open(preferences.value.microphone, {
      onSamples: (samples) => {
        drafted?.add(samples);
        take.peek()?.add(samples);
      },
      onLevel: showLevel,
      onEnd: stopWithNote,
    });
    if (own !== opening) return await recorder.discard();
    drafted = draftRecording(facts);
    beginLive(facts);
    phase.value = { name: "recording", purpose, recorder, facts, drafted };
  } catch (error) {
    if (own !== opening) return;
    phase.value = { name: "idle" };
    if (!(error instanceof MicrophoneError)) throw error;
    microphoneFault.value = error.fault;
  }
}

function beginLive(facts: RecordingFacts): void {
  const { purpose } = facts;
  spot.value = spotOf(purpose);
  if (!preferences.value.live) return;
  const recordingName = becomesRecording() && purpose.kind !== "edit" ? titles.dictate : null;
  take.value = new LiveTake(facts, recordingName, () => {
    if (purpose.kind === "new" && spot.value === null) makeRoom();
  });
}

/** Null if the text is to give way to another, which it does with the first words. */
function spotOf(purpose: Purpose): TextRange | null {
  if (purpose.kind === "new") return currentResult.value === null ? [0, 0] : null;
  return [purpose.before.length, purpose.whole.length - purpose.after.length];
}

/** The text that live words replace, until they are finished. */
let aside: PreviousText | null = null;

function makeRoom(): void {
  batch(() => {
    const now = currentResult.value;
    keepAsPrevious();
    aside = previousTexts.value.find(({ result }) => result === now) ?? null;
    text.value = "";
    unsure.value = [];
    change.value = null;
    currentResult.value = null;
    currentRecording.value = null;
    spot.value = [0, 0];
  });
}

/** With what the person wrote meanwhile. */
function purposeByNow(begun: Purpose): Purpose {
  const whole = text.value;
  if (spot.value === null || (begun.kind === "new" && whole === "")) return begun;
  const [start, end] = spot.value;
  const [before, selected, after] = [whole.slice(0, start), whole.slice(start, end), whole.slice(end)];
  if (begun.kind !== "edit") return { kind: "insert", whole, before, after };
  return selected === "" ? begun : { kind: "edit", whole, before, selected, after };
}

function endLive(): void {
  take.value = null;
  spot.value = null;
  aside = null;
}

/** There is no text of what was heard: what stood here before does again, and what was written meanwhile stays. */
function giveBack(): void {
  take.value?.discard();
  const moved = aside;
  endLive();
  if (currentResult.value !== null) return;
  if (text.value !== "") showWritten(text.value);
  else if (moved !== null) reopen(moved);
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
  const { purpose: begun, recorder, facts, drafted } = current;
  phase.value = { name: "stopping", purpose: begun };
  const recording = await recorder.stop();
  if (recording.seconds < SHORTEST_SECONDS) {
    void drafted?.draft.remove();
    batch(() => {
      phase.value = { name: "idle" };
      giveBack();
    });
    note.value = "tooShort";
    return;
  }
  drafted?.end();
  const purpose = purposeByNow(begun);
  await send({ ...recording, ...facts, purpose, draft: drafted?.draft ?? null });
}

/** Lets go of what is being said. */
export async function discard(): Promise<void> {
  const current = phase.value;
  if (!isRecording(current)) return;
  opening++;
  batch(() => {
    phase.value = { name: "idle" };
    giveBack();
  });
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
    const { result, unsure } = (await live(pending, abort.signal)) ?? (await upload(pending, abort.signal));
    batch(() => {
      showResult(pending, result, unsure);
      endLive();
    });
    void pending.draft?.remove();
  } catch (error) {
    const fault = error instanceof ApiFault ? error : null;
    batch(() => failed(pending, fault ?? "stopped"));
    if (!abort.signal.aborted) asFault(error);
  }
}

/** Null if its words were not heard live, or their text did not come. */
async function live(pending: PendingRecording, signal: AbortSignal): Promise<LiveResult | null> {
  return (await take.peek()?.finish(fieldsOf(pending), pending.idempotencyKey, signal)) ?? null;
}

async function upload(pending: PendingRecording, signal: AbortSignal): Promise<LiveResult> {
  const { answer: result, headers } = await callWithHeaders("POST /v1/dictations", {
    body: formOf(pending),
    headers: { "Idempotency-Key": pending.idempotencyKey },
    policyRevision: pending.policyRevision ?? session.policy_revision,
    signal,
  });
  return { result, unsure: unsureWordsIn(headers) };
}

function failed(pending: PendingRecording, why: UnsentRecording["why"]): void {
  phase.value = { name: "idle" };
  giveBack();
  // The page says so, and the person decides under what holds now.
  const isDecidedAnew = why instanceof ApiFault && why.code === "policy_changed";
  keepUnsent({ ...pending, ...(isDecidedAnew && { policyRevision: null }), why });
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
    giveBack();
    return;
  }
  const before = text.value;
  // A result for a text that has changed since must not replace the changes.
  const isByItself = purpose.kind === "new" || purpose.whole !== before;
  const isUnclear = result.edit_unclear || (isByItself && result.text === "");
  if (isByItself && !isUnclear) showNew(recording, result, heard);
  else if (purpose.kind !== "new") {
    // A text that was written while it was dictated.
    if (currentResult.value === null) showNew(recording, result, []);
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

async function stopWithNote(why: "longest" | "microphoneGone"): Promise<void> {
  note.value = why;
  await finish();
}

/** The person who speaks now is not the page's. */
anotherPerson.subscribe((isThere) => {
  if (isThere && isRecording(phase.value)) void finish();
});
