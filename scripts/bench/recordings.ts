/**
 * `bun run bench:recordings [minutes] [rounds]`: what it costs a transcription to become a recording (sound encrypted, wave, words
 * stored), in processor time of server and recognizer, beside a stored job of the same file; what one saved word writes; and how
 * long the largest import holds the event loop. Ends with 1 if a goal is missed.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { median, percentile } from "../../src/lib/percentile.ts";
import { processorSeconds, processTree } from "../../src/lib/processes.ts";
import { longestTurn } from "../../test/support/event-loop.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { type Json, startServer } from "../../test/support/server.ts";
import { tell } from "./figures.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const [minutes = 10, rounds = 5] = Bun.argv.slice(2).map(Number);
/** A page of the database and what the write-ahead log puts before it, after a header that is there once. */
const PAGE = { bytes: 4_096, frameBytes: 24, logHeaderBytes: 32 };
const GOALS = { share: 0.03, savedBytes: PAGE.bytes + PAGE.frameBytes, heldMs: 20 };
const SAVES = 50;
const LOOK_MS = 500;

const server = await startServer({ isChecked: false });
try {
  await server.context.engine.ready();
  await compare();
  await saves();
  await largestImport();
} finally {
  await server.close();
}

async function compare(): Promise<void> {
  const file = Buffer.from(wavFile(benchSpeech(minutes * 60)));
  const taken: Record<"job" | "recording", number[]> = { job: [], recording: [] };
  // The first of each warms up.
  for (let round = 0; round <= rounds; round++)
    for (const kind of ["job", "recording"] as const) {
      const before = secondsTaken();
      await transcribe(kind, file);
      if (round > 0) taken[kind].push(secondsTaken() - before);
    }
  const [job, recording] = [median(taken.job), median(taken.recording)];
  const share = recording / job - 1;
  tell(`${minutes} minutes as a job, median of ${rounds}: processor time`, job, "s");
  tell("as a recording", recording, "s");
  tell("more as a recording", 100 * share, "%", { most: 100 * GOALS.share });
  console.log(`  jobs ${shown(taken.job)}; recordings ${shown(taken.recording)}`);
}

async function transcribe(kind: "job" | "recording", file: Buffer): Promise<void> {
  const fields = kind === "job" ? [{ name: "model", body: "speech-v1.5" }] : [];
  const path = kind === "job" ? "/audio/transcription-jobs" : "/recordings";
  const body = multipart([...fields, { name: "file", fileName: "talk.wav", body: file }]);
  const made = await json(path, { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body });
  // Seldom, so that asking costs nothing.
  for (let state = ""; !["succeeded", "ready"].includes(state); await Bun.sleep(LOOK_MS)) {
    const now = await json(`${path}/${made.id}`);
    state = now.status ?? now.state;
    if (state === "failed") throw new Error(JSON.stringify(now));
  }
}

/** Of this process, in which the server is, and of all that it started. */
function secondsTaken(): number {
  return processTree(process.pid).reduce((sum, { pid }) => sum + (processorSeconds(pid) ?? 0), 0);
}

async function saves(): Promise<void> {
  const { id } = await imported(words(36_000));
  // Words for the search are written when editing pauses.
  await server.context.recordings.upkeep.indexDue();
  const { data, revision: first } = await json(`/recordings/${id}/transcript?limit=1000`);
  const { db, dataDir } = server.context;
  const written: number[] = [];
  let revision = first;
  for (let at = 0; at < SAVES; at++) {
    const segment = data[(at * 7) % data.length];
    const changed = segment.words.map((each: Json, place: number) =>
      place === 3 ? { ...each, word: `Word${at}` } : each,
    );
    db.pragma("wal_checkpoint(TRUNCATE)");
    const change = { replace: [segment.id], after: null, with: [{ ...segment, words: changed }] };
    ({ revision } = await json(`/recordings/${id}/transcript`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ base_revision: revision, changes: [change] }),
    }));
    written.push(statSync(join(dataDir, "tiro.db-wal")).size - PAGE.logHeaderBytes);
  }
  tell("a word saved writes, p50 (goal: one page)", percentile(written, 0.5), "bytes", {
    most: GOALS.savedBytes,
  });
  tell("p99", percentile(written, 0.99), "bytes");
  const mean = Math.round(written.reduce((sum, bytes) => sum + bytes, 0) / SAVES);
  tell("on average, with what enters it in the log of edits", mean, "bytes");
}

async function largestImport(): Promise<void> {
  const content = words(limits.importedWords - 100);
  const { cpuMs } = await longestTurn(() => imported(content));
  const mebibytes = (content.length / 2 ** 20).toFixed(1);
  tell(`an import of ${mebibytes} MiB and ${limits.importedWords} words: event loop held`, cpuMs, "ms", {
    most: GOALS.heldMs,
  });
}

function words(count: number): string {
  const lines: string[] = [];
  for (let at = 0; at < count / 12; at++)
    lines.push(`Ada: ${Array.from({ length: 12 }, (_, word) => `word${(at + word) % 997}`).join(" ")}`);
  return lines.join("\n\n");
}

function imported(content: string): Promise<Json> {
  return json("/recordings/import", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ content }),
  });
}

async function json(path: string, init: RequestInit = {}): Promise<Json> {
  const answer = await server.call(path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function shown(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(", ");
}
