/** Everything that the running server consists of: built once, in order, and taken down in reverse. */
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import type { AuditForwarder } from "./accounts/audit/forwarding/forwarder.ts";
import { openAuditForwarders } from "./accounts/audit/forwarding/open.ts";
import { ClientSecrets } from "./accounts/authentication/client-secrets.ts";
import type { HashCost } from "./accounts/credentials/password-hashing.ts";
import type { OAuthDeps } from "./accounts/oauth/deps.ts";
import { OAuthSweep } from "./accounts/oauth/sweep.ts";
import { openAudio } from "./audio/open-audio.ts";
import { type Examine, examineBeside } from "./backup/examine-beside.ts";
import { sweepBackups } from "./backup/leftovers.ts";
import { recognizerEnvironment } from "./config/gpu-environment.ts";
import type { Config, Secrets } from "./config/schema.ts";
import {
  type Administration,
  type AdministrationParts,
  openAdministration,
} from "./context/administration.ts";
import { type Admission, admissionOf } from "./context/admission.ts";
import { openWorkers } from "./context/cluster.ts";
import { type Deliveries, openDeliveries } from "./context/deliveries.ts";
import { createIdentity, type Identity } from "./context/identity.ts";
import { createLibrary, type Library } from "./context/library.ts";
import { type SandboxState, sandboxState } from "./context/sandbox.ts";
import { sharedMemory } from "./context/shared-memory.ts";
import { openTelemetry, type Telemetry } from "./context/telemetry.ts";
import { type ConfigOrigin, startUpkeep, type Upkeep, upkeepOf } from "./context/upkeep.ts";
import { openWatch } from "./context/watch.ts";
import { TextProcesses, textHost } from "./dictation/finishing/text-processes.ts";
import { createLanguageModel } from "./dictation/language-model/language-model.ts";
import { createDictationUseCases, type DictationUseCases } from "./dictation/use-cases.ts";
import type { OpenPool } from "./engine/create-engine.ts";
import type { Engine } from "./engine/engine.ts";
import type { LiveEngine } from "./engine/live.ts";
import { readMachine } from "./engine/machine.ts";
import { OomKills } from "./engine/oom-kills.ts";
import { recordingsAtOnce, sizeEngine } from "./engine/sizing.ts";
import type { SeenWorkers } from "./engine/workers/seen-workers.ts";
import { RunningRequests } from "./http/middleware/shutdown.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import type { Logger } from "./lib/logger.ts";
import { selfCommand } from "./lib/self-command.ts";
import { Invoicing } from "./metering/invoicing.ts";
import { createMeter } from "./metering/meter.ts";
import { SharedCaptions } from "./realtime/captions/shared-captions.ts";
import type { SecretSettings } from "./realtime/handshake.ts";
import { LiveStreams } from "./realtime/live-streams.ts";
import type { InstalledPack } from "./recognition/choose.ts";
import { openSpeechRouter } from "./recognition/open-router.ts";
import { openSpeakers } from "./recognition/open-speakers.ts";
import { fixedSpeech, routedSpeech } from "./recognition/speech.ts";
import { capacityOf } from "./recognition/start-engine.ts";
import { AudioFiles } from "./recordings/audio/audio-files.ts";
import { WatchedClock } from "./store/clock/watched-clock.ts";
import { type DiskSpace, diskSpace } from "./store/data-folder/disk-space.ts";
import { lockDataFolder } from "./store/data-folder/server-lock.ts";
import { DatabaseWatch } from "./store/database/database-watch.ts";
import { blockBriefly, type Db } from "./store/db.ts";
import { databaseError } from "./store/errors.ts";
import { openDatabase } from "./store/open-database.ts";
import { modelChoicesOf } from "./store/recognition/model-choices.ts";
import { requireSecretKey } from "./store/secrets/sealed-secrets.ts";
import { isSpoolFileNeeded } from "./store/transcription/jobs.ts";
import { MemoryFiles } from "./store/uploads/memory-files.ts";
import { MemoryUploads } from "./store/uploads/memory-uploads.ts";
import { isUploadFile } from "./store/uploads/resumable.ts";
import { Spool } from "./store/uploads/spool.ts";
import type { OpenAudio } from "./transcription/deps.ts";
import { FunctionalCheck } from "./transcription/functional-check.ts";
import type { Watch } from "./watch/watch.ts";
import { AuditEvents } from "./work/events/audit-events.ts";
import { EventHub } from "./work/events/hub.ts";
import { EventStreams } from "./work/events/streams.ts";
import { createTurnQueue, type TurnQueue } from "./work/turns.ts";

