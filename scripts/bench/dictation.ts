/**
 * `bun run bench:dictation`: what tiro adds around the recognizer to a dictation of five seconds, over HTTP, with
 * history, idempotency and usage committed to the disk, with one client and with eight, each sending again at once. A
 * recognizer stands in that takes all samples and answers after a fixed time, which is taken off what a call took (a
 * late timer counts as added). The clients run in a process of their own. Ends with 1 where a goal is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { firstRun } from "../../src/accounts/onboarding/first-run.ts";
import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { createContext } from "../../src/context.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { listen } from "../../src/http/listener/listener.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { percentile } from "../../src/lib/percentile.ts";
import { tellLoad } from "./load.ts";
import { benchSpeech, wavFile } from "./speech.ts";

const SECONDS = 5;
/** About what the smallest model, the starter's, takes for five seconds on one core: with larger ones less is added. */
const RECOGNITION_MS = 20;
const CALLS = 1_000;
const WARM_UP_CALLS = 200;
const CLIENTS = [1, 8];
const GOALS = { p50Ms: 8, p99Ms: 25 };

const [mode, url = "", key = "", clients = "1"] = Bun.argv.slice(2);
if (mode === "client") await runClients(url, key, Number(clients));
else {
  tellLoad();
  process.exitCode = (await runServer()) ? 0 : 1;
}

async function runServer(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "tiro-bench-"));
  const environment = { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" };
  const { config, secrets } = loadConfig({ environment, flags: { data: folder, listen: "127.0.0.1:0" } });
  const listener = listen({ host: "127.0.0.1", port: 0 });
  const publicUrl = `http://127.0.0.1:${listener.port}`;
  const libraries = prepareNativeLibraries({ dataDir: tmpdir() });
  const options = { config, secrets, logger: silentLogger, libraries, publicUrl };
  const context = await createContext(options, { engine: timed() });
  try {
    listener.serve(createApp(context));
    const site = { ...context, keyPrefixes: config.auth.key_prefixes };
    const apiKey = firstRun(site, publicUrl)?.key.key ?? "";
    let met = true;
    for (const count of CLIENTS) met = (await measure(publicUrl, apiKey, count)) && met;
    return met;
  } finally {
    await context.close();
    await listener.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(publicUrl: string, apiKey: string, count: number): Promise<boolean> {
  const client = Bun.spawn([process.execPath, import.meta.path, "client", publicUrl, apiKey, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {},
  });
  const ms = JSON.parse(await new Response(client.stdout).text()) as number[];
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  console.log(
    `${count} client(s): p50 ${p50.toFixed(2)} ms (goal ${GOALS.p50Ms}), p99 ${p99.toFixed(2)} ms (goal ${GOALS.p99Ms})`,
  );
  return p50 < GOALS.p50Ms && p99 < GOALS.p99Ms;
}

/** Writes the milliseconds of each call to standard output. */
async function runClients(publicUrl: string, apiKey: string, count: number): Promise<void> {
  const audio = wavFile(benchSpeech(SECONDS));
  const ms: number[] = [];
  let left = CALLS + WARM_UP_CALLS;
  const one = async () => {
    while (left-- > 0) {
      const warm = left < CALLS;
      const begin = performance.now();
      await dictate(publicUrl, apiKey, audio);
      if (warm) ms.push(performance.now() - begin - RECOGNITION_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  process.stdout.write(JSON.stringify(ms));
}

async function dictate(publicUrl: string, apiKey: string, audio: Uint8Array<ArrayBuffer>): Promise<void> {
  const body = new FormData();
  body.set("audio", new File([audio], "speech.wav", { type: "audio/wav" }));
  body.set("app", "Mail");
  body.set("text_before", "Dear Anna,");
  const headers = { authorization: `Bearer ${apiKey}`, "Idempotency-Key": crypto.randomUUID() };
  const answer = await fetch(`${publicUrl}/v1/dictations`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
}

function timed(): Engine {
  const text = "the meeting has been moved to thursday at half past two comma please tell anna";
  const words = text.split(" ").map((word, index) => {
    const startSeconds = (index * SECONDS) / 20;
    return { text: word, startSeconds, endSeconds: startSeconds + 0.2 };
  });
  return {
    ready: async () => {},
    recognize: async (audio) => {
      let samples = 0;
      for await (const block of audio) samples += block.length;
      await Bun.sleep(RECOGNITION_MS);
      const audioDurationSeconds = samples / 16_000;
      const piece = { startSeconds: 0, endSeconds: audioDurationSeconds, text, words };
      const pieces = [piece];
      const modelId = "bench@1";
      return {
        pieces,
        audioDurationSeconds,
        speechDurationSeconds: 4,
        modelId,
        language: "en",
        hotwordsUsed: false,
      };
    },
    status: () => ({
      state: "ready",
      modelId: "bench@1",
      provider: "cpu",
      device: null,
      processes: [],
      problem: null,
    }),
    close: async () => {},
  };
}
