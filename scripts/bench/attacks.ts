/** One account's latency while another takes all it can get: over HTTP, the attacker in a process of its own. */
import { join } from "node:path";
import { ClusterSite } from "../../test/cluster/site.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { latencies } from "./figures.ts";
import { addPerson, beside, callsOf, inDatabase, openServer } from "./server.ts";

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

/** Reports each attack once it is over. @param onWorker whether a worker recognizes, and the server does not. */
export async function* measureAttacks(
  attacks: readonly string[],
  onWorker: boolean,
): AsyncGenerator<Measured> {
  using folder = temporaryFolder();
  await using site = onWorker
    ? await ClusterSite.open({ workers: 1, settings: { TIRO_CLUSTER_LOCAL: "false" } })
    : null;
  const dataDir = site?.dataDir ?? folder.path;
  const [attacker, caller] = inDatabase(
    dataDir,
    (db) => [addPerson(db, "attacker"), addPerson(db, "caller")] as const,
  );
  await using alone = site ? null : await openServer(dataDir);
  const { url } = alone ?? (site as ClusterSite).server;
  const clip = await Bun.file(RECORDING).bytes();
  const calls = callsOf(() => url, caller.key);
  const kinds = [
    { what: "call", work: () => calls.transcribe(clip) },
    { what: "dictation", work: () => calls.dictate(clip) },
  ];
  await inTurns(kinds);
  for (const attack of attacks) {
    const idle = await inTurns(kinds);
    const attacking = [join(import.meta.dir, "attack.ts"), attack, url, attacker.key, attacker.session];
    const attacked = await beside(attacking, LEAD_MS, () => inTurns(kinds));
    await quiet(url);
    for (const [index, { what }] of kinds.entries())
      yield { attack, what, idle: idle[index] ?? [], attacked: attacked[index] ?? [] };
  }
}

/** Of each kind; the kinds take turns, so that the machine's mood is the same for all. */
async function inTurns(kinds: readonly { work: () => Promise<unknown> }[]): Promise<number[][]> {
  const all: number[][] = kinds.map(() => []);
  for (let index = 0; index < CALLS; index += 1)
    for (const [kind, { work }] of kinds.entries())
      all[kind]?.push(...(await latencies(1, () => PAUSE_MS, work)));
  return all;
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
