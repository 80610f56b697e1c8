/** Programs of other releases, and packs of other versions: workers and the server are upgraded one by one, under work. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type Acknowledged, client } from "../chaos/load.ts";
import { Random } from "../chaos/random.ts";
import { checkDatabase, drained, recordings } from "../chaos/transcribing.ts";
import { hasNatsServer } from "../support/broker.ts";
import { dictation, recording } from "../support/dictation.ts";
import { eventually } from "../support/eventually.ts";
import { ReleaseCopy } from "./release-copy.ts";
import { ClusterSite } from "./site.ts";

setDefaultTimeout(600_000);

const RECOGNIZER = { TIRO_MODELS_DEFAULT: "starter-en" };
const SETTINGS = {
  ...RECOGNIZER,
  TIRO_CLUSTER_LOCAL: "false",
  TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
  TIRO_LIMITS_STORED_JOBS: "1000000",
};
const CLIENTS = 2;

test.skipIf(!hasNatsServer)(
  "workers, then the server, are upgraded under work: nothing is lost, doubled or wrong",
  async () => {
    await using site = await ClusterSite.open({
      ...{ workers: 2, settings: SETTINGS, workerSettings: RECOGNIZER },
    });
    const [one] = site.workers;
    if (!one) throw new Error("there is no worker");
    const release = (name: string, minor: number) => new ReleaseCopy(join(site.folder.path, name), minor);
    const next = release("next", 1);
    const violations: string[] = [];
    const seen: Acknowledged = { jobs: new Map(), answers: new Map(), violations };
    const target = { url: () => site.server.url, keys: [site.key], recordings: await recordings() };
    const stop = new AbortController();
    const working = Array.from({ length: CLIENTS }, () => client(target, new Random(1), seen, stop.signal));
    const workGoesOn = async () => {
      const before = seen.answers.size;
      await eventually(() => seen.answers.size > before, true);
    };
    // Workers that have recognized a check recording.
    const offering = async () =>
      (await site.metrics()).match(/^tiro_worker_packs\{.+\} [1-9]/gm)?.length ?? 0;
    for (const worker of site.workers) {
      await workGoesOn();
      await worker.end("SIGTERM");
      worker.start(next.program);
      await eventually(offering, 2);
    }
    await workGoesOn();
    await site.server.stop();
    await site.startServer(next.program);
    await eventually(offering, 2);
    await workGoesOn();
    stop.abort();
    await Promise.all(working);
    await drained(site.db, violations);
    checkDatabase(site.db, seen, violations, { mayLackMarks: true });
    expect(violations).toEqual([]);

    // Too far ahead of the server, or with other files under the name of a pack: not used, with a sentence.
    const restarted = async (program: string[], states: object) => {
      await one.end();
      one.start(program);
      await eventually(async () => {
        const { ready, refused, faulty } = await site.states();
        return { ready, refused, faulty };
      }, states as never);
    };
    await restarted(release("later", 3).program, { ready: 1, refused: 1, faulty: 0 });
    await eventually(() => one.stderrTail().includes("they may differ by one minor release"), true);
    const changed = release("changed", 1);
    changed.changeStarter({ description: "Other files." });
    await restarted(changed.program, { ready: 2, refused: 0, faulty: 1 });
    await eventually(() => site.server.stderrTail().includes("although both have the same version"), true);
    changed.changeStarter({ version: "1.1.0" });
    await restarted(changed.program, { ready: 2, refused: 0, faulty: 0 });
    await eventually(offering, 2);
    const call = dictation(recording, { language: "en" }, { authorization: `Bearer ${site.key}` });
    expect((await fetch(`${site.server.url}/dictations`, call)).status).toBe(200);
  },
);
