/** One account's latency while another takes all it can get: over HTTP, the attacker in a process of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { type User, userByEmail } from "../../src/store/people/users.ts";
import { testBinding } from "../../test/support/database.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { startServerProcess } from "../../test/support/server-process.ts";

const CALLS = 30;
/** So that the caller stays within its requests per minute, as the attacker must. */
const PAUSE_MS = 100;
/** Until the attack has filled what it fills, and the recognizers that come with the work are there. */
const LEAD_MS = 6_000;
const RECORDING = join(import.meta.dir, "../../models/starter-en/check.wav");
export const ATTACKS = [
  ...["matroska", "ogg", "half-sent", "calls", "jobs", "file-name"],
  ...["events", "own-routes", "bodies"],
];

export interface Measured {
  attack: string;
  what: string;
  idle: number[];
  attacked: number[];
}

/** Reports each attack once it is over. */
export async function* measureAttacks(attacks: readonly string[]): AsyncGenerator<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), "tiro-bench-"));
  const server = await startServerProcess({ dataDir });
  try {
    while ((await fetch(new URL("/health", server.url))).status !== 200) await Bun.sleep(50);
    const [attacker, caller] = [newKey(dataDir, "attacker"), newKey(dataDir, "caller")];
    const session = newSession(dataDir, "attacker");
    const clip = await Bun.file(RECORDING).bytes();
    const call = multipart([
      { name: "model", body: "speech-v1.5" },
      { name: "file", fileName: "a.wav", body: clip },
    ]);
    const dictation = multipart([{ name: "audio", fileName: "a.wav", body: clip }]);
    const kinds = [
      { what: "call", work: () => send(`${server.url}/audio/transcriptions`, caller, call) },
      { what: "dictation", work: () => send(`${server.url}/dictations`, caller, dictation) },
    ];
    await latencies(kinds);
    for (const attack of attacks) {
      const idle = await latencies(kinds);
      const script = join(import.meta.dir, "attack.ts");
      const child = Bun.spawn([process.execPath, script, attack, server.url, attacker, session], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      // An attacker has a machine of its own: what its own work costs is not the server's.
      setPriority(child.pid, 19);
      await Bun.sleep(LEAD_MS);
      const attacked = await latencies(kinds);
      if (child.exitCode !== null) throw new Error(`the attack ${attack} ended by itself`);
      child.kill("SIGKILL");
      await child.exited;
      await quiet(server.url);
      for (const [index, { what }] of kinds.entries())
        yield { attack, what, idle: idle[index] ?? [], attacked: attacked[index] ?? [] };
    }
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Of each kind; the kinds take turns, so that the machine's mood is the same for all. */
async function latencies(kinds: readonly { work: () => Promise<void> }[]): Promise<number[][]> {
  const all: number[][] = kinds.map(() => []);
  for (let index = 0; index < CALLS; index += 1) {
    for (const [kind, { work }] of kinds.entries()) {
      await Bun.sleep(PAUSE_MS);
      const beganAt = performance.now();
      await work();
      all[kind]?.push(performance.now() - beganAt);
    }
  }
  return all;
}

async function send(url: string, key: string, body: Uint8Array): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "Content-Type": CONTENT_TYPE };
  const answer = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`);
}

/** Resolves when the server has done the work that the attack left. */
async function quiet(url: string): Promise<void> {
  for (;;) {
    const health = (await (await fetch(new URL("/health", url))).json()) as {
      checks: { queue: { waiting: number } };
    };
    if (health.checks.queue.waiting === 0) break;
    await Bun.sleep(200);
  }
  await Bun.sleep(2_000);
}

function newKey(dataDir: string, name: string): string {
  const run = (...command: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync([
      ...selfCommand(),
      ...command,
      "--data",
      dataDir,
      "--json",
    ]);
    if (exitCode !== 0) throw new Error(stderr.toString());
    return JSON.parse(stdout.toString());
  };
  const email = emailOf(name);
  run("users", "add", "--email", email, "--name", name);
  return run("keys", "create", "--user", email, "--name", "bench").key;
}

/** Somebody who logged in with a browser just now. */
function newSession(dataDir: string, name: string): string {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  const user = userByEmail(db, emailOf(name)) as User;
  const entry = { methods: ["password"], address: "::1", userAgent: null } as const;
  const token = beginBrowserSession({ db, clock: systemClock }, user, entry);
  db.close();
  return token;
}

function emailOf(name: string): string {
  return `${name}@example.org`;
}
