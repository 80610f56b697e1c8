/** The check where workers are: each has its turn, and one that does not hear is not hidden by the others. */
import { expect, test } from "bun:test";
import { engineThat } from "../../test/support/engines.ts";
import { RECORDING, transcriptionSite } from "../../test/support/transcription.ts";
import { openAudio } from "../audio/open-audio.ts";
import { configSchema } from "../config/schema.ts";
import { silentLogger } from "../lib/logger.ts";
import { FunctionalCheck } from "./functional-check.ts";

test("each worker has its turn, and the state is that of all", async () => {
  const asked: string[] = [];
  const deaf = new Set<string>();
  const target = (worker: string) => {
    const engine = engineThat(async (audio) => {
      for await (const _ of audio);
      asked.push(worker);
      if (deaf.has(worker)) throw new Error("it hears nothing");
      const recognition = {
        pieces: [],
        audioDurationSeconds: 4,
        speechDurationSeconds: 0,
        hotwordsUsed: false,
      };
      return { ...recognition, modelId: "m@1", language: "en" };
    });
    return { worker, engine, recording: { audioPath: RECORDING, text: null } };
  };
  await using site = await transcriptionSite({
    engine: engineThat(() => Promise.reject(new Error("not asked"))),
  });
  let workers = ["one", "two", "three"];
  const check = new FunctionalCheck({
    ...{ spool: site.spool, queue: site.queue, clock: site.clock, openAudio, logger: silentLogger },
    config: configSchema.parse({}),
    targets: () => workers.map(target),
  });
  const states: string[] = [];
  const run = async () => {
    await check.runOnce();
    states.push(check.health().status);
  };
  deaf.add("two");
  for (let turn = 0; turn < 4; turn++) await run();
  deaf.clear();
  await run();
  deaf.add("three");
  await run();
  workers = ["one", "two"];
  states.push(check.health().status);
  expect(asked).toEqual(["one", "two", "three", "one", "two", "three"]);
  expect(states).toEqual(["ok", "degraded", "degraded", "degraded", "ok", "degraded", "degraded"]);
  await run();
  expect(states.at(-1)).toBe("ok");
});
