/**
 * `bun run bench:recordings [minutes] [rounds]`: what it costs a transcription to become a recording (sound encrypted, wave, words
 * stored), in processor time of server and recognizer, beside a stored job of the same file; what one saved word writes; and how
 * long the largest import holds the event loop. Ends with 1 if a goal is missed.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { wavFile } from "../../src/audio/wav-file.ts";
import { limits } from "../../src/config/limits.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { longestTurn } from "../../test/support/event-loop.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { type Json, startServer } from "../../test/support/server.ts";
import { tellLoad } from "./load.ts";
import { processTree } from "./processes.ts";

const [minutes = 10, rounds = 5] = Bun.argv.slice(2).map(Number);
/** A page of the database and what the write-ahead log puts before it, after a header that is there once. */
const PAGE = { bytes: 4_096, frameBytes: 24, logHeaderBytes: 32 };
const GOALS = { share: 0.03, savedBytes: PAGE.bytes + PAGE.frameBytes, heldMs: 20 };
const SAVES = 50;
const LOOK_MS = 500;
const TICKS_PER_SECOND = 100;
const CLIP = join(import.meta.dir, "../../test/audio/synth_01_slt.wav");

const server = await startServer({ isChecked: false });
let isMet = true;
try {
  await server.context.engine.ready();
  tellLoad();
  await compare();
  await saves();
  await largestImport();
} finally {
  await server.close();
  process.exitCode = isMet ? 0 : 1;
}

async function compare(): Promise<void> {
  const file = speech();
  const taken: Record<"job" | "recording", number[]> = { job: [], recording: [] };
  // The first of each warms up.
  for (let round = 0; round <= rounds; round++)
    for (const kind of ["job", "recording"] as const) {
      const before = processorSeconds();
      await transcribe(kind, file);
      if (round > 0) taken[kind].push(processorSeconds() - before);
    }
  const [job, recording] = [median(taken.job), median(taken.recording)];
  const share = recording / job - 1;
  isMet &&= share <= GOALS.share;
  console.log(
    `${minutes} minutes, median of ${rounds}: as a job ${job.toFixed(2)} s, as a recording ${recording.toFixed(2)} s of processor time: ${(100 * share).toFixed(1)} % more (goal ${100 * GOALS.share} %)`,
  );
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
function processorSeconds(): number {
  return processTree(process.pid).reduce((sum, { pid }) => sum + secondsOf(pid), 0);
}

function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Its own in user and kernel mode, and that of children that have ended (decoders).
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
}

function speech(): Buffer {
  const clip = readFileSync(CLIP).subarray(44);
  const samples = new Int16Array(minutes * 60 * 16_000);
  const source = new Int16Array(clip.buffer.slice(clip.byteOffset, clip.byteOffset + (clip.byteLength & ~1)));
  for (let at = 0; at < samples.length; at += source.length)
    samples.set(source.subarray(0, samples.length - at), at);
  return Buffer.from(wavFile(samples));
}

async function saves(): Promise<void> {
  const { id } = await imported(words(36_000));
  // What goes into the search is written when editing pauses.
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
  const [p50, p99] = [0.5, 0.99].map(
    (part) =>
      percentile(
        written.toSorted((a, b) => a - b),
        part,
      ) as number,
  );
  isMet &&= (p50 as number) <= GOALS.savedBytes;
  const mean = Math.round(written.reduce((sum, bytes) => sum + bytes, 0) / SAVES);
  console.log(
    `a word saved writes p50 ${p50}, p99 ${p99} bytes (goal ${GOALS.savedBytes}: one page); ${mean} on average, with what enters it in the log of edits`,
  );
}

async function largestImport(): Promise<void> {
  const content = words(limits.importedWords - 100);
  const { cpuMs } = await longestTurn(() => imported(content));
  isMet &&= cpuMs <= GOALS.heldMs;
  console.log(
    `an import of ${(content.length / 2 ** 20).toFixed(1)} MiB and ${limits.importedWords} words holds the event loop for ${cpuMs.toFixed(1)} ms at most (goal ${GOALS.heldMs})`,
  );
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

function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  ) as number;
}

function shown(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(", ");
}
