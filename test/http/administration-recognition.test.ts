/** The queue and the recognizers as administrators see them live: often enough, no more often, and without content. */
import { expect, test } from "bun:test";
import { setServerRole } from "../../src/accounts/people/server-roles.ts";
import { limits } from "../../src/config/limits.ts";
import { newId } from "../../src/lib/ids.ts";
import { insertJob, setJobEnded } from "../../src/store/transcription/jobs.ts";
import { browserCalls } from "../support/browser.ts";
import { EventReader } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { testPeople } from "../support/test-servers.ts";

const JOBS = 500;
const VIEWERS = 10;
const PROMPT = "quarterly-figures";

const people = await testPeople();
// Nobody takes the jobs up: the test alone changes them.
await people.server.context.transcription.close();
const speaker = people.add("Priya Raman");
const viewer = people.add("Ada");
setServerRole(people.deps, viewer.id, "auditor");
const auditor = await browserCalls(people, viewer);
const ids = Array.from({ length: JOBS }, (_, index) => addJob(index));

function addJob(index: number): string {
  const id = newId("req");
  insertJob(people.server.context.db, {
    ...{ id, accountId: speaker.id, keyId: "browser", attempts: 0, createdAt: people.clock.now() + index },
    ...{ parameters: JSON.stringify({ prompt: PROMPT }), spoolName: null, spoolSha256: null, spoolBytes: 0 },
  });
  return id;
}

test("ten viewers of 500 jobs hear of a hundred changes once a second", async () => {
  const { db, recognitionView } = people.server.context;
  const viewers = await Promise.all(
    Array.from({ length: VIEWERS }, () => EventReader.open(people.server.url, auditor.headers)),
  );
  const pass = () => {
    people.clock.nowMs += limits.recognitionViewMs;
    recognitionView.tell();
  };
  pass();
  const changes = ids.splice(0, 100);
  for (const [index, id] of changes.entries()) {
    setJobEnded(db, id, "cancelled", null, people.clock.now());
    recognitionView.tell();
    if (index === 49) pass();
  }
  pass();
  const counts = ({ events }: EventReader) =>
    events.filter(({ type }) => type === "recognition").map(({ data }) => data.jobs as number);
  // A second passed three times, and one had begun before; the recognizer's memory may have changed besides.
  await eventually(() => viewers.map((viewer) => counts(viewer).at(-1)), Array(VIEWERS).fill(400));
  for (const viewer of viewers) {
    expect(counts(viewer).length).toBeLessThanOrEqual(4);
    expect([...new Set(counts(viewer))]).toEqual([500, 450, 400]);
  }
  for (const viewer of viewers) viewer.close();
});

test("everybody's unfinished jobs, the oldest first, without anything of what was said", async () => {
  people.clock.nowMs += limits.recognitionViewMs;
  const { status, json } = await auditor.call("GET", "/administration/recognition");
  expect([status, json.jobs.count, json.jobs.oldest.length]).toEqual([
    200,
    ids.length,
    limits.recognitionViewJobs,
  ]);
  expect(json.jobs.oldest[0]).toEqual({
    ...{ id: ids[0], account_id: speaker.id, account_name: "Priya Raman", failed_tries: 0 },
    ...{ created_at: expect.any(String), done_seconds: null, total_seconds: null },
  });
  expect(JSON.stringify(json)).not.toContain(PROMPT);
  expect(json.engine).toMatchObject({ provider: "cpu", quarantined: [] });
});

test("nobody else hears of it, and a role that was taken away ends the stream", async () => {
  const { recognitionView, db, eventStreams } = people.server.context;
  const person = people.add();
  const own = await browserCalls(people, person);
  const stranger = await EventReader.open(people.server.url, own.headers);
  setServerRole(people.deps, person.id, "auditor");
  await eventStreams.endThoseWhoMayNot();
  expect(await stranger.end()).toBe(true);
  const reader = await EventReader.open(people.server.url, own.headers);
  people.clock.nowMs += limits.recognitionViewMs;
  setJobEnded(db, ids.pop() ?? "", "cancelled", null, people.clock.now());
  recognitionView.tell();
  await reader.until(({ type }) => type === "recognition");
  setServerRole(people.deps, person.id, null);
  await eventStreams.endThoseWhoMayNot();
  expect(await reader.end()).toBe(true);
  expect(stranger.events.filter(({ type }) => type === "recognition")).toEqual([]);
});
