import { describe, expect, test } from "bun:test";
import { refusalOf } from "../../test/support/refusal.ts";
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
import type { Engine } from "../engine/engine.ts";
import { type ErrorExtras, TiroError } from "../lib/errors.ts";
import type { TranscriptionUseCases } from "./use-cases.ts";

const engine = await readyTestEngine();

/**
 * An engine that fails the first recordings after their first block, as one does whose process keeps dying.
 * @param extras what its failures say besides.
 */
function failingEngine(failures: number, extras: ErrorExtras = {}): Pick<Engine, "recognize"> {
  let left = failures;
  return {
    recognize: async (audio, options) => {
      if (left === 0) return engine.recognize(audio, options);
      left -= 1;
      for await (const _ of audio) break;
      throw new TiroError(
        "engine_unavailable",
        "The recognizer ended twice on this recording; try again later.",
        extras,
      );
    },
  };
}

function codeOf(work: () => unknown): string {
  const { status, code } = refusalOf(work);
  return `${status} ${code}`;
}

async function jobIdOf(created: ReturnType<TranscriptionUseCases["createJob"]>): Promise<string> {
  return (JSON.parse((await created).body) as { id: string }).id;
}

describe("stored jobs", () => {
  test("one that a busy machine cannot look into in time is stored all the same", async () => {
    let looks = 0;
    const openLate: typeof openAudio = (file, options) => {
      looks += 1;
      if (looks > 1) return openAudio(file, options);
      return new Promise((_, reject) => {
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      });
    };
    await using site = await transcriptionSite({ engine, openAudio: openLate, syncDeadlineMs: 20 });
    const id = await jobIdOf(site.service.createJob(await site.request({})));
    await until(() => site.service.getJob("usr_a", id).status === "succeeded");
    const { audio_duration_seconds: seconds } = site.service.getJob("usr_a", id);
    expect(Math.ceil(seconds ?? 0)).toBe(RECORDING_SECONDS);
  });

  test("one that decoders stand still over is stored all the same", async () => {
    let looks = 0;
    const openLate: typeof openAudio = (file, options) => {
      looks += 1;
      return looks > 1 ? openAudio(file, options) : Promise.reject(new DecoderLost(new Error("hung"), ""));
    };
    await using site = await transcriptionSite({ engine, openAudio: openLate });
    const id = await jobIdOf(site.service.createJob(await site.request({})));
    await until(() => site.service.getJob("usr_a", id).status === "succeeded");
  });

  test("from 202 to the result: shown, listed, billed once, audio gone", async () => {
    await using site = await transcriptionSite({ engine });
    const { service, clock } = site;
    const turn = holdTurn(site.queue);
    const request = await site.request({ fields: [["response_format", "srt"]] });
    const created = await service.createJob(request);
    expect(created).toEqual({
      status: 202,
      contentType: "application/json",
      body:
        `{"id":"${request.requestId}","object":"transcription.job","status":"queued",` +
        `"created_at":"2026-11-21T00:00:00.000Z","completed_at":null,"audio_duration_seconds":null,"error_code":null,"result_url":null}`,
      replayed: false,
    });
    const id = request.requestId;
    expect(codeOf(() => service.getResult("usr_a", id))).toBe("409 job_not_complete");
    clock.nowMs += 1500;
    turn.end();
    await until(() => service.getJob("usr_a", id).status === "succeeded");
    const job = service.getJob("usr_a", id);
    expect(job).toEqual({
      ...JSON.parse(created.body),
      status: "succeeded",
      completed_at: "2026-11-21T00:00:01.500Z",
      audio_duration_seconds: job.audio_duration_seconds,
      result_url: `/v1/audio/transcription-jobs/${id}/result`,
    });
    expect(job.audio_duration_seconds).toBeCloseTo(3.685, 2);
    const result = service.getResult("usr_a", id);
    expect([result.status, result.contentType]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(result.body.replace(/\s+/g, " ")).toContain(RECORDING_WORDS);
    expect(service.listJobs("usr_a", {})).toEqual({
      object: "list",
      data: [job],
      has_more: false,
      next_cursor: null,
    });
    expect(site.usage()).toEqual([
      { accountId: "usr_a", audioSeconds: RECORDING_SECONDS, billedSeconds: 10 },
    ]);
    await until(async () => (await site.spool.names()).length === 0);
  });

  test("belong to one account", async () => {
    await using site = await transcriptionSite({ engine });
    const id = await jobIdOf(site.service.createJob(await site.request()));
    for (const refused of [
      () => site.service.getJob("usr_b", id),
      () => site.service.getResult("usr_b", id),
      () => site.service.getJob("usr_a", "req_unknown"),
    ]) {
      expect(codeOf(refused)).toBe("404 job_not_found");
    }
    expect(site.service.cancelJob("usr_b", id)).rejects.toMatchObject({ code: "job_not_found" });
    expect(site.service.listJobs("usr_b", {}).data).toEqual([]);
  });

  test("are refused with a file that holds no audio, and when the account has too many", async () => {
    await using site = await transcriptionSite({ engine, limits: { stored_jobs: 2 } });
    holdTurn(site.queue);
    const noAudio = site.service.createJob(await site.request({ content: Buffer.from("no recording") }));
    await expect(noAudio).rejects.toBeInstanceOf(TiroError);
    await site.service.createJob(await site.request());
    await site.service.createJob(await site.request());
    await expect(site.service.createJob(await site.request())).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      extras: { retryAfterSeconds: limits.storedJobsRetrySeconds },
    });
    await site.service.createJob(await site.request({ account: "usr_b" }));
    await until(async () => (await site.spool.names()).length === 3);
  });

  test("are refused when the account has its share of the queue, and others' are taken", async () => {
    await using site = await transcriptionSite({ engine, queueLength: 8 });
    holdTurn(site.queue);
    for (let job = 0; job < 2; job += 1) await site.service.createJob(await site.request());
    await expect(site.service.createJob(await site.request())).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      message: expect.stringContaining("2 unfinished jobs"),
    });
    await site.service.createJob(await site.request({ account: "usr_b" }));
    expect(site.service.listJobs("usr_a", {}).data.length).toBe(2);
  });

  test("are refused when the queue is full, except for an account's first, and nothing is stored then", async () => {
    await using site = await transcriptionSite({ engine, queueLength: 1 });
    holdTurn(site.queue);
    await site.service.createJob(await site.request());
    await site.service.createJob(await site.request({ account: "usr_b" }));
    await expect(site.service.createJob(await site.request({ account: "usr_b" }))).rejects.toMatchObject({
      status: 503,
    });
    expect(site.service.listJobs("usr_b", {}).data.length).toBe(1);
    await until(async () => (await site.spool.names()).length === 2);
  });

  test("a caller who hangs up while the audio is looked into stores nothing", async () => {
    await using site = await transcriptionSite({ engine });
    const signal = AbortSignal.abort(new Error("hung up"));
    await expect(site.service.createJob(await site.request({ signal }))).rejects.toThrow("hung up");
    await until(async () => (await site.spool.names()).length === 0);
    expect(site.service.listJobs("usr_a", {}).data).toEqual([]);
  });

  test("a replayed creation is the same answer and no second job; an altered one conflicts", async () => {
    await using site = await transcriptionSite({ engine });
    const first = await site.service.createJob(await site.request({ key: "k" }));
    const [replay, twin] = await Promise.all([
      site.service.createJob(await site.request({ key: "k" })),
      site.service.createJob(await site.request({ key: "k" })),
    ]);
    expect([replay, twin]).toEqual([
      { ...first, replayed: true },
      { ...first, replayed: true },
    ]);
    expect(
      site.service.createJob(await site.request({ key: "k", fields: [["prompt", "x"]] })),
    ).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
    expect(site.service.listJobs("usr_a", {}).data.length).toBe(1);
  });

  test("a cancelled one stays cancelled: no result, no bill, no audio", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    const id = await jobIdOf(site.service.createJob(await site.request()));
    const cancelled = await site.service.cancelJob("usr_a", id);
    expect([cancelled.status, cancelled.error_code]).toEqual(["cancelled", null]);
    expect(await site.service.cancelJob("usr_a", id)).toEqual(cancelled);
    turn.end();
    await until(async () => (await site.spool.names()).length === 0);
    expect(codeOf(() => site.service.getResult("usr_a", id))).toBe("409 job_cancelled");
    expect(site.usage()).toEqual([]);
  });

  test("survive a stop and go on at the next start; one whose audio was lost is abandoned", async () => {
    await using site = await transcriptionSite({ engine });
    holdTurn(site.queue);
    const kept = await jobIdOf(site.service.createJob(await site.request()));
    const [file] = await site.spool.names();
    const lost = await jobIdOf(site.service.createJob(await site.request()));
    await site.service.close();
    expect(site.service.getJob("usr_a", kept).status).toBe("queued");
    await site.spool.sweep((name) => name === file);

    const { service } = site.restarted();
    await service.recover();
    await until(() => service.getJob("usr_a", kept).status === "succeeded");
    expect(service.getJob("usr_a", lost)).toMatchObject({ status: "abandoned", error_code: "job_abandoned" });
    expect(codeOf(() => service.getResult("usr_a", lost))).toBe("410 job_abandoned");
    expect(site.usage().length).toBe(1);
    await service.close();
  });

  test("are abandoned after 72 hours in the queue, not a moment before", async () => {
    await using site = await transcriptionSite({ engine });
    holdTurn(site.queue);
    const id = await jobIdOf(site.service.createJob(await site.request()));
    site.clock.nowMs += limits.jobQueuedMs - 1;
    await site.service.sweep();
    expect(site.service.getJob("usr_a", id).status).toBe("queued");
    site.clock.nowMs += 1;
    await site.service.sweep();
    expect(site.service.getJob("usr_a", id)).toMatchObject({
      status: "abandoned",
      error_code: "job_abandoned",
    });
    await until(async () => (await site.spool.names()).length === 0);
    expect(site.queue.snapshot().waiting.job).toBe(0);
  });

  test("results are kept for the retention time, jobs are listed for a month more", async () => {
    await using site = await transcriptionSite({ engine });
    const { service, clock } = site;
    const id = await jobIdOf(service.createJob(await site.request()));
    await until(() => service.getJob("usr_a", id).status === "succeeded");
    const retentionMs = 72 * 3600_000;
    clock.nowMs += retentionMs - 1;
    await service.sweep();
    expect(service.getResult("usr_a", id).status).toBe(200);
    clock.nowMs += 1;
    // The clock decides, with or without the sweeper.
    expect(codeOf(() => service.getResult("usr_a", id))).toBe("410 job_expired");
    expect(service.getJob("usr_a", id)).toMatchObject({ status: "succeeded", result_url: null });
    await service.sweep();
    expect(codeOf(() => service.getResult("usr_a", id))).toBe("410 job_expired");
    clock.nowMs += limits.jobListedMs;
    await service.sweep();
    expect(codeOf(() => service.getJob("usr_a", id))).toBe("404 job_not_found");
  });

  test("a failure that may pass is tried again", async () => {
    await using site = await transcriptionSite({ engine: failingEngine(1) });
    const id = await jobIdOf(site.service.createJob(await site.request()));
    await until(() => site.service.getJob("usr_a", id).status === "succeeded");
    expect(site.usage().length).toBe(1);
  });

  test("workers that are away count for no attempt: the job waits for them", async () => {
    await using site = await transcriptionSite({ engine: failingEngine(1, { retryAfterSeconds: 10 }) });
    holdTurn(site.queue);
    const id = await jobIdOf(site.service.createJob(await site.request()));
    await site.service.close();
    site.db.prepare("UPDATE transcription_jobs SET attempts = ?").run(limits.jobAttempts - 1);
    const { service } = site.restarted();
    await service.recover();
    await until(() => service.getJob("usr_a", id).status === "succeeded");
    await service.close();
  });

  test("but not for ever, and over restarts too: then the job has failed, unbilled", async () => {
    await using site = await transcriptionSite({ engine: failingEngine(limits.jobAttempts) });
    holdTurn(site.queue);
    const id = await jobIdOf(site.service.createJob(await site.request()));
    await site.service.close();
    site.db.prepare("UPDATE transcription_jobs SET attempts = ?").run(limits.jobAttempts - 1);
    // Nothing is counted for accounts that are not there.
    site.db.pragma("ignore_check_constraints = ON");
    site.db.exec(
      "INSERT INTO users (id, email, plan, administrator, created_at) VALUES ('usr_a', 'a@x.test', 'free', 0, 1)",
    );
    const { service } = site.restarted();
    await service.recover();
    await until(() => service.getJob("usr_a", id).status === "failed");
    expect(service.getJob("usr_a", id).error_code).toBe("engine_unavailable");
    expect(codeOf(() => service.getResult("usr_a", id))).toBe("409 job_failed");
    expect(site.usage()).toEqual([]);
    expect(site.db.prepare("SELECT account_id, code, requests FROM failed_requests").all()).toEqual([
      { account_id: "usr_a", code: "engine_unavailable", requests: 1 },
    ]);
    await until(async () => (await site.spool.names()).length === 0);
    await service.close();
  });

  test("are listed newest first, page by page", async () => {
    await using site = await transcriptionSite({ engine });
    const { service } = site;
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await jobIdOf(service.createJob(await site.request())));
      site.clock.nowMs += 1;
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = service.listJobs("usr_a", { limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.data.map((job) => job.id));
      cursor = page.next_cursor ?? undefined;
      expect(page.has_more).toBe(cursor !== undefined);
    } while (cursor);
    expect(seen).toEqual(ids);
    const next = service.listJobs("usr_a", { limit: 1 }).next_cursor ?? "";
    expect(codeOf(() => service.listJobs("usr_b", { cursor: next }))).toBe("400 invalid_cursor");
    for (const limit of [0, limits.pageSizeMax + 1, 1.5]) {
      expect(codeOf(() => service.listJobs("usr_a", { limit }))).toBe("400 invalid_request");
    }
    expect(service.listJobs("usr_a", { limit: limits.pageSizeMax }).data.length).toBe(5);
  });

  test("are found by their day and state, page by page", async () => {
    await using site = await transcriptionSite({ engine });
    const { service, clock } = site;
    const startMs = clock.nowMs;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push(await jobIdOf(service.createJob(await site.request())));
      clock.nowMs += 10;
    }
    await service.cancelJob("usr_a", ids[2] ?? "");
    const found = (chosen: Parameters<typeof service.listJobs>[1]) =>
      service.listJobs("usr_a", chosen).data.map(({ id }) => ids.indexOf(id));
    expect(found({ sinceMs: startMs + 10 })).toEqual([3, 2, 1]);
    expect(found({ untilMs: startMs + 10 })).toEqual([0]);
    expect(found({ sinceMs: startMs + 10, untilMs: startMs + 30 })).toEqual([2, 1]);
    expect(found({ status: "cancelled" })).toEqual([2]);
    expect(found({ status: "cancelled", untilMs: startMs + 20 })).toEqual([]);
    const chosen = { sinceMs: startMs, untilMs: startMs + 30, limit: 2 };
    const cursor = service.listJobs("usr_a", chosen).next_cursor ?? "";
    expect(found({ ...chosen, cursor })).toEqual([0]);
    expect(codeOf(() => service.listJobs("usr_a", { cursor }))).toBe("400 invalid_cursor");
  });

  test("wait behind synchronous calls, and accounts take turns", async () => {
    await using site = await transcriptionSite({ engine });
    const turn = holdTurn(site.queue);
    for (const account of ["usr_a", "usr_a", "usr_a", "usr_b"]) {
      await site.service.createJob(await site.request({ account }));
    }
    const call = site.service.create(await site.request({ account: "usr_c" }));
    await until(() => site.queue.snapshot().waiting.short === 1);
    turn.end();
    await call;
    await until(() => site.usage().length === 5);
    const order = site.db.prepare("SELECT account_id FROM usage ORDER BY rowid").pluck().all();
    expect(order).toEqual(["usr_c", "usr_a", "usr_b", "usr_a", "usr_a"]);
  });
});
