/**
 * `bun run bench:fairness`: how long a dictation takes (its lane in the queue and in the recognizer) while nothing
 * else is done, and while fifty jobs of ten minutes wait; and likewise a short synchronous call. Then both over HTTP
 * while another account takes all it can get, attack by attack; and a dictation while ten auditors watch the queue of 500
 * jobs (`viewers`). Ends with 1 if a goal is missed. `bun run bench:fairness NAME…` runs these attacks only; `--workers`: all
 * attacks, on a server whose recognizer is on a worker (dictations under jobs there: `bench:cluster fairness`).
 */
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { openAudio } from "../../src/audio/open-audio.ts";
import { limits } from "../../src/config/limits.ts";
import { configSchema } from "../../src/config/schema.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import { readMachine } from "../../src/engine/machine.ts";
import { sizeEngine } from "../../src/engine/sizing.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import { builtinPackFolder, checkRecording, MOONSHINE_PACK_ID } from "../../src/packs/builtin.ts";
import { loadPack, requireRecognizer } from "../../src/packs/load-pack.ts";
import { alignmentFor, packCost, packModel } from "../../src/recognition/model-of-pack.ts";
import { openSpeakers } from "../../src/recognition/open-speakers.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { MemoryFiles } from "../../src/store/uploads/memory-files.ts";
import { Spool } from "../../src/store/uploads/spool.ts";
import { type CreateRequest, createTranscriptionUseCases } from "../../src/transcription/use-cases.ts";
import { createTurnQueue } from "../../src/work/turns.ts";
import { temporaryFolder } from "../../test/support/database.ts";
import { testMemory } from "../../test/support/shared-memory.ts";
import { ATTACKS, measureAttacks } from "./attacks.ts";
import { latencies, tellBeside } from "./figures.ts";
import { benchSpeech, wavFile } from "./speech.ts";
import { measureViewers } from "./viewers.ts";

const JOBS = 50;
const JOB_SECONDS = 600;
const DICTATIONS = 150;
const PAUSE_MS = 60;
const GOAL = 1.5;
const ATTACKED_GOAL = 2;
const VIEWED_GOAL = 1.1;
const VIEWERS = "viewers";
const ON_WORKER = "--workers";

const PACK = requireRecognizer(loadPack(builtinPackFolder("unused in a clone", MOONSHINE_PACK_ID)));
const CHECK = checkRecording(PACK, "unused in a clone");
const RECORDING = CHECK.audioPath;

const chosen = process.argv.slice(2).filter((argument) => argument !== ON_WORKER);
const onWorker = process.argv.includes(ON_WORKER);
const isWhole = chosen.length === 0 && !onWorker;
const attacks = chosen.length === 0 ? ATTACKS : chosen.filter((name) => name !== VIEWERS);
if (isWhole) await underJobs();
if (attacks.length > 0)
  for await (const { attack, what, idle, attacked } of measureAttacks(attacks, onWorker))
    tellBeside(`${attack}: another account's ${what}`, idle, attacked, { most: ATTACKED_GOAL });
if (isWhole || chosen.includes(VIEWERS)) await underViewers();

async function underJobs(): Promise<void> {
  using folder = temporaryFolder();
  const { dictate, call, createJob, waiting, close } = await site(folder.path);
  const pause = () => PAUSE_MS * Math.random() * 2;
  const both = async () => ({
    dictation: await latencies(DICTATIONS, pause, dictate),
    call: await latencies(DICTATIONS, pause, call),
  });
  await latencies(10, pause, dictate);
  const idle = await both();
  const recording = wavFile(benchSpeech(JOB_SECONDS));
  for (let job = 0; job < JOBS; job += 1) await createJob(recording, `usr_${job % 5}`);
  const loaded = await both();
  stillWait(waiting());
  await close();
  tellBeside("a dictation beside jobs", idle.dictation, loaded.dictation, { most: GOAL });
  tellBeside("a short synchronous call beside jobs", idle.call, loaded.call);
}

async function underViewers(): Promise<void> {
  const { alone, viewed, left } = await measureViewers();
  stillWait(left);
  tellBeside("a dictation beside ten viewers of the queue", alone, viewed, { most: VIEWED_GOAL });
}

function stillWait(jobs: number): void {
  console.log(`${jobs} jobs still wait`);
  if (jobs === 0) throw new Error("the jobs ran out before the measurement did: raise JOBS");
}

/** The parts of the server below its doors, sized as the server sizes them. */
async function site(dataDir: string) {
  const native = prepareNativeLibraries({ dataDir });
  const config = configSchema.parse({});
  const engine = createEngine({
    ...native,
    model: packModel(PACK, CHECK),
    alignment: alignmentFor(PACK, dataDir),
    hostCommand: [...selfCommand(), "engine-host"],
    config: config.engine,
    logger: silentLogger,
    clock: systemClock,
  });
  const speakers = openSpeakers({ ...config, data: { dir: dataDir } }, native, silentLogger);
  const db = openDatabase({ dataDir, nativeBinding: native.sqliteBindingPath });
  const spool = await Spool.at(join(dataDir, "spool"));
  const { batchProcesses } = sizeEngine(config.engine, packCost(PACK), readMachine());
  const queue = createTurnQueue(batchProcesses * limits.recordingsPerHost, config.transcription.queue_length);
  const common = {
    engine,
    speakers,
    openAudio,
    queue,
    clock: systemClock,
    logger: silentLogger,
    config,
    events: { publish: () => {} },
  };
  const stores = { db, spool, memoryFiles: new MemoryFiles({ dir: dataDir, memory: testMemory(0) }) };
  const service = createTranscriptionUseCases({ ...common, ...stores, languages: () => ["en"] });
  await engine.ready();

  const request = async (content: Uint8Array, account: string): Promise<CreateRequest> => {
    const writer = spool.create();
    writer.push(content);
    const file = await writer.finish();
    const fields: CreateRequest["fields"] = [["model", "speech-v1.5"]];
    const { signal } = new AbortController();
    return {
      requestId: newId("req"),
      account: { id: account, keyId: "key" },
      fields,
      file,
      idempotencyKey: null,
      signal,
    };
  };
  const clip = await Bun.file(RECORDING).bytes();
  return {
    dictate: async () => {
      const turn = await queue.enter({ lane: "dictation", party: "usr_dictating" });
      const options = { maxDurationSeconds: limits.dictationDurationSeconds, deadlineMs: 10_000 };
      const source = await openAudio({ path: RECORDING, bytes: clip.length }, options);
      await engine.recognize(source.samples, { lane: "interactive" });
      turn.end();
    },
    call: async () => {
      await service.create(await request(clip, "usr_calling"));
    },
    createJob: async (recording: Uint8Array, account: string) => {
      await service.createJob(await request(recording, account));
    },
    waiting: () => queue.snapshot().waiting.job,
    close: async () => {
      await service.close();
      await engine.close();
      db.close();
    },
  };
}
