/** Jobs, calls, speakers, dictations and live streams at a site, and what must hold of them afterwards. */
import { createKey } from "../../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../../src/accounts/people/users.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import type { ClusterSite } from "../../cluster/site.ts";
import { TEST_ACTOR } from "../../support/database.ts";
import { type Acknowledged, client } from "../load.ts";
import type { Random } from "../random.ts";
import { checkDatabase, checkSpool, countFailed, drained, recordings } from "../transcribing.ts";
import { Speaking } from "./speaking.ts";

/**
 * It starts in half of the time that the other recognizer in the box takes, and every kill is a start. Its marks come from a
 * model of their own: a text whose marks are lost with a worker comes without them, rather than late.
 */
export const RECOGNIZER = { TIRO_MODELS_DEFAULT: "starter-en" };
/** Of the server of a site. */
export const LOAD_SETTINGS = {
  ...RECOGNIZER,
  TIRO_CLUSTER_LOCAL: "false",
  TIRO_TRANSCRIPTION_SYNC_DEADLINE_MS: "1000",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
  TIRO_LIMITS_CONCURRENT_AUDIO: "1000",
  TIRO_TRANSCRIPTION_QUEUE_LENGTH: "100000",
  TIRO_LOG_LEVEL: "warn",
};

const CLIENTS = 6;
const SPEAKERS = 2;
const STREAMS = 3;
const KINDS = ["lost", "doubled", "wrong", "billed"] as const;

export interface LoadReport {
  acknowledged: { jobs: number; answers: number; dictations: number; utterances: number };
  /** Live streams that ended before their words were there: the server was killed, or no worker was left. */
  streamsCutOff: number;
  /** Jobs that were given up after the recognizer was lost under them again and again. */
  failedJobs: number;
  found: Record<(typeof KINDS)[number] | "other", number>;
  /** All that was wrong; empty when nothing was. */
  violations: string[];
}

export class MixedLoad {
  readonly violations: string[] = [];
  readonly #site: ClusterSite;
  readonly #seen: Acknowledged = { jobs: new Map(), answers: new Map(), violations: this.violations };
  readonly #speakerId: string;
  readonly #speaking: Speaking;
  readonly #stop = new AbortController();
  readonly #work: Promise<void>[];

  static async begin(site: ClusterSite, random: Random): Promise<MixedLoad> {
    return new MixedLoad(site, random, await recordings());
  }

  private constructor(site: ClusterSite, random: Random, all: Uint8Array<ArrayBuffer>[]) {
    this.#site = site;
    const { db, key } = site;
    const url = () => site.server.url;
    const deps = { db, clock: systemClock, keyPrefixes: ["tiro_"], actor: TEST_ACTOR };
    const speaker = addUser(deps, { email: "speaker@acme.test", name: "Speaker" });
    this.#speakerId = speaker.id;
    const speaking = new Speaking({
      ...{ url, random, violations: this.violations, db },
      accountId: speaker.id,
      key: createKey(deps, speaker, { name: "chaos" }).key,
    });
    this.#speaking = speaking;
    const target = { url, keys: [key], recordings: all, hasSpeakers: true };
    const { signal } = this.#stop;
    this.#work = [
      ...Array.from({ length: CLIENTS }, () => client(target, random, this.#seen, signal)),
      ...Array.from({ length: SPEAKERS }, () => speaking.dictate(signal)),
      ...Array.from({ length: STREAMS }, () => speaking.speak(signal)),
    ];
  }

  get acknowledged(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /** After the last fault: all that was begun is done. Stops the server, which bills what live streams heard last. */
  async end(): Promise<LoadReport> {
    const { violations } = this;
    const { db, server, dataDir } = this.#site;
    this.abandon();
    await Promise.all(this.#work);
    await drained(db, violations);
    await server.stop();
    checkDatabase(db, this.#seen, violations, { but: this.#speakerId, mayLackMarks: true });
    this.#speaking.check();
    checkSpool(dataDir, violations);
    const { streamsCutOff } = this.#speaking;
    return {
      acknowledged: this.#counts,
      ...{ streamsCutOff, failedJobs: countFailed(db), found: countFound(violations), violations },
    };
  }

  /** Nothing more is begun. */
  abandon(): void {
    this.#stop.abort();
  }

  get #counts(): LoadReport["acknowledged"] {
    const { dictations, utterances } = this.#speaking;
    return { jobs: this.#seen.jobs.size, answers: this.#seen.answers.size, dictations, utterances };
  }
}

function countFound(violations: readonly string[]): LoadReport["found"] {
  const found = { lost: 0, doubled: 0, wrong: 0, billed: 0, other: 0 };
  for (const violation of violations)
    found[KINDS.find((kind) => violation.startsWith(`${kind}: `)) ?? "other"] += 1;
  return found;
}
