import { Command } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { firstRun } from "../accounts/onboarding/first-run.ts";
import { exposures } from "../config/exposures.ts";
import { limits } from "../config/limits.ts";
import { listensEverywhere } from "../config/listen.ts";
import { LiveConfig } from "../config/live.ts";
import type { LoadedConfig } from "../config/load.ts";
import { type Context, type ContextOptions, createContext } from "../context.ts";
import type { OperatorError } from "../lib/errors.ts";
import { asText, createLogger, type LogFormat, toStandardError } from "../lib/logger.ts";
import { writeFirstRunFile } from "../store/data-folder/first-run-file.ts";
import { RecentLog } from "../store/data-folder/recent-log.ts";
import { announceServer } from "../store/data-folder/server-lock.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { metricsApplication } from "../telemetry/metrics/door.ts";
import { EXIT } from "./exit-codes.ts";
import { reportFailure, reportFailuresAs } from "./failure.ts";
import { Announcements, logFormat } from "./serve/announcements.ts";
import { requireGuardedSecrets } from "./serve/guarded-secrets.ts";
import { openMetricsSocket } from "./serve/metrics-socket.ts";
import { requireOneDataFolder } from "./serve/one-data-folder.ts";
import { configurationReloader } from "./serve/reload-configuration.ts";
import { ServiceManager, type Watched } from "./serve/service-manager.ts";
import { openSockets, type ServerSockets } from "./serve/sockets.ts";
import { type StopSignal, stopSignals } from "./serve/stop-signals.ts";
import { unpackBundle } from "./support/bundle.ts";
import { siteConfig } from "./support/site-config.ts";

interface ServeFlags {
  data?: string;
  listen?: string;
  config?: string;
}

export function buildCommand(): Command {
  return new Command("serve")
    .description(
      "Starts the server. With an empty data folder, it creates an administrator, a first API key and a one-time set-up link. A terminal shows both; otherwise they are in first-run.txt in the data folder until somebody logs in.",
    )
    .option("--data <dir>", "data folder (default: data.dir of the configuration, or TIRO_DATA)")
    .option("--listen <host:port>", "address to listen on (default: server.listen of the configuration)")
    .option("--config <file>", "configuration file (default: TIRO_CONFIG, or none)")
    .action(serve);
}

async function serve({ data, listen, config: file }: ServeFlags): Promise<void> {
  reportFailuresAs(logFormat("auto"));
  try {
    const read = () => siteConfig({ config: file, data, listen });
    const loaded = read();
    const format = logFormat(loaded.config.log.format);
    reportFailuresAs(format);
    await run(checked(loaded), () => checked(read()), format);
  } catch (error) {
    reportFailure(error);
  }
}

/** @throws what keeps a server from using it. */
function checked(loaded: LoadedConfig): LoadedConfig {
  requireOneDataFolder(loaded);
  requireGuardedSecrets(loaded);
  return loaded;
}

async function run(loaded: LoadedConfig, read: () => LoadedConfig, format: LogFormat): Promise<void> {
  const live = new LiveConfig(loaded);
  const { config, secrets } = live;
  const recentLog = new RecentLog(config.data.dir);
  const write = format === "json" ? toStandardError : (line: string) => toStandardError(asText(line));
  const logger = createLogger(() => config.log.level, recentLog.besides(write));
  const announcements = new Announcements(config.log.format);
  const manager = new ServiceManager(process.env, logger);
  const stopSignal = stopSignals();
  // Files are not read again until the start is over. In a terminal that is closed the signal ends the
  // program, as people expect.
  let reload = async () => {};
  const readsAgain = !process.stdout.isTTY;
  if (readsAgain) process.on("SIGHUP", () => void reload());
  // A port in use is reported before anything else is touched; requests wait until all is there.
  const sockets = await openSockets(config, logger);
  const metricsSocket = await openMetricsSocket(config, sockets);
  const { publicUrl, url, certificateDaysLeft } = sockets;
  const onRescue = () => manager.holdWatchdog();
  const options = {
    ...{ config, secrets, logger, publicUrl, certificateDaysLeft, onRescue },
    ...{ configFile: loaded.file, sources: () => live.sources },
  };
  // Resources of a failed start would hold the process, and the port.
  await using opened = new AsyncDisposableStack();
  opened.defer(async () => void (await Promise.all([sockets.kill(), metricsSocket?.kill()])));
  const context = await openContext(options, format);
  opened.defer(() => context.close());
  await begin(context, announcements);
  // The routes are loaded while the recognizer's process loads the model.
  const { createApp } = await import("../app.ts");
  announceServer(context.dataDir, { publicUrl, listenUrl: url }, readsAgain);
  announcements.listening(context.publicUrl);
  warn(context, sockets, announcements);
  sockets.serve(createApp(context));
  if (context.metrics) metricsSocket?.serve(metricsApplication(context.metrics));
  opened.move();
  logger.info("serving", { url: publicUrl, dataDir: context.dataDir, version: context.version });
  const watched = watchedOf(context);
  manager.ready(watched);
  // After the answers to requests that waited: most of it takes the database for itself.
  setTimeout(context.startUpkeep);
  const reloadConfiguration = configurationReloader({ live, read, dataDir: context.dataDir, logger });
  reload = async () => {
    manager.reloading();
    reloadConfiguration();
    context.reloadPacks();
    await sockets.reload();
    manager.ready(watched);
  };
  const end = await Promise.race([stopSignal, context.databaseWatch.lost]);
  if (typeof end !== "string") return endWithoutDatabase(sockets, context, end);
  logger.info("stopping", { signal: end });
  manager.stopping(config.server.shutdown_grace_seconds * 1000);
  await stop(sockets, context, end);
}