/** Where the native libraries lie. */
export interface LibraryPaths {
  sherpaAddonPath: string;
  decoderCallsPath: string;
  whisperLibraryPath: string | null;
  sqliteBindingPath: string;
  vadModelPath: string;
}

export interface ContextOptions extends ConfigOrigin {
  config: Config;
  secrets: Secrets;
  logger: Logger;
  libraries: LibraryPaths;
  /** Scheme, host and port, as far as no request says them; no slash at the end. */
  publicUrl: string;
  /** Of the server's own certificate; null if it has none. */
  certificateDaysLeft?: () => number | null;
  /** As `DatabaseWatch` calls it. */
  onRescue?: () => void;
}

/** Parts that tests replace. */
export interface ContextOverrides {
  clock?: Clock;
  engine?: Engine;
  live?: LiveEngine;
  cluster?: SeenWorkers;
  openAudio?: OpenAudio;
  entryOf?: AdministrationParts["entryOf"];
  textProcesses?: TextProcesses;
  openPool?: OpenPool;
  spool?: Spool;
  fetchDocument?: OAuthDeps["fetchDocument"];
  hashCost?: HashCost | undefined;
  examine?: Examine;
}

export interface Context extends Telemetry, Identity, Upkeep, Deliveries, Library, Administration, Admission {
  config: Config;
  logger: Logger;
  clock: Clock;
  version: string;
  publicUrl: string;
  /** Of the server's own certificate; null if it has none. */
  certificateDaysLeft: () => number | null;
  dataDir: string;
  db: Db;
  spool: Spool;
  engine: Engine;
  /** Null if recognition stays on this machine. */
  cluster: SeenWorkers | null;
  /** tiro's codes of the languages that an installed pack recognizes. */
  languages: () => readonly string[];
  /** Those of them that nothing recognizes now, because workers are gone. */
  missingLanguages: () => readonly string[];
  sandbox: SandboxState;
  oomKills: OomKills;
  dictation: DictationUseCases;
  /** Recordings that are dictated now. */
  dictationUploads: MemoryUploads;
  /** Recordings that may not be stored, while they are transcribed. */
  memoryFiles: MemoryFiles;
  functionalCheck: FunctionalCheck;
  /** All packs that recognize speech, here and on workers. */
  recognizers: () => readonly InstalledPack[];
  /** Takes up packs that came and went, and tries again what could not be loaded. */
  reloadPacks: () => void;
  running: RunningRequests;
  assertAdmitted: (accountId: string) => void;
  invoicing: Invoicing;
  oauthSweep: OAuthSweep;
  auditForwarders: readonly AuditForwarder[];
  /** Null if no folder is watched. */
  watch: Watch | null;
  databaseWatch: DatabaseWatch;
  readDisk: () => Promise<DiskSpace>;
  turns: TurnQueue;
  queue: () => { waiting: number; capacity: number };
  stopping: () => boolean;
  /** Starts what is looked after now and then; call it once, when the server serves: no first answer waits for it. */
  startUpkeep: () => void;
  events: EventHub;
  eventStreams: EventStreams;
  clientSecrets: ClientSecrets<SecretSettings>;
  liveStreams: LiveStreams;
  captions: SharedCaptions;
  /** Ends all work that still runs and frees everything. Stored jobs continue at the next start. */
  close(): Promise<void>;
}

/**
 * Opens the data folder, starts the engine (without waiting for it) and takes stored jobs up again.
 * @throws TiroError if the data folder, the database or the model pack cannot be used; nothing stays open then.
 */
