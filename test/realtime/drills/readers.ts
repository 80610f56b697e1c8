/**
 * Captions with as many readers as there may be, while somebody speaks without a pause: how late each reader has the words, and
 * what it costs the server. `bun test/realtime/drills/readers.ts [SECONDS]`
 */
import { expect } from "bun:test";
import { addMember } from "../../../src/accounts/organizations/members.ts";
import { addOrganization } from "../../../src/accounts/organizations/organizations.ts";
import { limits } from "../../../src/config/limits.ts";
import { percentile } from "../../../src/lib/percentile.ts";
import { browserCalls } from "../../support/browser.ts";
import { EventReader } from "../../support/event-source.ts";
import { eventually } from "../../support/eventually.ts";
import { ScriptedLive, type ScriptedStream } from "../../support/live.ts";
import { LiveClient, session } from "../../support/live-client.ts";
import { startPeople } from "../../support/people.ts";

const WORDS_PER_SECOND = 3;
const WORDS_PER_LINE = 12;

interface Readers {
  url: string;
  path: string;
  /** Of each person, who reads in as many windows as one may. */
  people: Record<string, string>[];
}

/** In a process of its own: each word is the moment at which it was said, by the clock that both have. */
async function read({ url, path, people }: Readers): Promise<void> {
  const readers = await Promise.all(
    people.flatMap((headers) =>
      Array.from({ length: limits.captionsPerViewer }, () => EventReader.open(url, headers, path)),
    ),
  );
  const late: number[] = [];
  await Promise.all(
    readers.map(async (reader) => {
      let seen = 0;
      while (!reader.ended || seen < reader.events.length) {
        for (; seen < reader.events.length; seen++) {
          const { type, data } = reader.events[seen] as (typeof reader.events)[number];
          if (type === "words") late.push(Date.now() - Number(data.text));
        }
        await Bun.sleep(2);
      }
    }),
  );
  const told = readers.map(
    ({ events }) => events.filter(({ type }) => type === "words").length * WORDS_PER_LINE,
  );
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) => percentile(late, share));
  console.log(JSON.stringify({ readers: readers.length, told: [...new Set(told)], p50, p95, most }));
}

async function measure(seconds: number): Promise<void> {
  const live = new ScriptedLive();
  const site = await startPeople({
    overrides: { live },
    environment: { TIRO_LIMITS_REQUESTS_PER_MINUTE: "100000" },
  });
  const owner = site.add();
  const organization = addOrganization(site.deps, { name: "Northgate", owner });
  const count = limits.captionsViewers / limits.captionsPerViewer;
  const members = Array.from({ length: count }, () => site.add());
  for (const member of members) addMember(site.deps, organization.id, member.id, "member");
  const speaker = await browserCalls(site, owner);
  const { json: secret } = await speaker.call("POST", "/realtime/client_secrets", {});
  const client = await LiveClient.open(site.server.url, {
    headers: { Authorization: `Bearer ${secret.value}` },
  });
  client.send(session({}, { tiro: { partials: true } }));
  await client.next("session.updated");
  const { json: shared } = await speaker.call("POST", "/realtime/captions", { stream: client.sessionId });
  const people = await Promise.all(members.map(async (member) => (await browserCalls(site, member)).headers));
  const readers: Readers = {
    url: site.server.url,
    path: `/v1/realtime/captions/${shared.id}`,
    people,
  };
  const child = Bun.spawn([process.execPath, import.meta.path, "read", JSON.stringify(readers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await eventually(
    () =>
      client.events.some(
        ({ type, viewers }) => type === "tiro.captions" && viewers === limits.captionsViewers,
      ),
    true,
  );
  const before = process.cpuUsage();
  const words = await say(live.streams[0] as ScriptedStream, seconds);
  const { user, system } = process.cpuUsage(before);
  client.close();
  const told = JSON.parse(await new Response(child.stdout).text());
  expect(told).toMatchObject({ readers: limits.captionsViewers, told: [words] });
  console.log(
    `${told.readers} readers, ${words} words in ${seconds} s: each had all of them, ${told.p50} / ${told.p95} / ${told.most} ms late (p50 / p95 / most); the server took ${((user + system) / 1e6 / seconds).toFixed(2)} of a processor`,
  );
  await site.server.close();
  process.exit(0);
}

/** Grey words, then final ones, as fast as people speak. @returns how many words. */
async function say({ events }: ScriptedStream, seconds: number): Promise<number> {
  const lines = Math.floor((seconds * WORDS_PER_SECOND) / WORDS_PER_LINE);
  for (let utterance = 0; utterance < lines; utterance++) {
    for (let word = 1; word <= WORDS_PER_LINE; word++) {
      events.push({ type: "partial", utterance, text: "word ".repeat(word) });
      await Bun.sleep(1000 / WORDS_PER_SECOND);
    }
    const text = String(Date.now());
    const at = { utterance, startSeconds: 0, endSeconds: 1, words: [], language: "en" };
    events.push({ type: "words", utterance, text, words: [] });
    events.push({ type: "utterance", ...at, text });
  }
  return lines * WORDS_PER_LINE;
}

const [what = "60", readers = ""] = process.argv.slice(2);
if (what === "read") await read(JSON.parse(readers));
else await measure(Number(what));
