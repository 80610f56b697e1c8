/** A server whose recognition is on workers alone: all kinds of work there, and what becomes of it when workers and broker go. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { isHost } from "../chaos/hosts.ts";
import { SAMPLE_RATE, sentences, wordDifferences } from "../engine/support.ts";
import { hasNatsServer } from "../support/broker.ts";
import { dictation, recording, wav } from "../support/dictation.ts";
import { canMount, onFullDisk } from "../support/disk.ts";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/json.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { ClusterSite, type WorkerProcess } from "./site.ts";

setDefaultTimeout(600_000);

/** Waiting polls again and again. */
const OFTEN = { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" };
const SETTINGS = { TIRO_MODELS_DEFAULT: "starter-en" };
const { samples, texts } = sentences(4);
const PCM = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
const TEXT = texts.join(" ");
/** Long enough to be under way for seconds. */
const REPEATS = 12;
const SCALING = new URL("../../config/kubernetes/worker-scaling.yaml", import.meta.url).pathname;
const LONG = wav(
  Int16Array.from({ length: REPEATS * samples.length }, (_, at) => samples[at % samples.length] ?? 0),
);
const LONG_TEXT = Array.from({ length: REPEATS }, () => TEXT).join(" ");

class Client {
  readonly #site: ClusterSite;

  constructor(site: ClusterSite) {
    this.#site = site;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const { server, key } = this.#site;
    const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
    return fetch(`${server.url}${path}`, { ...init, headers });
  }

  transcribe(path: string, audio: Uint8Array, fields: Record<string, string> = {}): Promise<Response> {
    const told = { model: "speech-v1.5", language: "en", ...fields };
    const parts = Object.entries(told).map(([name, body]) => ({ name, body }));
    const file = { name: "file", fileName: "speech.wav", type: "audio/wav", body: audio };
    const body = multipart([...parts, file]);
    return this.fetch(path, { method: "POST", headers: { "Content-Type": CONTENT_TYPE }, body });
  }

  async startJob(audio: Uint8Array): Promise<string> {
    const answer = await this.transcribe("/audio/transcription-jobs", audio);
    expect(answer.status).toBe(202);
    return ((await answer.json()) as Json).id;
  }

  async job(id: string): Promise<Json> {
    return (await this.fetch(`/audio/transcription-jobs/${id}`)).json() as Promise<Json>;
  }

  /** Heard once, reported once, counted once. */
  async requireResult(id: string, text: string): Promise<void> {
    await eventually(async () => (await this.job(id)).status, "succeeded");
    const answer = await this.fetch(`/audio/transcription-jobs/${id}/result`);
    expect(answer.status).toBe(200);
    const result = (await answer.json()) as Json;
    expect(wordDifferences(text, bare(result.text))).toBeLessThanOrEqual(text.split(" ").length / 20);
    const counted = this.#site.db.prepare<[string], number>(
      "SELECT count(*) FROM usage WHERE request_id = ?",
    );
    expect(counted.pluck().get(id)).toBe(1);
  }

  async busyWorker(): Promise<WorkerProcess | undefined> {
    return (await this.#site.busyWorkers())[0];
  }

  async health(): Promise<number> {
    return (await fetch(new URL("/health", this.#site.server.url))).status;
  }
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[.,?!]/g, "");
}

function speak(client: LiveClient, from: number, until: number): void {
  for (let at = from; at < until; at += 2 * SAMPLE_RATE) {
    const audio = PCM.subarray(at, Math.min(at + 2 * SAMPLE_RATE, until)).toString("base64");
    client.send({ type: "input_audio_buffer.append", audio });
  }
}

/** Of a metric, with every label. */
async function figures(site: ClusterSite, metric: string): Promise<number[]> {
  const lines = (await site.metrics()).matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, "gm"));
  return [...lines].map(([, value]) => Number(value));
}

/** By what `config/kubernetes/worker-scaling.yaml` asks, KEDA starts the first worker: a job waits, and nobody is there. */
async function requireCallForWorkers(site: ClusterSite): Promise<void> {
  const { triggers } = (Bun.YAML.parse(await Bun.file(SCALING).text()) as Json).spec;
  const [waiting, busy] = triggers.map(({ metadata }: Json) => metadata);
  expect([waiting.query, busy.query]).toEqual([
    "max(tiro_queue_oldest_wait_seconds)",
    "sum(tiro_turns_in_use) / clamp_min(sum(tiro_turns), 1)",
  ]);
  const oldest = async () => Math.max(...(await figures(site, "tiro_queue_oldest_wait_seconds")));
  await eventually(async () => (await oldest()) > Number(waiting.activationThreshold), true);
  expect([await figures(site, "tiro_turns"), await figures(site, "tiro_turns_in_use")]).toEqual([[0], [0]]);
}

/** Resolves to the worker that works. */
async function untilBusy(client: Client): Promise<WorkerProcess> {
  await eventually(async () => (await client.busyWorker()) !== undefined, true);
  return (await client.busyWorker()) ?? untilBusy(client);
}

test.skipIf(!hasNatsServer)(
  "work of all kinds is done by workers, and outlives them and the broker",
  async () => {
    await using site = await ClusterSite.open({
      workers: 2,
      // A worker's disk has no part in its work.
      prefix: (name, dataDir) => (canMount && name === "worker-2" ? onFullDisk(dataDir) : []),
      settings: { ...SETTINGS, TIRO_CLUSTER_LOCAL: "false", ...OFTEN },
      workerSettings: { ...SETTINGS, TIRO_ENGINE_PROCESSES: "1", TIRO_SERVER_SHUTDOWN_GRACE_SECONDS: "300" },
    });
    const client = new Client(site);
    const [one, two] = site.workers as [WorkerProcess, WorkerProcess];
    const transcribed = async () => (await client.transcribe("/audio/transcriptions", recording)).status;
    await eventually(() => client.health(), 200);
    await eventually(transcribed, 200);

    // Words, marks and speakers come from workers: this machine has no process for any of them.
    const diarized = { diarize: "true", response_format: "diarized_json" };
    const call = async () =>
      (await (await client.transcribe("/audio/transcriptions", recording, diarized)).json()) as Json;
    await eventually(async () => /^The .+\.$/.test((await call()).text), true);
    const { segments } = await call();
    expect(segments.map(({ speaker }: Json) => speaker)).not.toContain(null);
    const dictated = await client.fetch("/dictations", dictation(recording, { language: "en" }));
    expect([dictated.status, ((await dictated.json()) as Json).text]).toEqual([
      200,
      expect.stringMatching(/^The /),
    ]);
    const own = site.server
      .children()
      .filter((pid) => isHost(pid, "engine-host") || isHost(pid, "speaker-host"));
    expect(own).toEqual([]);

    // A live stream moves with its sound when its worker dies, and so does a job that is under way.
    const headers = { Authorization: `Bearer ${site.key}` };
    const live = await LiveClient.open(site.server.url.replace(/\/v1$/, ""), { headers });
    live.send(session());
    await live.next("session.updated");
    speak(live, 0, PCM.length / 2);
    await live.next("conversation.item.input_audio_transcription.delta");
    await (await untilBusy(client)).end();
    speak(live, PCM.length / 2, PCM.length);
    live.send({ type: "input_audio_buffer.commit" });
    const { transcript } = await live.next("conversation.item.input_audio_transcription.completed");
    expect(wordDifferences(TEXT, bare(transcript))).toBeLessThanOrEqual(texts.length);
    live.close();
    for (const worker of [one, two]) if (worker.pid === 0) worker.start();
    await site.untilReady(2);
    const killed = await client.startJob(LONG);
    await (await untilBusy(client)).end();
    await client.requireResult(killed, LONG_TEXT);

    // Without the broker nobody is there: callers come back later, jobs wait.
    await site.killBroker();
    await eventually(transcribed, 503);
    const refused = await client.transcribe("/audio/transcriptions", recording);
    expect([
      ((await refused.json()) as Json).error.code,
      Number(refused.headers.get("Retry-After")) > 0,
    ]).toEqual(["engine_unavailable", true]);
    const waiting = await client.startJob(recording);
    await site.startBroker();
    await eventually(async () => (await client.job(waiting)).status, "succeeded");

    // The last worker leaves: it finishes what it has, and the language is unavailable, not unknown.
    const last = one.pid === 0 ? two : one;
    const finished = await client.startJob(LONG);
    await untilBusy(client);
    await last.end("SIGTERM");
    await client.requireResult(finished, LONG_TEXT);
    await eventually(() => client.health(), 503);
    await eventually(transcribed, 503);
    const patient = await client.startJob(recording);
    await requireCallForWorkers(site);
    // Also for a server that starts and has never heard of a worker.
    await site.server.stop();
    await site.startServer();
    await eventually(transcribed, 503);
    await requireCallForWorkers(site);
    last.start();
    await eventually(async () => (await client.job(patient)).status, "succeeded");
    await eventually(async () => Math.max(...(await figures(site, "tiro_queue_oldest_wait_seconds"))), 0);
    expect(await figures(site, "tiro_turns")).not.toEqual([0]);
  },
);
