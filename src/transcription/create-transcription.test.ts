import { describe, expect, spyOn, test } from "bun:test";
import {
  holdTurn,
  RECORDING_SECONDS,
  RECORDING_WORDS,
  readyTestEngine,
  transcriptionSite,
  until,
} from "../../test/support/transcription.ts";
import { DecoderLost } from "../audio/media-process.ts";
import { openAudio } from "../audio/open-audio.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";

const engine = await readyTestEngine();

const BODY = `{"text":"${RECORDING_WORDS}","usage":{"type":"duration","seconds":${RECORDING_SECONDS}}}`;
const ONCE = [
  { accountId: "usr_a", audioSeconds: RECORDING_SECONDS, billedSeconds: limits.billingMinimumSeconds },
];

/** As long as no other timer. */
const HELD_DEADLINE_MS = 3_599_999;

/** Of calls of a site with that deadline: it passes when the test says so, for those that wait by then. */
function heldDeadline() {
  const calls: (() => unknown)[] = [];
  const { setTimeout: start } = globalThis;
  const hold = (run: () => unknown, ms?: number, ...rest: unknown[]) => {
    if (ms !== HELD_DEADLINE_MS) return start(run, ms, ...rest);
    calls.push(run);
    return undefined;
  };
  const spy = spyOn(globalThis, "setTimeout").mockImplementation(hold as typeof setTimeout);
  return {
    pass: async () => {
      await until(() => calls.length > 0);
      await Promise.all(calls.splice(0).map((passed) => passed()));
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}

function failureOf(promise: Promise<unknown>): Promise<TiroError> {
  return promise.then(
    () => Promise.reject(new Error("nothing was refused")),
    (error) => error,
  );
}

describe("a synchronous transcription", () => {
  test("answers with the words, is billed once, and leaves no file", async () => {
    await using site = await transcriptionSite({ engine });
    const answer = await site.service.create(await site.request());
    expect(answer).toEqual({ status: 200, contentType: "application/json", body: BODY, replayed: false });
    expect(site.usage()).toEqual(ONCE);
    expect(await site.spool.names()).toEqual([]);
    expect(site.service.listJobs("usr_a", {}).data).toEqual([]);
  });

  test("a refused one is not billed and leaves no file", async () => {
    await using site = await transcriptionSite({ engine });
    const noAudio = site.service.create(await site.request({ content: Buffer.from("this is no recording") }));
    expect((await failureOf(noAudio)).status).toBeOneOf([400, 415]);
    const badField = site.service.create(await site.request({ fields: [["temperature", "1"]] }));
    expect((await failureOf(badField)).code).toBe("unsupported_value");
    const noFile = site.service.create({ ...(await site.request()), file: null });
    expect((await failureOf(noFile)).extras.param).toBe("file");
    expect(site.usage()).toEqual([]);
    // `noFile` never got the file that its request was made with.
    expect((await site.spool.names()).length).toBe(1);
  });

  test("a caller who hangs up frees the place at once, and nothing is billed", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    const caller = new AbortController();
    const call = failureOf(site.service.create(await site.request({ signal: caller.signal })));
    await until(() => site.queue.snapshot().waiting.short === 1);
    caller.abort(new Error("hung up"));
    expect((await call).message).toBe("hung up");
    await until(async () => (await site.spool.names()).length === 0);
    expect(site.queue.snapshot().waiting.short).toBe(0);
    turn.end();
    expect(site.usage()).toEqual([]);
  });

  test("past its deadline it goes on as a job, which is billed once", async () => {
    await using site = await transcriptionSite({ engine, syncDeadlineMs: 50 });
    const turn = holdTurn(site.queue);
    const request = await site.request();
    const failure = await failureOf(site.service.create(request));
    expect([failure.code as string, failure.extras.jobId]).toEqual(["request_timeout", request.requestId]);
    expect(site.service.getJob("usr_a", request.requestId)).toMatchObject({
      status: "queued",
      result_url: null,
    });
    expect((await site.spool.names()).length).toBe(1);
    turn.end();
    await until(() => site.service.getJob("usr_a", request.requestId).status === "succeeded");
    expect(site.service.getResult("usr_a", request.requestId)).toMatchObject({ status: 200, body: BODY });
    expect(site.usage()).toEqual(ONCE);
    await until(async () => (await site.spool.names()).length === 0);
  });

  test("one whose decoders stand still is tried again, like a job, and answered", async () => {
    let looks = 0;
    const hung: typeof openAudio = (file, options) => {
      looks += 1;
      return looks > 1 ? openAudio(file, options) : Promise.reject(new DecoderLost(new Error("hung"), ""));
    };
    await using site = await transcriptionSite({ engine, openAudio: hung });
    const request = await site.request({ key: "k" });
    const answer = await site.service.create(request);
    expect(answer).toMatchObject({ status: 200, body: BODY, replayed: false });
    expect(site.service.getJob("usr_a", request.requestId).status).toBe("succeeded");
    expect(await site.service.create(await site.request({ key: "k" }))).toEqual({
      ...answer,
      replayed: true,
    });
    expect(site.usage()).toEqual(ONCE);
  });

  test("a deadline that passes between the commit and the answer makes no job of what is done", async () => {
    using deadline = heldDeadline();
    await using site = await transcriptionSite({ engine, syncDeadlineMs: HELD_DEADLINE_MS });
    const request = await site.request({ key: "k" });
    const file = request.file as SpooledFile;
    const remove = async () => {
      await deadline.pass();
      await file.remove();
    };
    const { name, path, bytes, sha256, inMemory } = file;
    const slow = { name, path, bytes, sha256, inMemory, remove, sync: () => file.sync() };
    const answer = await site.service.create({ ...request, file: slow });
    expect(answer).toMatchObject({ body: BODY, replayed: false });
    expect(site.service.listJobs("usr_a", {}).data).toEqual([]);
    expect(await site.service.create(await site.request({ key: "k" }))).toEqual({
      ...answer,
      replayed: true,
    });
    expect(site.usage()).toEqual(ONCE);
  });

  test("a recording that waits holds no decoder", async () => {
    let open = 0;
    const counted: typeof openAudio = async (file, options) => {
      const source = await openAudio(file, options);
      open += 1;
      const close = () => {
        open -= 1;
        return source.close();
      };
      return { info: source.info, samples: source.samples, close };
    };
    await using site = await transcriptionSite({ engine, openAudio: counted });
    const turn = holdTurn(site.queue);
    const call = site.service.create(await site.request());
    await until(() => site.queue.snapshot().waiting.short === 1);
    expect(open).toBe(0);
    turn.end();
    expect((await call).body).toBe(BODY);
    expect(open).toBe(0);
  });

  test("a full queue refuses with Retry-After", async () => {
    await using site = await transcriptionSite({ engine, queueLength: 1 });
    const turn = holdTurn(site.queue);
    const first = site.service.create(await site.request());
    await until(() => site.queue.snapshot().waiting.short === 1);
    const refused = await failureOf(site.service.create(await site.request({ account: "usr_b" })));
    expect([refused.status, refused.extras.retryAfterSeconds]).toEqual([503, limits.queueFullRetrySeconds]);
    turn.end();
    expect((await first).body).toBe(BODY);
  });

  test("after the service was closed nothing begins", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    const running = failureOf(site.service.create(await site.request()));
    await until(() => site.queue.snapshot().waiting.short === 1);
    await site.service.close();
    expect((await running).code).toBe("shutting_down");
    turn.end();
    expect((await failureOf(site.service.create(await site.request()))).code).toBe("shutting_down");
    expect((await failureOf(site.service.createJob(await site.request()))).code).toBe("shutting_down");
    expect(await site.spool.names()).toEqual([]);
  });
});

