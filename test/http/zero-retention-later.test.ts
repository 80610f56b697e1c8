/**
 * Zero retention that is turned on later: what the organization and its members had stored goes, from the disk too, and
 * what anybody else stored stays. By the command line, beside a running server.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listAudit } from "../../src/accounts/audit/audit-log.ts";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addMember } from "../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { newId } from "../../src/lib/ids.ts";
import { inTransaction } from "../../src/store/db.ts";
import { keepJobRecognition } from "../../src/store/transcription/job-recognitions.ts";
import { insertJob } from "../../src/store/transcription/jobs.ts";
import { TEST_ACTOR } from "../support/database.ts";
import { dictation, recording } from "../support/dictation.ts";
import { eventually } from "../support/eventually.ts";
import { addRecording } from "../support/recordings.ts";
import type { Json } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { runTiro } from "../support/tiro.ts";
import { RECORDING_TEXT } from "../support/transcription.ts";

/** Said by the organization and its member only; the other recording by a stranger, and in what is dictated. */
const SAID = "conference room on the second floor";
const spoken = readFileSync(join(import.meta.dir, "../audio/synth_04_rms.wav"));
const PROMPT = "Zwingenbergerstrasse";
/** Of a job that is not done. */
const RECOGNIZED = "xylophonist";

type Account = { id: string; headers: Record<string, string> };
let acme: Account;
let ada: Account;
let stranger: Account;

const server = await testServer();
await server.context.engine.ready();
const { db, clock, config } = server.context;
const deps = { db, clock, actor: TEST_ACTOR, keyPrefixes: config.auth.key_prefixes };
const person = (name: string) => addUser(deps, { email: `${name}@later.test`, name });
const keyed = (account: Parameters<typeof createKey>[1]): Account => {
  const { key } = createKey(deps, account, { name: "k" });
  return { id: account.id, headers: { Authorization: `Bearer ${key}` } };
};
const member = person("ada");
const organization = addOrganization(deps, { name: "Acme", owner: person("owner") });
addMember(deps, organization.id, member.id, "member");
[acme, ada, stranger] = [keyed(organization), keyed(member), keyed(person("stranger"))];

/** In a process of its own: closing a file that SQLite has open in this one would give up its locks on it. */
function filesHolding(text: string): string[] {
  const { stdout } = Bun.spawnSync(["grep", "-rlaF", text, server.dataDir]);
  return stdout.toString().split("\n").filter(Boolean);
}

async function call(
  { headers }: Account,
  path: string,
  init: RequestInit = {},
): Promise<[number, Json, Headers]> {
  const own = { ...(init.headers as Record<string, string>), ...headers };
  const answer = await server.call(path, { ...init, headers: own });
  return [answer.status, await answer.json(), answer.headers];
}

function transcription(audio: Uint8Array): RequestInit {
  const form = new FormData();
  form.set("model", "speech-v1.5");
  form.set("prompt", PROMPT);
  form.set("file", new Blob([audio as Uint8Array<ArrayBuffer>]), "talk.wav");
  return { method: "POST", headers: { "Idempotency-Key": "k" }, body: form };
}

const synchronous = (account: Account, audio: Uint8Array) =>
  call(account, "/audio/transcriptions", transcription(audio));
const result = async (account: Account, id: string) => {
  const [status, body] = await call(account, `/audio/transcription-jobs/${id}/result`);
  return status === 200 ? (body.text as string) : body.error.code;
};

async function finishedJob(account: Account, audio: Uint8Array): Promise<string> {
  const [, { id }] = await call(account, "/audio/transcription-jobs", transcription(audio));
  await eventually(
    async () => (await call(account, `/audio/transcription-jobs/${id}`))[1].status,
    "succeeded",
  );
  return id;
}

/** Its recording is in the spool and its words are recognized; only the speakers are not labelled yet. */
function unfinishedJob({ id: accountId }: Account): void {
  const { db, clock } = server.context;
  const id = newId("req");
  const spool = { spoolName: "recording", spoolSha256: "0".repeat(64), spoolBytes: 1 };
  const job = { id, accountId, keyId: "key_1", parameters: "{}", ...spool, attempts: 0 };
  inTransaction(db, () => insertJob(db, { ...job, createdAt: clock.now() }));
  keepJobRecognition(db, id, JSON.stringify({ text: RECOGNIZED }));
}

