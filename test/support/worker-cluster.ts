/** A cluster in one process: the end with the API and workers over a bus in memory, with recognizers that are easy to distinguish. */
import { generateKeyPairSync } from "node:crypto";
import { limits } from "../../src/config/limits.ts";
import { CarriedLive } from "../../src/engine/carried-live.ts";
import { type AudioStream, CarriedRecording } from "../../src/engine/carried-recording.ts";
import type { HostListener, Hosts } from "../../src/engine/hosts.ts";
import type { LiveMessage, LiveOpening } from "../../src/engine/live-protocol.ts";
import { FRAME, framePayload, type Opening, type Settled, settledSchema } from "../../src/engine/protocol.ts";
import type { OpenOnWorker } from "../../src/engine/workers/agent-stream.ts";
import type { WorkerSettled } from "../../src/engine/workers/answer-check.ts";
import { type Cluster, openCluster, type RegisteredWorker } from "../../src/engine/workers/cluster.ts";
import type { AnnouncedPack, WorkerView } from "../../src/engine/workers/views.ts";
import {
  openWorkerAgent,
  type WorkerAgent,
  type WorkerAgentOptions,
} from "../../src/engine/workers/worker-agent.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { type MemoryBroker, MemoryBus } from "./memory-bus.ts";

export const SAMPLE_RATE = 16_000;
export const PACK: AnnouncedPack = { id: "numbers@1", checksum: "ab".repeat(32), manifest: "{}" };

/** Beats, far more than anything takes. */
const MOST_BEATS = 1_000;

interface SealingPair {
  privateKey: string;
  publicKey: string;
}

export function sealingPair(): SealingPair {
  return generateKeyPairSync("x25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

interface TestWorker {
  name: string;
  keys: SealingPair;
  broker: MemoryBroker;
  agent: WorkerAgent;
  tick(): void;
}

export class TestCluster implements AsyncDisposable {
  readonly bus = new MemoryBus();
  readonly apiKeys = sealingPair();
  readonly workers: TestWorker[] = [];
  readonly pack = { ...PACK };
  readonly registered: RegisteredWorker[] = [];
  /** Of the API end; a tick sets it forward. The workers have the machine's. */
  readonly clock = { ...systemClock, nowMs: 0, monotonic: (): number => this.clock.nowMs };
  broker: MemoryBroker;
  cluster: Cluster;
  #tickApi = () => {};

  /** @param changes of the workers that are there from the beginning. */
  constructor(names: readonly string[] = ["one"], changes: Partial<WorkerAgentOptions> = {}) {
    ({ broker: this.broker, cluster: this.cluster } = this.openApi());
    for (const name of names) this.register(name, changes);
  }

  /** One more program at the API end, whose ticks come from now on. */
  openApi(keys: SealingPair = this.apiKeys): { broker: MemoryBroker; cluster: Cluster } {
    const broker = this.bus.connect();
    const cluster = openCluster({
      name: "tiro",
      broker,
      sealingKey: keys.privateKey,
      workers: this.registered,
      version: "1.2.3",
      logger: silentLogger,
      clock: this.clock,
      every: (tick) => {
        const before = this.#tickApi;
        this.#tickApi = () => {
          before();
          tick();
        };
        return () => {};
      },
    });
    return { broker, cluster };
  }

  /** The program at the API end ends without a word, and another one begins. */
  restartApi(): void {
    this.broker.cut();
    this.#tickApi = () => {};
    ({ broker: this.broker, cluster: this.cluster } = this.openApi());
  }

  /** A worker is added, and its program started. */
  register(name: string, changes: Partial<WorkerAgentOptions> = {}): TestWorker {
    const keys = sealingPair();
    this.registered.push({ name, sealingKey: keys.publicKey, isDraining: false });
    this.cluster.setWorkers(this.registered);
    return this.addWorker(name, keys, changes);
  }

  /** One more program for a worker. */
  addWorker(name: string, keys: SealingPair, changes: Partial<WorkerAgentOptions> = {}): TestWorker {
    const broker = this.bus.connect();
    let tick = () => {};
    const agent = openWorkerAgent({
      cluster: "tiro",
      name,
      broker,
      sealingKey: keys.privateKey,
      apiSealingKey: this.apiKeys.publicKey,
      version: "1.2.3",
      provider: "cpu",
      device: null,
      cores: 4,
      capacity: () => ({ recordings: 4, live: 2, speakers: 1 }),
      packs: () => [this.pack],
      openStream: numbersHost(),
      logger: silentLogger,
      clock: systemClock,
      every: (run) => {
        tick = run;
        return () => {};
      },
      ...changes,
    });
    const worker = { name, keys, broker, agent, tick: () => tick() };
    this.workers.push(worker);
    return worker;
  }

  /** A second passes for everybody. */
  async tick(): Promise<void> {
    this.clock.nowMs += limits.workerBeatMs;
    for (const { tick } of this.workers) tick();
    this.#tickApi();
    await settle();
  }

  /** The program of a worker ends without a word. */
  crash(at: number): void {
    this.workers[at]?.broker.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster.close();
    for (const { agent } of this.workers) await agent.close();
  }

  view(name = "one"): WorkerView {
    const view = this.cluster.workers().find((worker) => worker.name === name);
    if (!view) throw new Error(`there is no worker ${name}`);
    return view;
  }

  /** Until the worker takes work. */
  async ready(name = "one"): Promise<void> {
    await this.tickUntil(() => this.view(name).state === "ready");
  }

  /** Time passes until then. */
  async tickUntil(isSo: () => boolean): Promise<void> {
    for (let beats = 0; !isSo(); beats++) {
      if (beats > MOST_BEATS) throw new Error(`it never comes: ${JSON.stringify(this.cluster.workers())}`);
      await this.tick();
    }
  }

  /** Time passes until the work is done. @throws Error if it never is. */
  async finish<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const ended = () => {
      over = true;
    };
    work.then(ended, ended);
    for (let beats = 0; !over; beats++) {
      if (beats > MOST_BEATS) throw new Error(`it never ends: ${JSON.stringify(this.cluster.workers())}`);
      await this.tick();
      // Between two attempts `CarriedRecording` waits in real time.
      await Bun.sleep(1);
    }
    return work;
  }

  hosts(): Hosts {
    return this.cluster.hostsFor(this.pack.id, this.pack.checksum, settledSchema);
  }
}

