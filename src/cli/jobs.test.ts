import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endlessEngine } from "../../test/support/engines.ts";
import type { Json } from "../../test/support/server.ts";
import { testServer } from "../../test/support/test-servers.ts";
import { until } from "../../test/support/transcription.ts";

const MAIN = new URL("../main.ts", import.meta.url).pathname;
const RECORDING = readFileSync(join(import.meta.dir, "../../models/starter-en/check.wav"));

const server = await testServer({ overrides: { engine: endlessEngine } });

function tiro(...args: string[]): { code: number; stdout: string; stderr: string } {
  const command = [process.execPath, MAIN, ...args, "--data", server.dataDir];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: { PATH: process.env.PATH ?? "" } });
  return { code: exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

async function newJob(): Promise<string> {
  const body = new FormData();
  body.set("model", "speech-v1.5");
  body.set("prompt", "a secret word");
  body.set("file", new File([RECORDING], "talk.wav"));
  const answer = await server.call("/audio/transcription-jobs", { method: "POST", body });
  return ((await answer.json()) as { id: string }).id;
}

test("lists everybody's jobs, and cancels one that the running server works on", async () => {
  expect(tiro("jobs", "list").stdout).toBe("No jobs.\n");
  const [first, second] = [await newJob(), await newJob()];
  const uploads = server.context.db.prepare("SELECT spool_name FROM transcription_jobs").pluck().all();
  const listed = JSON.parse(tiro("jobs", "list", "--json").stdout) as Json[];
  expect(uploads).toHaveLength(2);
  expect(listed.map(({ id }) => id).sort()).toEqual([first, second].sort());
  expect(listed[0]).toEqual({
    id: expect.stringMatching(/^req_/),
    account_id: expect.stringMatching(/^usr_/),
    account_name: expect.any(String),
    key_id: expect.stringMatching(/^key_/),
    key_name: expect.any(String),
    status: "queued",
    created_at: expect.any(String),
    completed_at: null,
    audio_duration_seconds: null,
    failed_tries: 0,
    error_code: null,
  });
  const shown = tiro(
    "jobs",
    "list",
    "--account",
    listed[0].account_id,
    "--status",
    "queued",
    "--limit",
    "1",
  ).stdout;
  expect(shown).toMatch(
    /^ID +ACCOUNT +NAME +KEY +KEY NAME +STATUS +CREATED +ENDED +AUDIO S +FAILED TRIES +ERROR\nreq_.* queued .*\n$/,
  );
  expect(shown).not.toContain("secret");

  expect(tiro("jobs", "cancel", first)).toEqual({ code: 0, stdout: `Cancelled ${first}.\n`, stderr: "" });
  expect(tiro("jobs", "cancel", first).stdout).toBe(`${first} had ended before: cancelled.\n`);
  const answer = await server.call(`/audio/transcription-jobs/${first}`);
  expect(((await answer.json()) as Json).status).toBe("cancelled");

  await server.context.transcription.sweep();
  expect(tiro("jobs", "cancel", second, "--json").code).toBe(0);
  await server.context.transcription.sweep();
  // The server's check of itself may hold a file of its own.
  await until(async () => !(await server.context.spool.names()).some((name) => uploads.includes(name)));
  expect(tiro("jobs", "list", "--status", "queued").stdout).toBe("No jobs.\n");
  expect(tiro("usage").stdout).toBe("No usage.\n");
});

test("what is done stands in the audit log", () => {
  const lines = JSON.parse(tiro("audit", "list", "--json").stdout) as Json[];
  const cancelled = lines.filter(({ action }) => action === "job.cancelled");
  expect(cancelled.map(({ target, details }) => [target, details])).toEqual([
    [expect.stringMatching(/^req_/), { account: expect.stringMatching(/^usr_/) }],
    [expect.stringMatching(/^req_/), { account: expect.stringMatching(/^usr_/) }],
  ]);
});

test("one that is not there", () => {
  expect(tiro("jobs", "cancel", "req_0")).toEqual({
    code: 1,
    stdout: "",
    stderr: "tiro: No such job: req_0.\n      tiro jobs list shows the ids.\n",
  });
});