test("results, answers and recognitions of the organization and its members are removed, and told", async () => {
  const jobs = new Map<Account, string>();
  for (const [account, audio] of [
    [acme, spoken],
    [ada, spoken],
    [stranger, recording],
  ] as const) {
    jobs.set(account, await finishedJob(account, audio));
    expect((await synchronous(account, audio))[0]).toBe(200);
  }
  const [, dictated] = await call(ada, "/dictations", dictation(recording, {}, { "Idempotency-Key": "d" }));
  for (const account of [acme, stranger]) unfinishedJob(account);
  const recordings = [
    addRecording(server.context.db, ada.id, { name: SAID }),
    addRecording(server.context.db, stranger.id),
  ];
  for (const text of [SAID, RECOGNIZED]) expect(filesHolding(text)).not.toEqual([]);
  // It is needed no longer than its job is under way.
  const parameters = server.context.db
    .prepare("SELECT DISTINCT parameters FROM transcription_jobs WHERE status = 'succeeded'")
    .pluck();
  expect(parameters.all()).toEqual(["{}"]);

  const { stdout } = runTiro("orgs", "policy", "Acme", "--zero-retention", "on", "--data", server.dataDir);
  expect(stdout).toContain(
    "(job results: 2, reusable answers: 3, recognitions of unfinished jobs: 1, recordings: 1)",
  );
  expect(stdout).toContain("Unfinished jobs: 1. Their recordings stay");
  expect(stdout).toContain("Sessions of history: 1. They stay until they are erased");

  expect(filesHolding(SAID)).toEqual([]);
  for (const [account, id] of jobs) {
    const kept = account === stranger;
    const [status, job] = await call(account, `/audio/transcription-jobs/${id}`);
    expect([status, job.status, job.result_url !== null]).toEqual([200, "succeeded", kept]);
    expect(await result(account, id)).toEqual(kept ? expect.stringContaining(RECORDING_TEXT) : "job_expired");
    const [, , headers] = await synchronous(account, account === stranger ? recording : spoken);
    expect(headers.has("idempotent-replayed")).toBe(kept);
    // A repeated call makes no second job, and what was dictated stays where it was.
    const audio = account === stranger ? recording : spoken;
    const [, again] = await call(account, "/audio/transcription-jobs", transcription(audio));
    expect(again.id).toBe(id);
  }
  expect(filesHolding(SAID)).toEqual([]);
  const { db } = server.context;
  expect(db.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(1);
  expect(db.prepare("SELECT count(*) FROM job_recognitions").pluck().get()).toBe(1);
  expect((await call(ada, `/sessions/${dictated.session_id}`))[1].error.code).toBe("history_unavailable");

  expect(db.prepare("SELECT count(*) FROM recordings").pluck().get()).toBe(1);
  const answers = await Promise.all(
    [ada, stranger].map((account, index) => call(account, `/recordings/${recordings[index]}`)),
  );
  expect(answers.map(([status]) => status)).toEqual([403, 200]);

  const [set, removed] = listAudit(db, { target: acme.id, limit: 2 });
  expect(set?.action).toBe("organization.policy_set");
  expect(removed).toMatchObject({
    action: "organization.content_removed",
    details: { job_results: 2, answers: 3, recognitions: 1, recordings: 1 },
  });
});

test("turned on again, it removes what a new member brought", async () => {
  const { db, clock } = server.context;
  await synchronous(stranger, recording);
  addMember({ db, clock, actor: TEST_ACTOR }, acme.id, stranger.id, "member");
  const { stdout } = runTiro(
    "orgs",
    "policy",
    "Acme",
    "--zero-retention",
    "on",
    "--data",
    server.dataDir,
    "--json",
  );
  expect(JSON.parse(stdout)).toMatchObject({
    zero_retention: true,
    removed: { job_results: 1, answers: 1, recognitions: 1, recordings: 1 },
    left: { unfinished_jobs: 2, sessions: 1 },
  });
});