/** Until what was published has arrived, and what that led to. */
export async function settle(): Promise<void> {
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => setImmediate(done));
}

/** Of a recording for batch work, from its beginning. */
export function opening(changes: Partial<Opening> = {}): Opening {
  return {
    lane: "batch",
    isText: false,
    startSample: 0,
    language: null,
    hotwords: [],
    phrases: [],
    ...changes,
  };
}

export function numbersTo(count: number): string[] {
  return Array.from({ length: count }, (_, n) => String(n));
}

/** A recording whose second `n` has the samples `n`. */
async function* numbered(seconds: number): AsyncGenerator<Int16Array> {
  for (let n = 0; n < seconds; n++) yield new Int16Array(SAMPLE_RATE).fill(n);
}

/** Recognizes the numbers of `numbered`, one piece a second, live too, and writes texts in capitals. */
export function numbersHost(): OpenOnWorker {
  return async (_packId, _checksum, { isText, startSample, live }, listener) => {
    if (live) return liveNumbers(live, startSample, listener);
    let at = startSample;
    let over = false;
    const say = (what: () => void) => queueMicrotask(() => over || what());
    const settle = (untilSample: number, piece: { startSeconds: number; endSeconds: number; text: string }) =>
      say(() =>
        listener.settled({
          untilSample,
          speechSamples: 0,
          pieces: [{ ...piece, language: null, words: [] }],
        }),
      );
    return {
      id: 7,
      send(frame) {
        const bytes = framePayload(Buffer.from(frame));
        if (isText) settle(++at, { startSeconds: 0, endSeconds: 0, text: bytes.toString().toUpperCase() });
        // Audio that is sent again may be settled already.
        else if (bytes.byteLength > 0) {
          const startSeconds = at / SAMPLE_RATE;
          at += bytes.byteLength / 2;
          settle(at, { startSeconds, endSeconds: at / SAMPLE_RATE, text: String(bytes.readInt16LE(0)) });
        }
      },
      end: () => say(() => listener.done()),
      abort() {
        over = true;
      },
    };
  };
}

/** A word a second; what is committed ends the utterance. */
function liveNumbers(
  live: LiveOpening,
  startSample: number,
  listener: HostListener<WorkerSettled>,
): AudioStream {
  let [at, utterance, controlsDone, over] = [startSample, live.utterance, 0, false];
  const say = (...events: LiveMessage[]) => {
    const state = { untilSample: at, utterance, controlsDone, processorMs: 0, speechSeconds: 0 };
    queueMicrotask(() => over || listener.heard?.({ ...state, begun: null, keptWords: 0, events }));
  };
  const endUtterance = () => {
    const times = { startSeconds: 0, endSeconds: at / SAMPLE_RATE };
    say({ type: "utterance", utterance: utterance++, ...times, language: null });
  };
  return {
    id: 7,
    send(frame) {
      const { type, bytes } = { type: frame[4], bytes: framePayload(Buffer.from(frame)) };
      if (type === FRAME.live) {
        controlsDone++;
        endUtterance();
      } else if (bytes.byteLength > 0) {
        const startSeconds = at / SAMPLE_RATE;
        at += bytes.byteLength / 2;
        const text = String(bytes.readInt16LE(0));
        const word = { text, startSeconds, endSeconds: at / SAMPLE_RATE, spaced: true };
        say({ type: "words", utterance, text: ` ${text}`, words: [word] });
      }
    },
    end() {
      endUtterance();
      queueMicrotask(() => over || listener.done());
    },
    abort() {
      over = true;
    },
  };
}

/** The whole utterances of a live stream of `numbered` that is committed after every eighth number. */
export async function spoken(hosts: Hosts, seconds: number): Promise<string[]> {
  const stream = new CarriedLive(
    {
      open: (startSample, live, listener, signal) =>
        hosts.open(opening({ lane: "interactive", startSample, live }), listener, signal),
      onHeard() {},
      onOver() {},
    },
    { ...{ language: null, hotwords: [], phrases: [], endpointing: null }, holdBackMs: 0, partials: false },
    undefined,
  );
  for (let n = 0; n < seconds; n++) {
    stream.append(new Int16Array(SAMPLE_RATE).fill(n));
    if (n % 8 === 7) stream.commit();
  }
  stream.end();
  const told: string[] = [];
  for await (const event of stream.events)
    if (event.type === "utterance") told.push(...event.text.split(" ").filter(Boolean));
  return told;
}

/** The text of a whole recording of `numbered`. */
export async function recognized(hosts: Hosts, seconds: number, signal?: AbortSignal): Promise<string[]> {
  const told: string[] = [];
  const carried = new CarriedRecording<Settled>({
    what: "Recognition",
    open: (startSample, listener, stop) => hosts.open(opening({ startSample }), listener, stop),
    onSettled: ({ pieces }) => told.push(...pieces.map(({ text }) => text)),
    signal,
  });
  await carried.run(numbered(seconds));
  return told;
}
