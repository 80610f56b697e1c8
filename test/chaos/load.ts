/** Clients that never give up: they send jobs and keyed calls and repeat what was cut off with the same key. */
import { newId } from "../../src/lib/ids.ts";
import type { Random } from "./random.ts";

export interface Target {
  /** Changes with every restart of the server. */
  url: () => string;
  keys: readonly string[];
  recordings: readonly Uint8Array<ArrayBuffer>[];
  /** Whether some jobs ask who speaks. */
  hasSpeakers?: boolean;
}

export interface Acknowledged {
  /** Job ids by idempotency key: what each creation was answered with. */
  jobs: Map<string, string>;
  /** Bodies of synchronous answers by idempotency key. */
  answers: Map<string, string>;
  /** Violations, in words. */
  violations: string[];
}

const RETRY_MS = 30;

/** Sends one thing after the other until `stop`; resolves when the last one was acknowledged. */
export async function client(
  target: Target,
  random: Random,
  seen: Acknowledged,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const key = newId("evt");
    const apiKey = random.pick(target.keys);
    const recording = random.pick(target.recordings);
    const asksForSpeakers = target.hasSpeakers === true && random.next() < 0.2;
    if (asksForSpeakers || random.next() < 0.5)
      await createJob(target, { apiKey, key, recording, asksForSpeakers }, seen);
    else await transcribe(target, { apiKey, key, recording }, seen);
    // Some repeat what was answered already.
    if (random.next() < 0.3 && seen.jobs.has(key))
      await createJob(target, { apiKey, key, recording, asksForSpeakers }, seen);
    else if (random.next() < 0.3 && seen.answers.has(key))
      await transcribe(target, { apiKey, key, recording }, seen);
  }
}

interface Call {
  apiKey: string;
  key: string;
  recording: Uint8Array<ArrayBuffer>;
  asksForSpeakers?: boolean;
}

async function createJob(target: Target, call: Call, seen: Acknowledged): Promise<void> {
  const body = await send(target, "/audio/transcription-jobs", call, 202, seen);
  note(seen.jobs, call.key, (JSON.parse(body) as { id: string }).id, seen);
}

async function transcribe(target: Target, call: Call, seen: Acknowledged): Promise<void> {
  note(seen.answers, call.key, await send(target, "/audio/transcriptions", call, 200, seen), seen);
}

function note(known: Map<string, string>, key: string, value: string, seen: Acknowledged): void {
  const before = known.get(key);
  if (before !== undefined && before !== value)
    seen.violations.push(`doubled: ${key}: ${before}, then ${value}`);
  known.set(key, value);
}

/** Repeats until the wanted status comes; every other answer must be one that says that waiting helps. */
async function send(
  target: Target,
  path: string,
  { apiKey, key, recording, asksForSpeakers = false }: Call,
  wanted: number,
  seen: Acknowledged,
): Promise<string> {
  for (;;) {
    const form = new FormData();
    form.set("model", "speech-v1.5");
    if (asksForSpeakers) form.set("diarize", "true");
    form.set("file", new Blob([recording]), "talk.wav");
    try {
      const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": key };
      const response = await fetch(target.url() + path, { method: "POST", body: form, headers });
      const body = await response.text();
      if (response.status === wanted) return body;
      // A call that continues as a job is not to be sent again as it is; with its key it may, to get the job's result.
      const mayRetry = response.headers.get("x-should-retry") === "true" || response.status === 504;
      if (!mayRetry) seen.violations.push(`lost: ${response.status} ${body}`);
    } catch (error) {
      // The server was killed: the connection broke, or nobody listens yet.
      if (!(error instanceof Error)) throw error;
    }
    await Bun.sleep(RETRY_MS);
  }
}
