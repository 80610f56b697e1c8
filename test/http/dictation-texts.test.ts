/** POST /v1/dictations with texts that are hard to finish: the caller gets what was said, and nobody else waits. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { TextProcesses, textHost } from "../../src/dictation/finishing/text-processes.ts";
import { dictation } from "../support/dictation.ts";
import { engineThat } from "../support/engines.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";

const HOSTS = join(import.meta.dir, "../dictation");
const NAMES = "anna berta carla dora emma frida greta hanna ida julia".split(" ");
const NINE_MINUTES = Array.from({ length: 60 }, () => `please call ${NAMES.join(" and then ")} at noon`).join(
  " ",
);

let server: TestServer;
let misbehaving: TestServer;
let said = "";

beforeAll(async () => {
  const engine = engineThat(async (audio) => {
    let samples = 0;
    for await (const block of audio) samples += block.length;
    const audioDurationSeconds = samples / 16_000;
    const piece = { startSeconds: 0, endSeconds: audioDurationSeconds, text: said, words: [] };
    const found = { audioDurationSeconds, speechDurationSeconds: audioDurationSeconds, language: "en" };
    return { pieces: [piece], modelId: "m@1", hotwordsUsed: false, ...found };
  });
  const textProcesses = new TextProcesses({
    command: [process.execPath, join(HOSTS, "misbehaving-text-host.ts")],
    environment: {},
    sandbox: { ...textHost("auto").sandbox, readable: [HOSTS] },
  });
  // The guest asks again and again.
  const environment = { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" };
  server = await startServer({ environment, overrides: { engine } });
  misbehaving = await startServer({ overrides: { engine, textProcesses } });
});
afterAll(() => Promise.all([server.close(), misbehaving.close()]));

async function send(on: TestServer, fields: Record<string, string> = {}): Promise<Json> {
  const answer = await on.call("/dictations", dictation(undefined, fields));
  expect(answer.status).toBe(200);
  return answer.json();
}

const warnings = ({ log }: TestServer) => log.filter(({ event }) => event === "text_not_finished");

test("a text that its replacements would blow up comes back as it was said, and holds nobody else", async () => {
  const operations = NAMES.map((from) => ({
    type: "replacement_set",
    from,
    to: `${from} `.repeat(Math.floor(limits.replacementToChars / (from.length + 1))).trim(),
  }));
  const changed = await server.call("/customizations", {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ operations }),
  });
  expect(changed.status).toBe(200);
  said = NINE_MINUTES;
  const guest = { headers: { authorization: `Bearer ${server.newKey()}` } };
  let finished = false;
  const long = Promise.all([1, 2, 3, 4].map(() => send(server))).finally(() => {
    finished = true;
  });
  let slowestMs = 0;
  const beganMs = performance.now();
  while (!finished) {
    const begin = performance.now();
    expect((await server.call("/me", guest)).status).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - begin);
    await Bun.sleep(5);
  }
  const tookMs = performance.now() - beganMs;
  for (const { text, raw_text } of await long) expect([text, raw_text]).toEqual([said, said]);
  // A turn that formats would take most of the time.
  expect(slowestMs).toBeLessThan(Math.max(1_000, tookMs / 2));
  expect(warnings(server)).toHaveLength(4);
  expect(warnings(server)[0]).toMatchObject({ level: "warn", operation: "dictate", fault: "too_long" });
  expect(JSON.stringify(server.log)).not.toContain("frida");
});

test("a text past its deadline comes back as it was said", async () => {
  said = "loop anna";
  expect(await send(misbehaving)).toMatchObject({ text: said, raw_text: said, edit_unclear: false });
  expect(warnings(misbehaving).at(-1)).toMatchObject({ operation: "dictate", fault: "deadline" });
});

test("an edit that fails leaves the selection and says that it is unclear", async () => {
  said = "die anna";
  const fields = { operation: "edit", selected_text: "Dear Anna" };
  const answer = { text: "Dear Anna", raw_text: said, edit_unclear: true, edit_deleted: false };
  expect(await send(misbehaving, fields)).toMatchObject(answer);
  expect(warnings(misbehaving).at(-1)).toMatchObject({ operation: "edit", fault: "crashed" });
});
