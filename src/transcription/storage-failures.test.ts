/** A database that cannot be written while jobs are worked on: none is lost, and none is blamed for it. */
import { describe, expect, test } from "bun:test";
import { testBinding } from "../../test/support/database.ts";
import {
  holdTurn,
  readyTestEngine,
  type TranscriptionSite,
  transcriptionSite,
  until,
} from "../../test/support/transcription.ts";
import { limits } from "../config/limits.ts";
import type { Engine } from "../engine/engine.ts";
import { TiroError } from "../lib/errors.ts";
import { createLogger } from "../lib/logger.ts";
import { openDatabase } from "../store/open-database.ts";
import { queuedJob } from "../store/transcription/jobs.ts";

const engine = await readyTestEngine();
/** Each makes the database refuse every write, and gives back what ends that. */
const OUTAGES: [what: string, begin: (site: TranscriptionSite) => () => void][] = [
  [
    "is read-only",
    ({ db }) => {
      db.pragma("query_only = ON");
      return () => db.pragma("query_only = OFF");
    },
  ],
  [
    "is locked by another program",
    ({ db, dataDir }) => {
      db.pragma("busy_timeout = 20");
      const other = openDatabase({ dataDir, nativeBinding: testBinding() });
      other.exec("BEGIN IMMEDIATE");
      return () => other.close();
    },
  ],
];

function logOf() {
  const lines: { event: string; failures?: number }[] = [];
  const logger = createLogger("info", (line) => void lines.push(JSON.parse(line)));
  return { logger, of: (event: string) => lines.filter((line) => line.event === event) };
}

/** Fails in the middle of the audio. */
class FailingEngine implements Pick<Engine, "recognize"> {
  calls = 0;

  async recognize(audio: AsyncIterable<Int16Array>): Promise<never> {
    this.calls += 1;
    for await (const _ of audio) break;
    throw new TiroError("engine_unavailable", "The recognizer ended twice on this recording.");
  }
}

async function createdJob({ service, request }: TranscriptionSite): Promise<string> {
  return (JSON.parse((await service.createJob(await request())).body) as { id: string }).id;
}

describe.each(OUTAGES)("while the database %s", (_what, begin) => {
  test("results wait, and are written, billed and counted once afterwards", async () => {
    const log = logOf();
    await using site = await transcriptionSite({ engine, logger: log.logger });
    const turn = holdTurn(site.queue);
    const ids = [await createdJob(site), await createdJob(site)];
    const end = begin(site);
    turn.end();
    const told = () => log.of("transcription_storage_failed");
    await until(() => told().length === 1);
    // Both are heard and refused, again and again.
    await Bun.sleep(1_500);
    expect(ids.map((id) => site.service.getJob("usr_a", id).status)).toEqual(["queued", "queued"]);
    expect(told().length).toBe(1);
    site.clock.nowMs += limits.storageFailureToldEveryMs;
    await until(() => told().length === 2);
    expect(told()[1]?.failures).toBeGreaterThan(1);
    end();
    await until(() => ids.every((id) => site.service.getJob("usr_a", id).status === "succeeded"));
    expect(site.usage().length).toBe(2);
    const attempts = site.db.prepare("SELECT attempts FROM transcription_jobs").pluck().all();
    expect(attempts).toEqual([0, 0]);
    await until(async () => (await site.spool.names()).length === 0);
  });

  test("attempts that fail for another reason are counted, and the last of them ends the job afterwards", async () => {
    const failing = new FailingEngine();
    await using site = await transcriptionSite({ engine: failing });
    holdTurn(site.queue);
    const id = await createdJob(site);
    await site.service.close();
    site.db.prepare("UPDATE transcription_jobs SET attempts = ?").run(limits.jobAttempts - 1);
    const { service, queue } = site.restarted();
    const turn = holdTurn(queue);
    await service.recover();
    const end = begin(site);
    turn.end();
    await until(() => failing.calls === 1);
    await Bun.sleep(100);
    expect(service.getJob("usr_a", id).status).toBe("queued");
    end();
    await until(() => service.getJob("usr_a", id).status === "failed");
    expect(service.getJob("usr_a", id).error_code).toBe("engine_unavailable");
    expect(failing.calls).toBe(1);
    await service.close();
  });
});

test("a queued job that nobody works on is taken up by the sweep", async () => {
  await using site = await transcriptionSite({ engine });
  const turn = holdTurn(site.queue);
  const id = await createdJob(site);
  await site.service.close();
  turn.end();
  const { service } = site.restarted();
  await service.sweep();
  await service.sweep();
  await until(() => service.getJob("usr_a", id).status === "succeeded");
  expect(queuedJob(site.db, id)).toBeNull();
  expect(site.usage().length).toBe(1);
  await service.close();
});

test("a stored job that cannot be read holds nobody up, and is tried again", async () => {
  const log = logOf();
  await using site = await transcriptionSite({ engine, logger: log.logger });
  const turn = holdTurn(site.queue);
  const bad = await createdJob(site);
  const good = await createdJob(site);
  await site.service.close();
  turn.end();
  const parameters = site.db.prepare<[string], string>(
    "SELECT parameters FROM transcription_jobs WHERE id = ?",
  );
  const written = parameters.pluck().get(bad);
  const write = site.db.prepare("UPDATE transcription_jobs SET parameters = ? WHERE id = ?");
  write.run("{", bad);
  const { service } = site.restarted();
  await service.recover();
  await until(() => service.getJob("usr_a", good).status === "succeeded");
  expect(log.of("transcription_job_not_recovered").length).toBe(1);
  write.run(written, bad);
  await service.sweep();
  await until(() => service.getJob("usr_a", bad).status === "succeeded");
  await service.close();
});
