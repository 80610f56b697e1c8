/** `tiro serve` as the benchmarks start it, its people, and those who call it meanwhile. */
import { mkdirSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { ServerRole } from "../../src/accounts/policies/permissions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Db } from "../../src/store/db.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../../test/support/database.ts";
import { type ServerProcess, startServerProcess } from "../../test/support/server-process.ts";

const HEALTHY_WITHIN_MS = 60_000;

/** The answer's text; each throws when it is refused. */
export interface Calls {
  dictate(wav: Uint8Array): Promise<string>;
  transcribe(wav: Uint8Array): Promise<string>;
  createJob(wav: Uint8Array): Promise<void>;
}

const DEFAULT_RECOGNIZER = { TIRO_MODELS_DEFAULT: "moonshine-tiny-en" };

export interface BenchServer extends Calls {
  pid: number;
  stop(): Promise<void>;
}

/**
 * @param preparePacks puts packs into the models folder and names the one to load; null: the built-in one.
 * @param settings further `TIRO_…` variables.
 */
export async function startBenchServer(
  preparePacks: ((modelsDir: string) => string | Promise<string>) | null,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const folder = temporaryFolder();
  const modelsDir = join(folder.path, "models");
  mkdirSync(modelsDir, { recursive: true });
  const pack = await preparePacks?.(modelsDir);
  const server = await startServerProcess({
    dataDir: folder.path,
    settings: { ...DEFAULT_RECOGNIZER, ...settings, ...(pack && { TIRO_MODELS_PACK: pack }) },
  });
  await untilHealthy(server.url);
  return {
    pid: server.pid,
    ...callsOf(() => server.url, server.key ?? ""),
    async stop() {
      await server.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** In a folder that was filled before; killed at the end. */
export async function openServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess & AsyncDisposable> {
  const server = await startServerProcess({ dataDir, settings: { ...DEFAULT_RECOGNIZER, ...settings } });
  await untilHealthy(server.url);
  return { ...server, [Symbol.asyncDispose]: server.kill };
}

/** A person with a key, who logged in with a browser just now. */
export interface BenchPerson {
  id: string;
  key: string;
  session: string;
}

export function addPerson(db: Db, name: string, role: ServerRole | null = null): BenchPerson {
  const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const user = addUser(deps, { email: `${name}@example.org`, name });
  if (role !== null) setServerRole(deps, user.id, role);
  const entry = { methods: ["passkey"], address: "::1", userAgent: null } as const;
  const session = beginBrowserSession(deps, user, entry);
  return { id: user.id, key: createKey(deps, user, { name: "bench" }).key, session };
}

/** Does the work in the database of a server that is not there yet. */
export function inDatabase<T>(dataDir: string, work: (db: Db) => T): T {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * @param url with `/v1`, which may change when a server starts again.
 * @param isIdempotent whether each call has a key under which it may be repeated.
 */
export function callsOf(url: () => string, key: string, isIdempotent = false): Calls {
  const post = async (path: string, wanted: number, fields: Record<string, string | Uint8Array>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      body.set(name, typeof value === "string" ? value : new File([new Uint8Array(value)], "bench.wav"));
    const idempotency = isIdempotent && { "idempotency-key": crypto.randomUUID() };
    const headers = { authorization: `Bearer ${key}`, ...idempotency };
    const answer = await fetch(url() + path, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.status !== wanted) throw new Error(`${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as { text: string };
  };
  const model = "speech-v1.5";
  return {
    dictate: async (audio) => (await post("/dictations", 200, { audio })).text,
    transcribe: async (file) => (await post("/audio/transcriptions", 200, { model, file })).text,
    createJob: async (file) => void (await post("/audio/transcription-jobs", 202, { model, file })),
  };
}

/**
 * Does the work while a script calls the server from a process of its own, which has the least priority: those who call have
 * machines of their own, and their work is not the server's.
 */
export async function beside<T>(
  script: readonly string[],
  leadMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const calling = Bun.spawn([process.execPath, ...script], { stdio: ["ignore", "ignore", "inherit"] });
  setPriority(calling.pid, 19);
  try {
    await Bun.sleep(leadMs);
    const result = await work();
    if (calling.exitCode !== null) throw new Error(`${script[0]} ended by itself`);
    return result;
  } finally {
    calling.kill("SIGKILL");
    await calling.exited;
  }
}

/** Its recognizer is ready. */
export async function untilHealthy(url: string): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await fetch(new URL("/health", url))).status === 200) return;
    await Bun.sleep(50);
  }
  throw new Error(`tiro serve was not healthy within ${HEALTHY_WITHIN_MS} ms`);
}
