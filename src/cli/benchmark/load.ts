/** Dictations sent over HTTP, as people's programs do. */
import { systemClock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import type { BenchServer } from "./bench-server.ts";
import type { BenchRecording } from "./recordings.ts";

export interface Answered {
  audioSeconds: number;
  /** From the first byte sent to the last one received. */
  tookSeconds: number;
}

export type Target = Pick<BenchServer, "url" | "keys">;

/** @throws TiroError with what the server answered, where that is no success. */
export async function dictate(
  { url, keys }: Target,
  person: number,
  recording: BenchRecording,
): Promise<Answered> {
  const body = new FormData();
  body.set("audio", new File([recording.wav], "dictation.wav"));
  const headers = { authorization: `Bearer ${keys[person % keys.length]}` };
  const begin = systemClock.monotonic();
  const answer = await fetch(`${url}/v1/dictations`, { method: "POST", headers, body });
  const text = await answer.text();
  const tookSeconds = (systemClock.monotonic() - begin) / 1000;
  if (!answer.ok)
    throw new TiroError("engine_unavailable", `A dictation was answered with ${answer.status}: ${text}`);
  return { audioSeconds: recording.seconds, tookSeconds };
}

/**
 * So many clients, each of whom sends the next recording when the last one is answered, for so long, and until every
 * recording was sent once.
 */
export async function sendInTurn(
  target: Target,
  recordings: readonly BenchRecording[],
  { clients, seconds, signal }: { clients: number; seconds: number; signal?: AbortSignal },
): Promise<{ answered: Answered[]; wallSeconds: number }> {
  const begin = systemClock.monotonic();
  const answered: Answered[] = [];
  let sent = 0;
  const isDone = () => sent >= recordings.length && systemClock.monotonic() - begin >= seconds * 1000;
  const client = async (person: number) => {
    while (!isDone()) {
      signal?.throwIfAborted();
      const recording = recordings[sent % recordings.length] as BenchRecording;
      sent += 1;
      answered.push(await dictate(target, person, recording));
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, person) => client(person)));
  return { answered, wallSeconds: (systemClock.monotonic() - begin) / 1000 };
}