export async function createContext(
  options: ContextOptions,
  overrides: ContextOverrides = {},
): Promise<Context> {
  const taken = new AsyncDisposableStack();
  try {
    const parts = await openParts(options, overrides, taken);
    const assembled = assemble(options, parts, taken);
    const deliveries = await openDeliveries(options, assembled, taken);
    const watch = await openWatch(options, assembled, taken);
    const watched = { ...assembled, ...deliveries, watch };
    const opened = { ...watched, ...(await openTelemetry(options, watched, taken)) };
    const context = { ...opened, startUpkeep: () => startUpkeep(opened) };
    // First of all when it ends: listeners would keep the sockets open.
    taken.defer(() => context.eventStreams.close());
    taken.defer(() => context.captions.close());
    taken.defer(() => context.liveStreams.close());
    await context.spool.sweep(
      (name) => isSpoolFileNeeded(context.db, name) || isUploadFile(context.db, name),
    );
    await context.making.start();
    await context.transcription.recover();
    await context.uploads.start();
    sweepBackups(context.dataDir, options.libraries.sqliteBindingPath);
    for (const forwarder of context.auditForwarders) forwarder.start();
    context.outbox?.start();
    context.notices?.start();
    context.watch?.start();
    blockBriefly(context.db);
    return context;
  } catch (error) {
    await taken.disposeAsync();
    throw databaseError(error);
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts; they are closed in reverse. */
async function openParts(options: ContextOptions, overrides: ContextOverrides, taken: AsyncDisposableStack) {
  const { config, libraries, logger } = options;
  const { hashCost } = overrides;
  const sandbox = sandboxState(config.engine.sandbox, logger);
  const dataDir = config.data.dir;
  const nativeBinding = libraries.sqliteBindingPath;
  taken.defer(lockDataFolder(dataDir, nativeBinding));
  const systemsClock = overrides.clock ?? systemClock;
  const keyFile = { secretKeyFile: config.secret.key_file };
  const db = openDatabase({ dataDir, nativeBinding, ...keyFile, logger, clock: systemsClock });
  taken.defer(() => void db.close());
  requireSecretKey(db);
  const clock = new WatchedClock(db, systemsClock);
  const databaseWatch = new DatabaseWatch({ db, clock, nativeBinding, logger, onRescue: options.onRescue });
  taken.defer(() => databaseWatch.close());
  await databaseWatch.start();
  const spool = overrides.spool ?? (await Spool.at(join(dataDir, "spool")));
  const audioFiles = await AudioFiles.at(join(dataDir, "recordings"));
  const oomKills = new OomKills(clock);
  const hostCommand = [...selfCommand(), "engine-host"];
  const hostEnvironment = recognizerEnvironment(config.engine.provider);
  const { version } = packageJson;
  const workers = await openWorkers({ config, logger, db, clock, version }, taken);
  const router = overrides.engine
    ? null
    : openSpeechRouter({
        ...libraries,
        config,
        ...{ hostCommand, hostEnvironment, openPool: overrides.openPool },
        logger,
        clock,
        oomKills,
        cluster: workers,
        choices: modelChoicesOf(db),
        keepsTrying: true,
      });
  const speech = router
    ? routedSpeech(router, dataDir, workers)
    : fixedSpeech(overrides.engine as Engine, dataDir);
  const { engine } = speech;
  taken.defer(() => engine.close());
  router?.watch();
  workers?.onChange(() => router?.lookAgain());
  const speakers = openSpeakers(config, libraries, logger, workers);
  taken.defer(() => speakers.engine.close());
  const decoder = {
    sandbox: config.engine.sandbox,
    ...(config.media.wasm_path && { wasmDir: config.media.wasm_path }),
  };
  const open: OpenAudio = (file, decoding) => openAudio(file, { ...decoding, ...decoder });
  const fetchDocument: OAuthDeps["fetchDocument"] = overrides.fetchDocument ?? fetch;
  const textProcesses = overrides.textProcesses ?? new TextProcesses(textHost(config.engine.sandbox));
  const replaced = {
    openAudio: overrides.openAudio ?? open,
    live: overrides.live ?? speech.live,
    cluster: overrides.cluster ?? workers,
    examine: overrides.examine ?? examineBeside,
    ...{ fetchDocument, textProcesses, entryOf: overrides.entryOf },
  };
  return {
    clock,
    db,
    databaseWatch,
    spool,
    audioFiles,
    hashCost,
    sandbox,
    oomKills,
    ...speech,
    speakers,
    workers,
    ...replaced,
  };
}

function assemble(
  options: ContextOptions,
  parts: Parts,
  taken: AsyncDisposableStack,
): Omit<Context, keyof Telemetry | keyof Deliveries | "watch" | "startUpkeep"> {
  const { config, logger, publicUrl } = options;
  const { clock, db, databaseWatch, spool, engine, modelCost, workers } = parts;
  const capacity = config.transcription.queue_length;
  const sizing = sizeEngine(config.engine, modelCost, readMachine());
  const turnsHere = workers && !config.cluster.local ? 0 : recordingsAtOnce(sizing);
  const turns = () => turnsHere + capacityOf(workers, "recordings");
  const queue = createTurnQueue(turns(), capacity);
  workers?.onChange(() => queue.setTurns(turns()));
  const memoryFiles = new MemoryFiles({
    dir: config.transcription.memory_dir,
    memory: sharedMemory("transcription.memory_upload_mib", config, clock),
  });
  const events = new EventHub(clock);
  const library = createLibrary(options, { ...parts, memoryFiles, queue }, events, taken);
  const { transcription } = library;
  const languageModel = createLanguageModel(config, options.secrets, { clock, logger });
  const dictation = createDictationUseCases({ ...parts, queue, logger, config, languageModel, events });
  taken.defer(() => dictation.close());
  const uses = { dictation, recordings: library.making };
  const listening = openStreams(options, parts, { events, ...uses }, taken);
  const functionalCheck = new FunctionalCheck({ ...parts, queue, logger, config });
  taken.defer(() => functionalCheck.close());
  const invoicing = new Invoicing({ db, clock, logger, config });
  taken.defer(() => invoicing.close());
  const identity = createIdentity(options, parts);
  const auditForwarders = openAuditForwarders(config, { db, clock, logger, version: packageJson.version });
  for (const forwarder of auditForwarders) taken.defer(() => forwarder.close());
  const oauthSweep = new OAuthSweep(identity.oauth);
  taken.defer(() => oauthSweep.close());
  const running = new RunningRequests();
  return {
    config,
    logger,
    clock,
    version: packageJson.version,
    publicUrl,
    certificateDaysLeft: options.certificateDaysLeft ?? (() => null),
    dataDir: config.data.dir,
    db,
    spool,
    engine,
    cluster: parts.cluster,
    languages: parts.languages,
    missingLanguages: parts.missingLanguages,
    sandbox: parts.sandbox,
    oomKills: parts.oomKills,
    ...library,
    dictation,
    dictationUploads: new MemoryUploads(sharedMemory("dictation.upload_memory_mib", config, clock)),
    memoryFiles,
    functionalCheck,
    ...openAdministration({ ...parts, ...library, config, logger, turns: queue, events }, taken),
    invoicing,
    recognizers: parts.recognizers,
    reloadPacks: parts.reloadPacks,
    ...identity,
    ...listening,
    running,
    ...admissionOf(parts, config),
    assertAdmitted: (accountId) => transcription.assertAdmitted(accountId),
    auditForwarders,
    oauthSweep,
    databaseWatch,
    ...upkeepOf(options, parts, taken),
    readDisk: () => diskSpace(config.data.dir),
    turns: queue,
    queue: () => ({ waiting: sum(Object.values(queue.snapshot().waiting)), capacity }),
    stopping: () => running.stopping,
    close: () => taken.disposeAsync(),
  };
}

/** Long-lasting calls: of those who listen to what happens, and of those who are heard while they speak. */
function openStreams(
  { config, logger }: ContextOptions,
  { db, clock, live, languages }: Parts,
  { events, ...uses }: Pick<Context, "events" | "dictation"> & { recordings: Context["making"] },
  taken: AsyncDisposableStack,
): Pick<Context, "events" | "eventStreams" | "liveStreams" | "captions" | "clientSecrets"> {
  const deps = {
    ...{ ...uses, hub: events, live, languages, meter: createMeter(config.billing) },
    ...{ db, clock, logger, config },
    get keyDays() {
      return config.auth.key_days;
    },
  };
  const eventStreams = new EventStreams(deps);
  const liveStreams = new LiveStreams(deps);
  const captions = new SharedCaptions({ ...deps, liveStreams });
  const isHeard = () => eventStreams.size + liveStreams.size > 0;
  const changed = async () => {
    captions.endThoseWhoMayNot();
    await Promise.all([eventStreams.endThoseWhoMayNot(), liveStreams.endThoseWhoMayNot()]);
  };
  const ofAudit = new AuditEvents({ db, logger, events, isHeard, changed });
  taken.defer(() => ofAudit.close());
  ofAudit.start();
  eventStreams.start();
  liveStreams.start();
  captions.start();
  return { events, eventStreams, liveStreams, captions, clientSecrets: new ClientSecrets(clock) };
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