/** Nothing can be stored any more: requests that are cut off now would have failed anyway. */
async function endWithoutDatabase(
  sockets: ServerSockets,
  context: Context,
  error: OperatorError,
): Promise<void> {
  context.logger.error("database_lost", { message: error.message, hint: error.extras.hint });
  await sockets.kill();
  await context.close();
  reportFailure(error);
  process.exit();
}

/** As the service manager sees it. */
function watchedOf({ databaseWatch, engine, publicUrl, queue, stopping }: Context): Watched {
  const status = () => {
    if (stopping()) return "Stopping: requests under way are still answered.";
    if (databaseWatch.health.status === "unavailable") return "The database cannot be used; see the log.";
    const { waiting, capacity } = queue();
    const recognizer = `The recognizer is ${engine.status().state}, ${waiting} of ${capacity} recordings wait.`;
    return `Serving ${publicUrl}. ${recognizer}`;
  };
  return { isHealthy: () => !databaseWatch.needsRestart, status };
}

/**
 * With a CPU the model loads while the server answers already. A GPU that is asked for and not in use ends the start: a
 * server that is many times slower than its operator believes is found out too late.
 */
async function openContext(options: Omit<ContextOptions, "libraries">, format: LogFormat): Promise<Context> {
  const { provider, native_dir: nativeDir } = options.config.engine;
  const { broker, local } = options.config.cluster;
  const dataDir = options.config.data.dir;
  const libraries = prepareNativeLibraries({ dataDir, provider, ...(nativeDir && { nativeDir }) });
  unpackBundle(options.config, format === "json" ? options.logger : null);
  const context = await createContext({ ...options, libraries });
  if (provider === "cpu" || (broker !== undefined && !local)) return context;
  try {
    await context.engine.ready();
  } catch (error) {
    await context.close();
    throw error;
  }
  return context;
}

/** On a first run; before anything else takes time, so that the first backup holds who was made. */
async function begin(context: Context, announcements: Announcements): Promise<void> {
  const { db, clock, config, publicUrl, dataDir } = context;
  const first = await whenWritable(db, () =>
    firstRun({ db, clock, keyPrefixes: config.auth.key_prefixes, keyDays: config.auth.key_days }, publicUrl),
  );
  if (first) announcements.created(first, (text) => writeFirstRunFile(dataDir, text));
}

/** In the log, which is read later, and at once. */
function warn(
  { config, logger, publicUrl }: Context,
  { address }: ServerSockets,
  announcements: Announcements,
): void {
  if (config.server.public_url === undefined && listensEverywhere(address)) {
    const example = `${new URL(publicUrl).protocol}//stt.example.com:${address.port}`;
    const hint = `The server listens on every address of this machine and does not know under which one clients reach it. Set server.public_url to it, such as ${example}. Until then, answers name the IP address that the client used.`;
    logger.warn("public_url_not_set", { url: publicUrl, hint });
  }
  for (const { event, text } of exposures(config)) {
    logger.warn(event, { hint: text });
    announcements.warning(text);
  }
}

/**
 * Health says it first, so that load balancers send nothing more. Then new requests are refused, running ones may finish
 * within the grace time, and everything is closed. SIGINT skips the wait for load balancers.
 */
async function stop(sockets: ServerSockets, context: Context, signal: StopSignal): Promise<void> {
  const { logger, config, running } = context;
  const graceMs = config.server.shutdown_grace_seconds * 1000;
  const drainMs = signal === "SIGINT" ? 0 : Math.min(config.server.drain_seconds * 1000, graceMs);
  running.drain();
  await Bun.sleep(drainMs);
  const closed = sockets.close();
  const [finished] = await Promise.all([running.stop(graceMs - drainMs), context.liveStreams.close()]);
  if (!finished) logger.warn("requests_cut_off", { graceMs });
  await context.close();
  // Requests that were cut off are answered with `shutting_down` before its connection goes.
  await running.stop(limits.lastAnswersMs);
  await sockets.kill();
  await closed;
  logger.info("stopped");
  // Nothing is left to do; a handle that a library keeps must not hold the process.
  process.exit(EXIT.done);
}
