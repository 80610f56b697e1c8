/** Recordings that may not be stored; that nothing of them is on the disk is shown in test/http/zero-retention. */
import { expect, test } from "bun:test";
import { TEST_ACTOR } from "../../test/support/database.ts";
import {
  holdTurn,
  RECORDING_WORDS,
  readyTestEngine,
  transcriptionSite,
  until,
} from "../../test/support/transcription.ts";
import { addOrganization, setPolicy } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { HOUR_MS } from "../lib/units.ts";

const engine = await readyTestEngine();

const codeOf = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return null;
};

test("a call that outlives its deadline goes on as a job, whose answer its key gives too", async () => {
  await using site = await transcriptionSite({ engine, syncDeadlineMs: 50 });
  const turn = holdTurn(site.queue);
  const request = await site.request({ inMemory: true, key: "k", fields: [["prompt", "Zwingenberg"]] });
  const { requestId } = request;
  await expect(site.service.create(request)).rejects.toMatchObject({ code: "request_timeout" });
  expect(
    site.db.prepare("SELECT parameters, spool_name, spool_sha256 FROM transcription_jobs").all(),
  ).toEqual([{ parameters: "{}", spool_name: null, spool_sha256: null }]);
  turn.end();
  await until(() => site.service.getJob("usr_a", requestId).status === "succeeded");
  expect(site.service.getJob("usr_a", requestId).result_url).toEndWith(`${requestId}/result`);
  expect(site.service.getResult("usr_a", requestId).body).toContain(RECORDING_WORDS);
  const again = await site.request({ inMemory: true, key: "k", fields: [["prompt", "Zwingenberg"]] });
  expect(await site.service.create(again)).toMatchObject({ status: 200, replayed: true });
  expect(site.usage()).toHaveLength(1);
  await until(() => site.memoryFiles.bytes === 0);
  expect(site.db.prepare("SELECT body FROM transcription_jobs").pluck().all()).toEqual([null]);
  expect(site.db.prepare("SELECT count(*) FROM idempotency_answers").pluck().get()).toBe(0);
});

test("a job that waits while zero retention is turned on ends with its result in memory and no prompt", async () => {
  await using site = await transcriptionSite({ engine });
  const deps = { db: site.db, clock: site.clock, actor: TEST_ACTOR };
  const owner = addUser(deps, { email: "owner@example.com", name: "Owner" });
  const { id: account } = addOrganization(deps, { name: "Acme", owner });
  const turn = holdTurn(site.queue);
  const request = await site.request({ account, fields: [["prompt", "Zwingenberg"]] });
  const { requestId } = request;
  await site.service.createJob(request);
  const { stored } = setPolicy(deps, account, { zeroRetention: true });
  expect(stored?.left).toEqual({ unfinishedJobs: 1, sessions: 0 });
  turn.end();
  await until(() => site.service.getJob(account, requestId).status === "succeeded");
  expect(site.service.getResult(account, requestId).body).toContain(RECORDING_WORDS);
  await until(async () => (await site.spool.names()).length === 0);
  expect(site.db.prepare("SELECT parameters, body FROM transcription_jobs").all()).toEqual([
    { parameters: "{}", body: null },
  ]);
});

test("a cancelled job gives its memory back", async () => {
  await using site = await transcriptionSite({ engine });
  const turn = holdTurn(site.queue);
  const request = await site.request({ inMemory: true });
  await site.service.createJob(request);
  expect(site.memoryFiles.bytes).toBeGreaterThan(0);
  await site.service.cancelJob("usr_a", request.requestId);
  await until(() => site.memoryFiles.bytes === 0);
  turn.end();
  expect(site.usage()).toEqual([]);
});

test("a result is forgotten with the server, and when its retention time is over", async () => {
  await using site = await transcriptionSite({ engine });
  const request = await site.request({ inMemory: true });
  const { requestId } = request;
  await site.service.createJob(request);
  await until(() => site.service.getJob("usr_a", requestId).status === "succeeded");
  const { service } = site.restarted();
  expect(service.getJob("usr_a", requestId)).toMatchObject({ status: "succeeded", result_url: null });
  expect(codeOf(() => service.getResult("usr_a", requestId))).toBe("job_expired");
  site.clock.nowMs += 72 * HOUR_MS - 1_000;
  expect(site.service.getResult("usr_a", requestId).status).toBe(200);
  site.clock.nowMs += 1_000;
  expect(codeOf(() => site.service.getResult("usr_a", requestId))).toBe("job_expired");
  expect(site.service.getJob("usr_a", requestId).result_url).toBeNull();
});
