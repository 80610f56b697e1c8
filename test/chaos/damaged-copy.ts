/**
 * A server on a copy of the database of which some pages were overwritten, as a failing disk leaves them. It may refuse
 * what it cannot read or keep, and must say so; it answers nothing wrong, hangs nowhere, and no backup takes it for whole.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Db } from "../../src/store/db.ts";
import { damagePage, PAGE_BYTES } from "../support/damage.ts";
import { temporaryFolder, testBinding } from "../support/database.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import type { Random } from "./random.ts";

export interface DamageOptions {
  program: string[];
  db: Db;
  dataDir: string;
  settings: Record<string, string>;
  keys: readonly string[];
  recordings: readonly Uint8Array<ArrayBuffer>[];
  random: Random;
  isExpected: (body: string) => boolean;
  violations: string[];
}

const CALLS = 8;
/** No call may take longer, however busy the machine is. */
const CALL_MS = 120_000;
/** Health shows it within a second; later on a busy machine. */
const TOLD_MS = 30_000;
/** Allowed refusals of a server that cannot read or store something. */
const REFUSALS = ["storage_unavailable", "engine_unavailable", "request_timeout"];

/** @returns what came of it, in words. */
export async function tryDamaged(options: DamageOptions): Promise<string> {
  using folder = temporaryFolder();
  const [dataDir, backups] = [join(folder.path, "data"), join(folder.path, "backups")];
  copySite(options, dataDir);
  mkdirSync(backups, { mode: 0o700 });
  const backUp = () => backedUp(options.program, dataDir, backups);
  if ((await backUp()) !== 0) options.violations.push("a whole database was not backed up");
  const good = contentOf(backups);
  const damage = () => damagePages(join(dataDir, "tiro.db"), options.random);
  const isEarly = options.random.next() < 0.5;
  if (isEarly) damage();
  const server = await started(dataDir, options);
  let codes: (string | null)[] = [];
  if (server !== null) {
    try {
      if (!isEarly) damage();
      codes = await call(server, options);
    } finally {
      await server.kill();
    }
  }
  const isWhole = isIntact(join(dataDir, "tiro.db"));
  const status = await backUp();
  if (isWhole !== (status === 0))
    options.violations.push(`a ${isWhole ? "whole" : "damaged"} database's backup ended with ${status}`);
  if (!isWhole && !Bun.deepEquals(contentOf(backups), good))
    options.violations.push("a good backup did not stay as it was");
  const refused = codes.filter((code) => code !== null).length;
  const met = server === null ? "no start" : `${refused} of ${codes.length} calls refused`;
  return `${isWhole ? "whole" : "damaged"} ${isEarly ? "before the start" : "in use"}, ${met}`;
}

function copySite({ db, dataDir: original }: DamageOptions, dataDir: string): void {
  mkdirSync(dataDir, { mode: 0o700 });
  const file = join(dataDir, "tiro.db");
  db.prepare("VACUUM INTO ?").run(file);
  copyFileSync(join(original, "secret.key"), join(dataDir, "secret.key"));
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o600);
}

function damagePages(file: string, random: Random): void {
  const pages = Math.floor(statSync(file).size / PAGE_BYTES);
  // Often few, sometimes nearly all: most pages are of tables that no request reads.
  const damaged = 1 + Math.floor(random.next() ** 2 * pages);
  for (let count = 0; count < damaged; count += 1) damagePage(file, Math.floor(random.next() * pages));
}

/** Null if it does not start, and says that it is the database. */
async function started(
  dataDir: string,
  { program, settings, violations }: DamageOptions,
): Promise<ServerProcess | null> {
  try {
    return await startServerProcess({ dataDir, settings, command: program });
  } catch (error) {
    if (!/damaged|storage_unavailable/.test(String(error))) violations.push(`a damaged database: ${error}`);
    return null;
  }
}

/** @returns what they were answered with. */
async function call(server: ServerProcess, options: DamageOptions): Promise<(string | null)[]> {
  const { violations, random } = options;
  const codes = await Promise.all(
    Array.from({ length: CALLS }, () => callOnce(server, { ...options, apiKey: random.pick(options.keys) })),
  );
  if (!codes.includes("storage_unavailable")) return codes;
  for (let waitedMs = 0; waitedMs < TOLD_MS; waitedMs += 100) {
    const health = (await (await fetch(new URL("/health", server.url))).json()) as { status: string };
    if (health.status !== "ok") return codes;
    await Bun.sleep(100);
  }
  violations.push("damage was met, and health is ok");
  return codes;
}

/** @returns the code of an error; null if there was none. */
async function callOnce(
  server: ServerProcess,
  { apiKey, recordings, random, isExpected, violations }: DamageOptions & { apiKey: string },
): Promise<string | null> {
  const isJob = random.next() < 0.5;
  const form = new FormData();
  form.set("model", "speech-v1.5");
  form.set("file", new Blob([random.pick(recordings)]), "talk.wav");
  const path = isJob ? "/audio/transcription-jobs" : "/audio/transcriptions";
  try {
    const headers = { authorization: `Bearer ${apiKey}` };
    const signal = AbortSignal.timeout(CALL_MS);
    const answer = await fetch(server.url + path, { method: "POST", body: form, headers, signal });
    const body = await answer.text();
    if (answer.status === 202 || (answer.status === 200 && isExpected(body))) return null;
    const { error } = JSON.parse(body) as { error?: { code?: string } };
    if (answer.status < 500 || !REFUSALS.includes(error?.code ?? ""))
      violations.push(`with a damaged database: ${answer.status} ${body}`);
    return error?.code ?? null;
  } catch (error) {
    violations.push(`with a damaged database: ${error} ${server.stderrTail()}`);
    return null;
  }
}

/** As SQLite itself sees it. */
function isIntact(file: string): boolean {
  try {
    const db = new Database(file, { nativeBinding: testBinding() });
    const found = db.pragma("integrity_check", { simple: true });
    db.close();
    return found === "ok";
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  }
}

/** @returns the command's exit status. */
async function backedUp(program: string[], dataDir: string, folder: string): Promise<number> {
  const command = [...program, "backup", folder, "--keep", "1", "--data", dataDir];
  const env = { PATH: process.env.PATH ?? "" };
  return Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"], env }).exited;
}

function contentOf(folder: string): [name: string, content: Buffer][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
}
