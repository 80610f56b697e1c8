/** The transcription use cases with real parts: database, spool, engine, audio, queue. */
import { afterAll } from "bun:test";
import { join } from "node:path";
import type { z } from "zod";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { openAudio } from "../../src/audio/open-audio.ts";
import { configSchema } from "../../src/config/schema.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { type Logger, silentLogger } from "../../src/lib/logger.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { loadPack, requireRecognizer } from "../../src/packs/load-pack.ts";
import { packModel } from "../../src/recognition/model-of-pack.ts";
import type { Db } from "../../src/store/db.ts";
import { MemoryFiles } from "../../src/store/uploads/memory-files.ts";
import { Spool, type SpooledFile } from "../../src/store/uploads/spool.ts";
import type { TranscriptionOptions } from "../../src/transcription/deps.ts";
import { type CreateRequest, createTranscriptionUseCases } from "../../src/transcription/use-cases.ts";
import { createTurnQueue, type TurnQueue } from "../../src/work/turns.ts";
import { testClock, testDatabase } from "./database.ts";
import { testMemory } from "./shared-memory.ts";

const ROOT = join(import.meta.dir, "../..");

/** The starter pack's own recording, 3.685 s. */
export const RECORDING = join(ROOT, "models/starter-en/check.wav");
/** The starter's words of it. */
export const RECORDING_WORDS = "the meeting has been moved to thursday at half past two";
/** A server's text of it: sentences. */
export const RECORDING_TEXT = "The meeting has been moved to Thursday at half past two.";
/** A server's text by its default recognizer. */
export const DEFAULT_RECORDING_TEXT = "The meeting has been moved to Thursday at half-past two.";
export const RECORDING_SECONDS = 4;

/** The real engine with the starter pack, of one process: ready, and closed after the tests of the file that asks for it. */
export async function readyTestEngine(): Promise<Engine> {
  const native = prepareNativeLibraries({ dataDir: "unused in a clone" });
  const pack = requireRecognizer(loadPack(join(ROOT, "models/starter-en")));
  const config = configSchema.parse({ engine: { processes: 1, interactive_process: false } });
  const engine = createEngine({
    model: packModel(pack, { audioPath: RECORDING, text: RECORDING_WORDS }),
    vadModelPath: native.vadModelPath,
    sherpaAddonPath: native.sherpaAddonPath,
    decoderCallsPath: native.decoderCallsPath,
    whisperLibraryPath: native.whisperLibraryPath,
    hostCommand: [...selfCommand(), "engine-host"],
    config: config.engine,
    logger: silentLogger,
    clock: systemClock,
  });
  afterAll(() => engine.close());
  await engine.ready();
  return engine;
}

const noSpeakers: TranscriptionOptions["speakers"] = {
  engine: { analyse: () => Promise.reject(new Error("this test has nobody to tell speakers apart")) },
  similarity: 0.5,
};

export interface SiteOptions {
  engine: TranscriptionOptions["engine"];
  openAudio?: TranscriptionOptions["openAudio"];
  speakers?: TranscriptionOptions["speakers"];
  syncDeadlineMs?: number;
  queueLength?: number;
  limits?: z.input<typeof configSchema>["limits"];
  billing?: z.input<typeof configSchema>["billing"];
  logger?: Logger;
}

/** A site of its own with one turn, so that a test can hold it and decide when work begins. */
export async function transcriptionSite(options: SiteOptions) {
  const clock = testClock();
  const store = testDatabase(clock);
  const spool = await Spool.at(join(store.dataDir, "spool"));
  const config = configSchema.parse({
    transcription: {
      ...(options.queueLength && { queue_length: options.queueLength }),
    },
    limits: options.limits ?? {},
    billing: options.billing ?? {},
  });
  const { syncDeadlineMs = config.transcription.sync_deadline_ms } = options;
  const transcription = { ...config.transcription, sync_deadline_ms: syncDeadlineMs };
  const memoryFiles = new MemoryFiles({ dir: "/dev/shm", memory: testMemory(64 * 1024 * 1024) });
  const deps = {
    db: store.db,
    spool,
    memoryFiles,
    engine: options.engine,
    speakers: options.speakers ?? noSpeakers,
    openAudio: options.openAudio ?? openAudio,
    clock,
    logger: options.logger ?? silentLogger,
    config: { ...config, transcription },
    languages: () => ["en"],
    events: { publish: () => {} },
  };
  const queue = createTurnQueue(1, config.transcription.queue_length, {});
  const site = {
    clock,
    db: store.db,
    dataDir: store.dataDir,
    spool,
    memoryFiles,
    queue,
    service: createTranscriptionUseCases({ ...deps, queue }),
    /** As after a crash or a stop: the database and the spool stay, all else is new. */
    restarted: (changed: Pick<SiteOptions, "speakers"> = {}) => {
      const queue = createTurnQueue(1, config.transcription.queue_length, {});
      return { queue, service: createTranscriptionUseCases({ ...deps, ...changed, queue }) };
    },
    request: (overrides: RequestOverrides = {}) =>
      request(overrides.inMemory ? memoryFiles.forParty("usr_a") : spool, overrides),
    usage: () => usageRows(store.db),
    [Symbol.asyncDispose]: async () => {
      await site.service.close();
      store[Symbol.dispose]();
    },
  };
  return site;
}

export type TranscriptionSite = Awaited<ReturnType<typeof transcriptionSite>>;

/** Takes the only turn; `end()` lets the waiting work begin. */
export function holdTurn(queue: TurnQueue) {
  const turn = queue.enterNow({ lane: "dictation", party: "the test" });
  if (!turn) throw new Error("the turn is not free");
  return turn;
}

export interface RequestOverrides {
  fields?: CreateRequest["fields"];
  account?: string;
  key?: string | null;
  signal?: AbortSignal;
  /** Whether it may not be stored, as under zero retention. */
  inMemory?: boolean;
  /** Content of the file; the starter's recording by default. */
  content?: Uint8Array;
}

async function request(uploads: Pick<Spool, "create">, overrides: RequestOverrides): Promise<CreateRequest> {
  const { account = "usr_a", content = await Bun.file(RECORDING).bytes() } = overrides;
  return {
    requestId: newId("req"),
    account: { id: account, keyId: "key_a" },
    fields: [["model", "speech-v1.5"], ...(overrides.fields ?? [])],
    file: await uploaded(uploads, content),
    idempotencyKey: overrides.key ?? null,
    signal: overrides.signal ?? new AbortController().signal,
  };
}

async function uploaded(uploads: Pick<Spool, "create">, content: Uint8Array): Promise<SpooledFile> {
  const writer = uploads.create();
  writer.push(content);
  return writer.finish();
}

function usageRows(db: Db) {
  return db
    .prepare<[], { accountId: string; audioSeconds: number; billedSeconds: number }>(
      `SELECT account_id AS accountId, audio_seconds AS audioSeconds, billed_seconds AS billedSeconds
       FROM usage ORDER BY created_at, request_id`,
    )
    .all();
}

/** Waits until it is true; fails the test after a while. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  const deadline = systemClock.monotonic() + withinMs;
  while (!(await isSo())) {
    if (systemClock.monotonic() > deadline) throw new Error(`it did not come about within ${withinMs} ms`);
    await Bun.sleep(5);
  }
}
