/**
 * `bun run bench:capacity [rows] [seconds]`: what one server carries when recognition costs it nothing, as with enough
 * workers: dictations, stored jobs, lists and searches a second, over HTTP and written through to the disk, with a million
 * sessions and as many lines of usage in the database. Recordings are WAV, of five seconds; the recognizer answers at once.
 */
import { SAMPLE_RATE } from "../../src/audio/audio.ts";
import { newId } from "../../src/lib/ids.ts";
import { createMeter } from "../../src/metering/meter.ts";
import { recordUsage } from "../../src/metering/usage.ts";
import { inTransaction } from "../../src/store/db.ts";
import { dictation, wav } from "../../test/support/dictation.ts";
import { holdingEngine } from "../../test/support/engines.ts";
import { CONTENT_TYPE, multipart } from "../../test/support/multipart.ts";
import { startServer } from "../../test/support/server.ts";
import { tell } from "./figures.ts";
import { fillHistory } from "./many-sessions.ts";

const AT_ONCE = 16;
const SECONDS_A_DAY = 86_400;

async function measure(rows: number, seconds: number): Promise<void> {
  const { engine, release } = holdingEngine();
  release();
  const server = await startServer({
    isChecked: false,
    overrides: { engine },
    environment: {
      TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000",
      TIRO_LIMITS_STORED_JOBS: "1000000",
      TIRO_LIMITS_CONCURRENT_AUDIO: "10000",
    },
  });
  try {
    const { db, config } = server.context;
    const keys = [server.key, ...Array.from({ length: AT_ONCE - 1 }, () => server.newKey())];
    const users = db.prepare<[], string>("SELECT id FROM users").pluck().all();
    const kept = await fillHistory(db, users, { sessions: rows, organizationId: null });
    console.log(`${rows} sessions of ${users.length} people, kept in ${kept.toFixed(3)} ms each`);
    const meter = createMeter(config.billing);
    const at = server.context.clock.now();
    const use = {
      keyId: "key_0",
      kind: "dictation",
      audioSeconds: 5,
      acceptedAt: at,
      createdAt: at,
    } as const;
    for (let made = 0; made < rows; made += 10_000)
      inTransaction(db, () => {
        for (let index = made; index < Math.min(rows, made + 10_000); index++)
          recordUsage(meter, db, {
            ...use,
            requestId: newId("req"),
            accountId: users[index % users.length] as string,
          });
      });
    for (const kind of Object.keys(ONE)) {
      const client = Bun.spawn(
        [process.execPath, import.meta.path, "client", kind, server.url, keys.join(), String(seconds)],
        { stdout: "pipe" },
      );
      const { count, ms } = JSON.parse(await new Response(client.stdout).text());
      const perSecond = (count * 1000) / ms;
      tell(
        `${kind} a second`,
        perSecond,
        `(${Math.round((perSecond * SECONDS_A_DAY) / 1_000)} thousand a day)`,
      );
    }
  } finally {
    await server.close();
  }
}

type Api = (path: string, init?: RequestInit) => Promise<string>;

const RECORDING = wav(5 * SAMPLE_RATE);
const JOB = multipart([
  { name: "model", body: "speech-v1.5" },
  { name: "file", fileName: "talk.wav", body: RECORDING },
]);

const ONE: Record<string, (api: Api) => Promise<unknown>> = {
  dictations: (api) => api("/dictations", dictation(RECORDING)),
  lists: (api) => api("/sessions?limit=25"),
  searches: (api) =>
    api("/sessions/search", {
      method: "POST",
      body: JSON.stringify({ query: "time people" }),
      headers: { "Content-Type": "application/json" },
    }),
  "stored jobs": async (api) => {
    const headers = { "Content-Type": CONTENT_TYPE };
    const { id } = JSON.parse(await api("/audio/transcription-jobs", { method: "POST", headers, body: JOB }));
    while (JSON.parse(await api(`/audio/transcription-jobs/${id}`)).status === "queued") await Bun.sleep(5);
  },
};

/** Each caller sends its next request when it has the whole answer of the last one. */
async function call([kind, url, keys, seconds]: readonly string[]): Promise<void> {
  const begin = performance.now();
  const untilMs = begin + Number(seconds) * 1000;
  let count = 0;
  const calls = String(keys)
    .split(",")
    .map(async (key) => {
      const api: Api = async (path, init = {}) => {
        const headers = { ...init.headers, authorization: `Bearer ${key}` };
        const answer = await fetch(`${url}/v1${path}`, { ...init, headers });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
        return text;
      };
      while (performance.now() < untilMs) {
        await ONE[String(kind)]?.(api);
        count++;
      }
    });
  await Promise.all(calls);
  console.log(JSON.stringify({ count, ms: performance.now() - begin }));
}

const [first = "1000000", ...others] = Bun.argv.slice(2);
if (first === "client") await call(others);
else await measure(Number(first), Number(others[0] ?? 15));
