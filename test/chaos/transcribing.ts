/** Jobs and keyed calls under faults: what is sent, and what must hold of it afterwards. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../../src/store/db.ts";
import { wavHeader } from "../audio/support/wav-file.ts";
import { DEFAULT_RECORDING_TEXT, RECORDING } from "../support/transcription.ts";
import type { Acknowledged } from "./load.ts";

/** How often the long recording says the short one's words: 30 s, so that kills hit it in the middle. */
const LONG_COPIES = 8;
/** So long nothing may end while there is work and nobody kills. */
const STUCK_MS = 120_000;

/** Four seconds of speech and half a minute of it; each also in stereo, which takes a decoder. */
export async function recordings(): Promise<Uint8Array<ArrayBuffer>[]> {
  const pcm = new Int16Array((await Bun.file(RECORDING).bytes()).slice(44).buffer);
  return [1, LONG_COPIES].flatMap((copies) => {
    const samples = Array.from({ length: copies }, () => [...pcm]).flat();
    return [
      wavOf(samples, 1),
      wavOf(
        samples.flatMap((sample) => [sample, sample]),
        2,
      ),
    ];
  });
}

function wavOf(samples: number[], channels: number): Uint8Array<ArrayBuffer> {
  const pcm = new Uint8Array(Int16Array.from(samples).buffer);
  const header = wavHeader({ sampleRate: 16_000, channels, dataBytes: pcm.byteLength });
  return Uint8Array.from(Buffer.concat([header, pcm]));
}

/** Waits until something more is billed. */
export async function progress(db: Db, violations: string[]): Promise<void> {
  const billed = db.prepare<[], number>("SELECT count(*) FROM usage").pluck();
  const before = billed.get();
  for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += 50) {
    if (billed.get() !== before) return;
    await Bun.sleep(50);
  }
  violations.push(`no work was done for ${STUCK_MS} ms`);
}

/** Waits until no job is unfinished, as long as some end. */
export async function drained(db: Db, violations: string[]): Promise<void> {
  const queued = db
    .prepare<[], number>("SELECT count(*) FROM transcription_jobs WHERE status = 'queued'")
    .pluck();
  let left = queued.get() ?? 0;
  for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += 50) {
    const now = queued.get() ?? 0;
    if (now === 0) return;
    if (now < left) waitedMs = 0;
    left = now;
    await Bun.sleep(50);
  }
  violations.push(`lost: ${queued.get()} jobs have not ended`);
}

/** @param but an account whose work is checked elsewhere. @param mayLackMarks of texts whose marks come from a model of their own. */
export function checkDatabase(
  db: Db,
  seen: Acknowledged,
  violations: string[],
  { but = "", mayLackMarks = false } = {},
): void {
  const check = (what: string, found: unknown, expected: unknown) => {
    if (!Bun.deepEquals(found, expected)) violations.push(`${what}: ${found}, expected ${expected}`);
  };
  const strings = (sql: string) => db.prepare<[], string>(sql).pluck().all();
  const ofThese = `account_id <> '${but}'`;
  check("integrity", strings("PRAGMA integrity_check"), ["ok"]);
  check("foreign keys", strings("PRAGMA foreign_key_check"), []);

  const ended = "status = 'succeeded' OR (status = 'failed' AND error_code = 'engine_unavailable')";
  check(
    "wrong: jobs that ended otherwise",
    strings(`SELECT id || status FROM transcription_jobs WHERE NOT (${ended})`),
    [],
  );

  // Every call had a key: one that made a job, or one that was answered at once, or one that outlived its deadline
  // and went on as a job. Of the last, those that failed freed their keys, and were sent again.
  const created = [...seen.jobs.values()].sort();
  const outlived = strings(`SELECT job_id FROM idempotency_answers WHERE job_id IS NOT NULL AND ${ofThese}`);
  const known = new Set([...outlived, ...created]);
  const unknown = strings("SELECT id FROM transcription_jobs WHERE status = 'succeeded'").filter(
    (id) => !known.has(id),
  );
  check("doubled: jobs that nobody asked for", unknown, []);
  const stored = new Set(strings("SELECT id FROM transcription_jobs"));
  check(
    "lost: jobs",
    created.filter((id) => !stored.has(id)),
    [],
  );
  check(
    "doubled: keys",
    strings(`SELECT key FROM idempotency_answers WHERE ${ofThese}`).sort(),
    [...seen.jobs.keys(), ...seen.answers.keys()].sort(),
  );
  check("pending keys", strings("SELECT key FROM idempotency_answers WHERE status IS NULL"), []);

  const direct = seen.answers.size - outlived.length;
  const succeeded = strings("SELECT id FROM transcription_jobs WHERE status = 'succeeded' ORDER BY id");
  const billed = strings(`SELECT request_id FROM usage WHERE ${ofThese} ORDER BY request_id`);
  const billedOnce = new Set(billed);
  check("billed: lines", billed.length, succeeded.length + direct);
  check("billed: twice", billed.length - billedOnce.size, 0);
  check(
    "billed: jobs without a line",
    succeeded.filter((id) => !billedOnce.has(id)),
    [],
  );

  const texts = new Set(seen.answers.values());
  for (const body of strings("SELECT DISTINCT body FROM transcription_jobs WHERE body IS NOT NULL"))
    texts.add(body);
  for (const text of texts)
    if (!isExpected(text, mayLackMarks)) violations.push(`wrong: unexpected text: ${text}`);
}

/** The short recording's words once, or the long one's as often as it repeats them. */
export function isExpected(body: string, mayLackMarks = false): boolean {
  const { text } = JSON.parse(body) as { text: string };
  const read = mayLackMarks ? bareWords : (marked: string) => marked;
  const expected = (copies: number) => Array(copies).fill(DEFAULT_RECORDING_TEXT).join(" ");
  return [1, LONG_COPIES].some((copies) => read(text) === read(expected(copies)));
}

/** Without marks and capitals. */
export function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

export function countFailed(db: Db): number {
  const count = db
    .prepare<[], number>("SELECT count(*) FROM transcription_jobs WHERE status = 'failed'")
    .pluck();
  return count.get() ?? 0;
}

export function checkSpool(dataDir: string, violations: string[]): void {
  const left = readdirSync(join(dataDir, "spool"));
  if (left.length > 0) violations.push(`left in the spool: ${left.join(", ")}`);
}
