/** Speaker labels through the use cases: both steps, what each one's failure costs, and what is refused. */
import { describe, expect, test } from "bun:test";
import { transcriptionSite, until } from "../../test/support/transcription.ts";
import type { Engine } from "../engine/engine.ts";
import type { SpeakerAnalysis, SpeakerEngine } from "../engine/speakers/speaker-engine.ts";
import { TiroError } from "../lib/errors.ts";
import type { Db } from "../store/db.ts";
import type { Speakers } from "./diarize-recording.ts";

const DIARIZE: [string, string] = ["diarize", "true"];

/** Hears one word a second, whatever is said, and counts how often it was asked. */
function countingEngine() {
  const asked = { times: 0 };
  const recognize: Engine["recognize"] = async (audio) => {
    asked.times += 1;
    let samples = 0;
    for await (const block of audio) samples += block.length;
    const words = ["one", "two", "three"].map((text, at) => ({
      text,
      startSeconds: at,
      endSeconds: at + 0.9,
    }));
    const pieces = [{ startSeconds: 0, endSeconds: 2.9, text: "one two three", words }];
    const audioDurationSeconds = samples / 16_000;
    return {
      pieces,
      audioDurationSeconds,
      speechDurationSeconds: 3,
      modelId: "m@1",
      language: "en",
      hotwordsUsed: false,
    };
  };
  return { engine: { recognize }, asked };
}

/** Two speakers, the second from two seconds on; the first `failures` times it ends as when its process keeps dying. */
function twoSpeakers(failures = 0) {
  const asked = { times: 0, seconds: 0 };
  const analyse: SpeakerEngine["analyse"] = async (audio) => {
    asked.times += 1;
    let samples = 0;
    for await (const block of audio) samples += block.length;
    asked.seconds = samples / 16_000;
    if (asked.times <= failures)
      throw new TiroError("engine_unavailable", "Telling the speakers apart failed twice on this recording.");
    return analysis;
  };
  const speakers: Speakers = { engine: { analyse }, similarity: 0.5 };
  return { speakers, asked };
}

/** Works until its caller gives up. */
function endlessSpeakers(onBegin: () => void): Speakers {
  const analyse: SpeakerEngine["analyse"] = (_, options) => {
    onBegin();
    const { promise, reject } = Promise.withResolvers<never>();
    options?.signal?.addEventListener("abort", () => reject(options.signal?.reason as Error));
    return promise;
  };
  return { similarity: 0.5, engine: { analyse } };
}

const keptRecognitions = (db: Db) => db.prepare("SELECT count(*) FROM job_recognitions").pluck().get();

const analysis: SpeakerAnalysis = {
  durationSeconds: 4,
  modelId: "s@1",
  stretches: [[0, 2, Float32Array.of(1, 0)] as const, [2, 4, Float32Array.of(0, 1)] as const].map(
    ([startSeconds, endSeconds, embedding]) => ({
      startSeconds,
      endSeconds,
      voices: [{ startSeconds, endSeconds, embedding, heardSeconds: 2 }],
    }),
  ),
};

const said = (body: string) =>
  (JSON.parse(body) as { utterances: { speaker: string; text: string }[] }).utterances.map(
    ({ speaker, text }) => `${speaker}: ${text}`,
  );

async function failureOf(promise: Promise<unknown>): Promise<TiroError> {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (error instanceof TiroError) return error;
  throw error ?? new Error("nothing was refused");
}