describe("idempotency of synchronous calls", () => {
  const key = "key 1";

  test("a replay is the same byte for byte, flagged, unbilled, for 24 hours and no longer", async () => {
    await using site = await transcriptionSite({ engine });
    const first = await site.service.create(await site.request({ key }));
    site.clock.nowMs += limits.idempotencyRetentionMs - 1;
    // A default that is sent is no other content.
    const replay = await site.service.create(
      await site.request({ key, fields: [["response_format", "json"]] }),
    );
    expect(replay).toEqual({ ...first, replayed: true });
    expect(site.usage()).toEqual(ONCE);
    site.clock.nowMs += 1;
    expect((await site.service.create(await site.request({ key }))).replayed).toBe(false);
    expect(site.usage().length).toBe(2);
    expect(await site.spool.names()).toEqual([]);
  });

  test("other fields or another file conflict; another account, route or key does not", async () => {
    await using site = await transcriptionSite({ engine });
    await site.service.create(await site.request({ key }));
    const otherFields = site.service.create(
      await site.request({ key, fields: [["response_format", "text"]] }),
    );
    expect((await failureOf(otherFields)).code).toBe("idempotency_conflict");
    const otherFile = site.service.create(await site.request({ key, content: Buffer.from("RIFF") }));
    expect((await failureOf(otherFile)).code).toBe("idempotency_conflict");
    for (const other of [{ key, account: "usr_b" }, { key: "key 2" }]) {
      expect((await site.service.create(await site.request(other))).replayed).toBe(false);
    }
    expect((await site.service.createJob(await site.request({ key }))).replayed).toBe(false);
  });

  test("a second call joins the first while it runs", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    const calls = [
      site.service.create(await site.request({ key })),
      site.service.create(await site.request({ key })),
    ];
    const other = failureOf(site.service.create(await site.request({ key, fields: [["prompt", "x"]] })));
    expect((await other).code).toBe("idempotency_conflict");
    await until(() => site.queue.snapshot().waiting.short === 1);
    turn.end();
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => [answer.body, answer.replayed])).toEqual([
      [BODY, false],
      [BODY, true],
    ]);
    expect(site.usage()).toEqual(ONCE);
    expect(await site.spool.names()).toEqual([]);
  });

  test("a call that fails does not use up its key", async () => {
    await using site = await transcriptionSite({ engine });
    await failureOf(site.service.create(await site.request({ key, fields: [["stream", "true"]] })));
    await failureOf(
      site.service.create(await site.request({ key, content: Buffer.from("no recording at all") })),
    );
    expect(await site.service.create(await site.request({ key }))).toMatchObject({
      body: BODY,
      replayed: false,
    });
  });

  test("with a key the work outlives its caller, and the retry gets its result", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    const caller = new AbortController();
    const call = failureOf(site.service.create(await site.request({ key, signal: caller.signal })));
    caller.abort(new Error("hung up"));
    expect((await call).message).toBe("hung up");
    turn.end();
    expect(await site.service.create(await site.request({ key }))).toMatchObject({
      body: BODY,
      replayed: true,
    });
    expect(site.usage()).toEqual(ONCE);
  });

  test("a call past its deadline answers its key when its job is done, also after a restart", async () => {
    await using site = await transcriptionSite({ engine, syncDeadlineMs: 50 });
    holdTurn(site.queue);
    const request = await site.request({ key });
    expect((await failureOf(site.service.create(request))).extras.jobId).toBe(request.requestId);
    const retried = await failureOf(site.service.create(await site.request({ key })));
    expect([retried.code as string, retried.extras.jobId]).toEqual(["request_timeout", request.requestId]);
    await site.service.close();

    const { service } = site.restarted();
    await service.recover();
    await until(() => service.getJob("usr_a", request.requestId).status === "succeeded");
    expect(await service.create(await site.request({ key }))).toMatchObject({ body: BODY, replayed: true });
    expect(site.usage()).toEqual(ONCE);
    await service.close();
  });

  test("a job that is cancelled frees the key that waited for it", async () => {
    using deadline = heldDeadline();
    await using site = await transcriptionSite({ engine, syncDeadlineMs: HELD_DEADLINE_MS });
    const turn = holdTurn(site.queue);
    const request = await site.request({ key });
    const failure = failureOf(site.service.create(request));
    await deadline.pass();
    expect((await failure).code).toBe("request_timeout");
    const joined = failureOf(site.service.create(await site.request({ key })));
    await site.service.cancelJob("usr_a", request.requestId);
    expect((await joined).code).toBe("job_cancelled");
    turn.end();
    const other = await site.request({ key, fields: [["response_format", "text"]] });
    expect(await site.service.create(other)).toMatchObject({ body: `${RECORDING_WORDS}\n`, replayed: false });
    expect(site.usage()).toEqual(ONCE);
  });

  test("so does one that fails", async () => {
    const failing = {
      recognize: () => Promise.reject(new TiroError("invalid_audio", "The file is cut short.")),
    };
    using deadline = heldDeadline();
    await using site = await transcriptionSite({ engine: failing, syncDeadlineMs: HELD_DEADLINE_MS });
    const turn = holdTurn(site.queue);
    const request = await site.request({ key });
    const failure = failureOf(site.service.create(request));
    await deadline.pass();
    expect((await failure).code).toBe("request_timeout");
    turn.end();
    await until(() => site.service.getJob("usr_a", request.requestId).status === "failed");
    const other = await site.request({ key, fields: [["response_format", "text"]] });
    expect((await failureOf(site.service.create(other))).code).toBe("invalid_audio");
    expect(site.usage()).toEqual([]);
  });

  test("a call cut off by a crash had no effect: the retry runs afresh and is billed once", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    const cutOff = failureOf(site.service.create(await site.request({ key })));
    await until(() => site.queue.snapshot().waiting.short === 1);
    const { service } = site.restarted();
    await service.recover();
    expect(await service.create(await site.request({ key }))).toMatchObject({ body: BODY, replayed: false });
    expect(site.usage()).toEqual(ONCE);
    await service.close();
    await site.service.close();
    turn.end();
    expect((await cutOff).code).toBe("shutting_down");
  });
});
