/** One bound on processor time holds for all decoders of a job. */
import { expect, test } from "bun:test";
import {
  readyTestEngine,
  type TranscriptionSite,
  transcriptionSite,
  until,
} from "../../test/support/transcription.ts";
import { openAudio } from "../audio/open-audio.ts";
import { TiroError } from "../lib/errors.ts";

const engine = await readyTestEngine();

async function newJob({ service, request }: TranscriptionSite): Promise<string> {
  const { body } = await service.createJob(await request({}));
  return (JSON.parse(body) as { id: string }).id;
}

test("late decoders are followed by others, which share what one work may take; none costs the job", async () => {
  const deadlines: number[] = [];
  const openLate: typeof openAudio = (file, options) => {
    deadlines.push(options.deadlineMs);
    // The first look comes before there is a job.
    if (deadlines.length === 1 || deadlines.length === 4) return openAudio(file, options);
    options.onWorked?.(700_000);
    return Promise.reject(new TiroError("request_timeout", "late"));
  };
  await using site = await transcriptionSite({ engine, openAudio: openLate });
  const id = await newJob(site);
  await until(() => site.service.getJob("usr_a", id).status === "succeeded");
  expect(deadlines).toEqual([900_000, 900_000, 900_000, 400_000]);
});

test("the bound on its decoders' time holds over restarts, with the time of a decoder that a stop ended", async () => {
  const deadlines: number[] = [];
  const openLate: typeof openAudio = async (file, options) => {
    deadlines.push(options.deadlineMs);
    if (deadlines.length === 2) {
      options.onWorked?.(700_000);
      throw new TiroError("request_timeout", "late");
    }
    if (deadlines.length !== 3) return openAudio(file, options);
    await new Promise((stopped) => options.signal?.addEventListener("abort", stopped));
    options.onWorked?.(300_000.4);
    throw options.signal?.reason;
  };
  await using site = await transcriptionSite({ engine, openAudio: openLate });
  const id = await newJob(site);
  await until(() => deadlines.length === 3);
  await site.service.close();
  const { service } = site.restarted();
  await service.recover();
  await until(() => service.getJob("usr_a", id).status === "succeeded");
  expect(deadlines).toEqual([900_000, 900_000, 900_000, 800_000]);
  await service.close();
});
