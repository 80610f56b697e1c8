/** Captions of what is spoken here: the microphone, its stream, and the link for those who read along. */
import { batch, computed, signal } from "@preact/signals";
import { call } from "../../client/api.ts";
import { watchWork } from "../../client/leaving.ts";
import { type LiveEvent, LiveStream } from "../../client/live-stream.ts";
import { titles } from "../../messages/titles.ts";
import { me } from "../../state/me.ts";
import { becomesRecording } from "../dictate/keep-choice.tsx";
import { clearLevels, showLevel } from "../dictate/levels.ts";
import { Microphone, MicrophoneError, type MicrophoneFault } from "../dictate/microphone.ts";
import { preferences } from "../dictate/preferences.ts";
import { SAMPLE_RATE } from "../dictate/wav.ts";
import { Lines } from "./lines.ts";

export type Phase = "idle" | "opening" | "live" | "ending" | "ended";
/** Why they ended by themselves, or did not begin. */
export type Reason = "refused" | "broken" | "microphoneGone";
type Link = { url: string; viewers_max: number; organization: { name: string } | null };

/** Pauses between lines. */
const SILENCE_MS = 600;
/** For the last words, and for the recording that is made of all. */
const ENDING_MS = 3_000;
const MAKING_MS = 10_000;

export const phase = signal<Phase>("idle");
export const reason = signal<Reason | null>(null);
export const microphoneFault = signal<MicrophoneFault | null>(null);
export const title = signal("");
export const lines = new Lines();
export const link = signal<Link | null>(null);
export const readers = signal(0);
export const startedAtMs = signal(0);
export const endedAt = signal<Date | null>(null);
/** The recording that was made, or that it could not be made; null if none is wished, or nothing is known yet. */
export const made = signal<{ id: string } | "failed" | null>(null);

let microphone: Microphone | null = null;
const stream = signal<LiveStream | null>(null);
let streamId = "";
/** Nobody sees what is left of them. */
let isLeft = false;

export const isAway = computed(() => stream.value?.state.value === "away");
isAway.subscribe((away) => lines.away(away));

watchWork({ lostBy: () => (["live", "ending"].includes(phase.value) ? "page" : null) });

export async function start(): Promise<void> {
  if (!["idle", "ended"].includes(phase.value)) return;
  isLeft = false;
  batch(() => {
    phase.value = "opening";
    [reason.value, microphoneFault.value, link.value, readers.value] = [null, null, null, 0];
    made.value = null;
    lines.clear();
    clearLevels();
  });
  let samples = 0;
  try {
    microphone = await Microphone.open(preferences.value.microphone, {
      onSamples: (heard, level) => {
        stream.peek()?.add(heard);
        samples += heard.length;
        showLevel(level, samples / SAMPLE_RATE);
      },
      onGone: () => stop("microphoneGone"),
    });
  } catch (error) {
    phase.value = "idle";
    if (!(error instanceof MicrophoneError)) throw error;
    microphoneFault.value = error.fault;
    return;
  }
  openStream();
}

function openStream(): void {
  const { language } = preferences.value;
  const opened = new LiveStream({
    intent: "transcription",
    session: {
      audio: {
        turn_detection: { type: "server_vad", silence_duration_ms: SILENCE_MS },
        ...(language !== null && { transcription: { language } }),
      },
      tiro: {
        partials: true,
        ...(becomesRecording() && { recording: { name: title.value.trim() || titles.captions } }),
      },
    },
    onEvent: hear,
  });
  stream.value = opened;
  opened.state.subscribe((state) => {
    if (opened !== stream.peek() || state !== "over") return;
    // In its own time: no announcement interrupts another.
    queueMicrotask(() =>
      end(phase.value === "opening" ? "refused" : phase.value === "ending" ? null : "broken"),
    );
  });
}

function hear({
  type,
  session,
  item_id: id = "",
  delta = "",
  text = "",
  transcript = "",
  viewers,
  recording,
}: LiveEvent): void {
  if (type === "session.created") {
    streamId = session?.id ?? "";
    startedAtMs.value = performance.now();
    phase.value = "live";
  }
  if (type === "tiro.recording") made.value = recording ?? "failed";
  if (type === "tiro.captions") readers.value = viewers ?? 0;
  if (type === "tiro.partial") lines.hear(id, text);
  if (type.endsWith("transcription.delta")) lines.add(id, delta);
  const isWhole = type.endsWith("transcription.completed");
  if (isWhole) lines.complete(id, transcript);
  // Nothing was left to commit, or it is there; what else is under way comes before the end.
  if (phase.value === "ending" && (isWhole || type === "error")) stream.peek()?.finish();
}

/** The last words come first. @param why null if the person wants it. */
export function stop(why: Reason | null = null): void {
  if (phase.value === "opening") end(why);
  if (phase.value !== "live") return;
  phase.value = "ending";
  reason.value = why;
  void microphone?.stop().then(() => stream.peek()?.commit({ partials: true }));
  const ending = stream.peek();
  setTimeout(() => ending?.close(), becomesRecording() ? MAKING_MS : ENDING_MS);
}

/** The page is left: captions end, and nothing of them stays. */
export function leave(): void {
  isLeft = true;
  stop();
  if (phase.value === "ended") forget();
}

function forget(): void {
  phase.value = "idle";
  [reason.value, made.value] = [null, null];
  lines.clear();
}

function end(why: Reason | null): void {
  const over = stream.peek();
  stream.value = null;
  over?.close();
  void microphone?.letGo();
  microphone = null;
  batch(() => {
    reason.value ??= why;
    endedAt.value = new Date();
    phase.value = startedAtMs.value === 0 || why === "refused" ? "idle" : "ended";
    lines.hearing.value = null;
    link.value = null;
  });
  if (isLeft) forget();
}

export function retry(): void {
  stream.peek()?.retry();
}

/** Those to choose from: a link is of one organization. */
export const organizations = computed(() => me.data.value?.organizations ?? []);

/** @throws ApiFault. */
export async function makeLink(organization: string | null): Promise<void> {
  const body = { stream: streamId, title: title.value.trim() || null, organization };
  link.value = await call("POST /v1/realtime/captions", { body });
}
