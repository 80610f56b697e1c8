/**
 * One dictation after the other: what is under way, the text so far, and a recording that has not become text yet. It
 * outlives the page that shows it, so that nothing is lost by looking elsewhere in the app.
 */
import { batch, signal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { ApiFault, asFault } from "../../client/fault.ts";
import { holdPage } from "../../client/session-end.ts";
import { me } from "../../state/me.ts";
import { choices } from "./choices.ts";
import { MicrophoneError, type MicrophoneFault, Recorder, type Recording } from "./recorder.ts";

/** What the recording is for. The texts are those around the cursor, or the selection. */
export type Purpose =
  | { kind: "new" }
  | { kind: "insert"; before: string; after: string }
  | { kind: "edit"; before: string; selected: string; after: string };

export interface Take extends Recording {
  purpose: Purpose;
  language: string | null;
  /** The server makes one text of it, however often it is sent. */
  idempotencyKey: string;
  letPageGo: () => void;
}

export type Phase =
  | { name: "idle" }
  | { name: "opening"; purpose: Purpose }
  | { name: "listening"; purpose: Purpose; recorder: Recorder; letPageGo: () => void }
  | { name: "ending"; purpose: Purpose }
  | { name: "writing"; take: Take; sinceMs: number; abort: AbortController }
  /** The fault is null where the person stopped waiting. */
  | { name: "unsent"; take: Take; fault: ApiFault | null };

/** A text as the server made it. */
export type Written = Schemas["DictationResult"] & {
  at: Date;
  /** Whether it is in the history. */
  isKept: boolean;
};

/** How the text came to be as it is, with the way back. */
export interface Change {
  kind: "edit" | "insert";
  said: string;
  before: string;
  after: string;
  isUnclear: boolean;
}

export type Note = "tooShort" | "nothingHeard" | "microphoneGone" | "longest";

export interface Earlier {
  text: string;
  written: Written;
}

const SHORTEST_SECONDS = 0.3;
const LEVELS = 48;
const EARLIER = 20;

export const phase = signal<Phase>({ name: "idle" });
export const seconds = signal(0);
/** How loud the last moments were, 0 to 1, each a tenth of a second. */
export const levels = signal<readonly number[]>([]);
export const loudest = signal(0);
export const microphoneFault = signal<MicrophoneFault | null>(null);
export const note = signal<Note | null>(null);
/** As it stands, with what the person wrote into it. */
export const text = signal("");
export const written = signal<Written | null>(null);
export const change = signal<Change | null>(null);
/** Texts before this one, newest first, until the page is closed. */
export const earlier = signal<readonly Earlier[]>([]);

/** Counts openings: a microphone that opens after it was given up is let go. */
let opening = 0;

export function isRecording(current: Phase): current is Phase & { name: "opening" | "listening" } {
  return current.name === "opening" || current.name === "listening";
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
    const recorder = await Recorder.open(choices.value.microphone, { onLevel: hear, onEnd: endByItself });
    if (own === opening) phase.value = { name: "listening", purpose, recorder, letPageGo: holdPage() };
    else await recorder.discard();
  } catch (error) {
    if (own !== opening) return;
    phase.value = { name: "idle" };
    if (!(error instanceof MicrophoneError)) throw error;
    microphoneFault.value = error.fault;
  }
}

export async function finish(): Promise<void> {
  const current = phase.value;
  if (current.name === "opening") {
    await discard();
    note.value = "tooShort";
  }
  if (current.name !== "listening") return;
  const { purpose, recorder, letPageGo } = current;
  phase.value = { name: "ending", purpose };
  const recording = await recorder.stop();
  if (recording.seconds < SHORTEST_SECONDS) {
    letPageGo();
    phase.value = { name: "idle" };
    note.value = "tooShort";
    return;
  }
  const { language } = choices.value;
  const idempotencyKey = crypto.randomUUID();
  await send({ ...recording, purpose, language, idempotencyKey, letPageGo });
}

/** Lets go of what is being said, or of a recording that was not sent. */
export async function discard(): Promise<void> {
  const current = phase.value;
  if (current.name === "ending") return;
  opening++;
  phase.value = { name: "idle" };
  if (current.name === "unsent") current.take.letPageGo();
  if (current.name !== "listening") return;
  current.letPageGo();
  await current.recorder.discard();
}

export function stopWaiting(): void {
  if (phase.value.name === "writing") phase.value.abort.abort();
}

export async function send(take: Take): Promise<void> {
  const abort = new AbortController();
  phase.value = { name: "writing", take, sinceMs: performance.now(), abort };
  try {
    const result = await call("POST /v1/dictations", {
      body: formOf(take),
      headers: { "Idempotency-Key": take.idempotencyKey },
      signal: abort.signal,
    });
    batch(() => put(take, result));
    take.letPageGo();
  } catch (error) {
    phase.value = { name: "unsent", take, fault: error instanceof ApiFault ? error : null };
    if (!abort.signal.aborted) asFault(error);
  }
}

function formOf({ wav, purpose, language }: Take): FormData {
  const form = new FormData();
  if (language !== null) form.set("language", language);
  if (purpose.kind === "edit") {
    form.set("operation", "edit");
    form.set("selected_text", purpose.selected);
  }
  if (purpose.kind === "insert") {
    form.set("text_before", purpose.before);
    form.set("text_after", purpose.after);
  }
  form.set("audio", wav, "dictation.wav");
  return form;
}

function put({ purpose }: Take, result: Schemas["DictationResult"]): void {
  phase.value = { name: "idle" };
  const isSilent = result.raw_text === "";
  if (isSilent) note.value = "nothingHeard";
  if (isSilent) return;
  const isKept = me.data.value?.history_available === true && !me.data.value.privacy_mode;
  const made = { ...result, at: new Date(), isKept };
  if (purpose.kind === "new") {
    remember();
    text.value = result.text;
    change.value = null;
    written.value = made;
    return;
  }
  const { raw_text: said, edit_unclear: isUnclear } = result;
  const before = text.value;
  if (!isUnclear) text.value = purpose.before + result.text + purpose.after;
  change.value = { kind: purpose.kind, said, before, after: text.value, isUnclear };
}

/** The text gives way to another and stands among the earlier ones. */
function remember(): void {
  if (written.value === null || text.value === "") return;
  earlier.value = [{ text: text.value, written: written.value }, ...earlier.value].slice(0, EARLIER);
}

/** Goes on with an earlier text. */
export function takeUp(chosen: Earlier): void {
  const others = earlier.value.filter((each) => each !== chosen);
  batch(() => {
    earlier.value = others;
    remember();
    text.value = chosen.text;
    written.value = chosen.written;
    change.value = null;
  });
}

export function undo(): void {
  if (change.value === null) return;
  text.value = change.value.before;
  change.value = null;
}

/** Two of the microphone's pieces are a bar. */
let other = 0;

function hear(level: number, length: number): void {
  const isSecond = Math.round(length * 20) % 2 === 0;
  other = Math.max(other, level);
  batch(() => {
    seconds.value = length;
    loudest.value = Math.max(loudest.value, level);
    if (isSecond) levels.value = [...levels.value, other].slice(-LEVELS);
  });
  if (isSecond) other = 0;
}

async function endByItself(why: "longest" | "microphoneGone"): Promise<void> {
  note.value = why;
  await finish();
}