describe("speaker labels", () => {
  test("both steps hear the whole recording once, and it is billed once", async () => {
    const [{ engine, asked }, { speakers, asked: analysed }] = [countingEngine(), twoSpeakers()];
    await using site = await transcriptionSite({ engine, speakers });
    const answer = await site.service.create(await site.request({ fields: [DIARIZE] }));
    expect(answer.contentType).toBe("application/json");
    expect(said(answer.body)).toEqual(["spk_0: one two", "spk_1: three"]);
    expect([asked.times, analysed.times]).toEqual([1, 1]);
    expect(analysed.seconds).toBeCloseTo(3.685, 1);
    expect(site.usage()).toHaveLength(1);
    expect(await site.spool.names()).toEqual([]);
    const srt = await site.service.create(
      await site.request({ fields: [DIARIZE, ["max_speakers", "1"], ["response_format", "srt"]] }),
    );
    expect(srt.body).toContain("spk_0: one two three");
  });

  test("nobody who does not ask for them waits for them", async () => {
    const [{ engine }, { speakers, asked }] = [countingEngine(), twoSpeakers()];
    await using site = await transcriptionSite({ engine, speakers });
    const answer = await site.service.create(await site.request());
    expect(JSON.parse(answer.body).text).toBe("one two three");
    expect(asked.times).toBe(0);
  });

  test("a stored job whose second step fails tries that step again, and does not recognize again", async () => {
    const [{ engine, asked }, { speakers, asked: analysed }] = [countingEngine(), twoSpeakers(1)];
    await using site = await transcriptionSite({ engine, speakers });
    const { id } = JSON.parse((await site.service.createJob(await site.request({ fields: [DIARIZE] }))).body);
    await until(() => site.service.getJob("usr_a", id).status === "succeeded");
    expect(said(site.service.getResult("usr_a", id).body)).toEqual(["spk_0: one two", "spk_1: three"]);
    expect([asked.times, analysed.times]).toEqual([1, 2]);
    expect(site.usage()).toHaveLength(1);
  });

  test("a job that a stop cuts off in its second step goes on with that step after the start", async () => {
    const [{ engine, asked }, { speakers, asked: analysed }] = [countingEngine(), twoSpeakers()];
    const cut = endlessSpeakers(() => {
      analysed.times += 1;
    });
    await using site = await transcriptionSite({ engine, speakers: cut });
    const kept = () => keptRecognitions(site.db);
    const { id } = JSON.parse((await site.service.createJob(await site.request({ fields: [DIARIZE] }))).body);
    await until(() => analysed.times === 1);
    expect(kept()).toBe(1);
    await site.service.close();
    const { service } = site.restarted({ speakers });
    await service.recover();
    await until(() => service.getJob("usr_a", id).status === "succeeded");
    expect(said(service.getResult("usr_a", id).body)).toEqual(["spk_0: one two", "spk_1: three"]);
    expect([asked.times, analysed.times, kept()]).toEqual([1, 2, 0]);
    await service.close();
  });

  test("under zero retention nothing of the first step reaches the disk while the second runs", async () => {
    const { engine } = countingEngine();
    let begun = false;
    const speakers = endlessSpeakers(() => {
      begun = true;
    });
    await using site = await transcriptionSite({ engine, speakers });
    await site.service.createJob(await site.request({ inMemory: true, fields: [DIARIZE] }));
    await until(() => begun);
    expect(keptRecognitions(site.db)).toBe(0);
  });

  test("a synchronous call whose second step fails is told so, and neither billed nor kept", async () => {
    const [{ engine }, { speakers }] = [countingEngine(), twoSpeakers(1)];
    await using site = await transcriptionSite({ engine, speakers });
    const request = await site.request({ fields: [DIARIZE], key: "k" });
    expect((await failureOf(site.service.create(request))).code).toBe("engine_unavailable");
    expect(site.usage()).toEqual([]);
    expect(await site.spool.names()).toEqual([]);
    const again = await site.service.create(await site.request({ fields: [DIARIZE], key: "k" }));
    expect(said(again.body)).toHaveLength(2);
  });

  test("a key that comes with other wishes for speakers is refused", async () => {
    const [{ engine }, { speakers }] = [countingEngine(), twoSpeakers()];
    await using site = await transcriptionSite({ engine, speakers });
    const fields = [DIARIZE, ["max_speakers", "2"]] as [string, string][];
    const first = await site.service.create(await site.request({ fields, key: "k" }));
    const replay = await site.service.create(await site.request({ fields, key: "k" }));
    expect(replay).toEqual({ ...first, replayed: true });
    for (const other of [[DIARIZE], [DIARIZE, ["max_speakers", "1"]], []] as [string, string][][]) {
      const call = site.service.create(await site.request({ fields: other, key: "k" }));
      expect((await failureOf(call)).code).toBe("idempotency_conflict");
    }
  });
});
