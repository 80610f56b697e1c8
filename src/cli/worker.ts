/** `tiro worker`: this machine's recognizers for a server on another one. It has no database, and serves nothing. */
import { Command } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { forbidCoreFiles } from "../../native/sandbox/core-files.ts";
import packageJson from "../../package.json" with { type: "json" };
import { readWorkerKeys } from "../cluster/worker-folder.ts";
import { recognizerEnvironment } from "../config/gpu-environment.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { sandboxState } from "../context/sandbox.ts";
import { deviceName } from "../engine/device.ts";
import { readMachine } from "../engine/machine.ts";
import { OomKills } from "../engine/oom-kills.ts";
import { openBroker } from "../engine/workers/broker.ts";
import { openWorkerAgent, type WorkerAgent } from "../engine/workers/worker-agent.ts";
import { systemClock } from "../lib/clock.ts";
import { OperatorError } from "../lib/errors.ts";
import { asText, createLogger, type Logger, toStandardError } from "../lib/logger.ts";
import { selfCommand } from "../lib/self-command.ts";
import { LentPacks } from "../recognition/lent-packs.ts";
import { EXIT } from "./exit-codes.ts";
import { reportFailure, reportFailuresAs } from "./failure.ts";
import { logFormat } from "./serve/announcements.ts";
import { requireGuardedSecrets } from "./serve/guarded-secrets.ts";
import { ServiceManager } from "./serve/service-manager.ts";
import { stopSignals } from "./serve/stop-signals.ts";
import { unpackBundle } from "./support/bundle.ts";
import { siteConfig } from "./support/site-config.ts";
import { requireHearing } from "./worker/hears.ts";

interface WorkerFlags {
  config?: string;
  data?: string;
}

export function buildCommand(): Command {
  return new Command("worker")
    .description(
      "Recognizes for a server on another machine, over the broker of its cluster. `tiro cluster add` on the server writes the configuration and the keys. SIGTERM lets recordings finish.",
    )
    .option("--config <file>", "configuration file, such as worker.toml (default: TIRO_CONFIG, or none)")
    .option("--data <dir>", "data folder (default: data.dir of the configuration, or TIRO_DATA)")
    .action(work);
}

async function work(flags: WorkerFlags): Promise<void> {
  reportFailuresAs(logFormat("auto"));
  try {
    forbidCoreFiles();
    const loaded = siteConfig(flags);
    requireGuardedSecrets(loaded);
    const { config } = loaded;
    const format = logFormat(config.log.format);
    reportFailuresAs(format);
    const write = format === "json" ? toStandardError : (line: string) => toStandardError(asText(line));
    await run(
      config,
      createLogger(() => config.log.level, write),
    );
  } catch (error) {
    reportFailure(error);
  }
}

async function run(config: Config, logger: Logger): Promise<void> {
  const manager = new ServiceManager(process.env, logger);
  const stopSignal = stopSignals();
  const { packs, agent } = await open(config, logger);
  process.on("SIGHUP", () => void packs.lookAgain({ retry: true }));
  await Promise.race([packs.lookAgain(), stopSignal]);
  const timer = setInterval(() => void packs.lookAgain(), limits.packsLookEveryMs);
  logger.info("working", { worker: config.worker.name, packs: packs.announced().length });
  manager.ready({ isHealthy: () => true, status: () => statusOf(agent, packs) });
  logger.info("stopping", { signal: await stopSignal });
  clearInterval(timer);
  const graceMs = config.server.shutdown_grace_seconds * 1000;
  manager.stopping(graceMs);
  await Promise.race([agent.drain(), Bun.sleep(graceMs)]);
  await agent.close();
  await packs.close();
  logger.info("stopped");
  process.exit(EXIT.done);
}

async function open(config: Config, logger: Logger): Promise<{ packs: LentPacks; agent: WorkerAgent }> {
  const { name, broker: url, folder, cluster } = config.worker;
  if (name === undefined || url === undefined || folder === undefined)
    throw new OperatorError(
      "cluster_missing",
      "This machine is no worker: worker.name, worker.broker and worker.folder are not set.",
      {
        hint: "Add it with tiro cluster add on the server, and start it with the worker.toml that this writes.",
      },
    );
  const keys = readWorkerKeys(folder);
  const { provider, native_dir: nativeDir } = config.engine;
  const libraries = prepareNativeLibraries({
    dataDir: config.data.dir,
    provider,
    ...(nativeDir && { nativeDir }),
  });
  unpackBundle(config, logger);
  sandboxState(config.engine.sandbox, logger);
  const packs = new LentPacks({
    ...libraries,
    ...{ config, logger, clock: systemClock, oomKills: new OomKills(systemClock) },
    hostCommand: [...selfCommand(), "engine-host"],
    hostEnvironment: recognizerEnvironment(provider),
    hears: (engine, recording, signal) => requireHearing(config, engine, recording, signal),
    onChange: () => agent.announce(),
  });
  const { authority: ca, certificate: cert, key, seed, sealingKey, apiPublicKey: apiSealingKey } = keys;
  const broker = await openBroker({ url, tls: { ca, cert, key }, seed, name, logger });
  const agent: WorkerAgent = openWorkerAgent({
    ...{ cluster, name, broker, sealingKey, apiSealingKey, provider, logger },
    version: packageJson.version,
    device: deviceName(provider),
    cores: readMachine().cores,
    capacity: () => packs.capacity(),
    packs: () => packs.announced(),
    openStream: (...stream) => packs.openStream(...stream),
    clock: systemClock,
  });
  return { packs, agent };
}

function statusOf({ status }: WorkerAgent, packs: LentPacks): string {
  const { isLinked, streams, refused } = status;
  if (refused !== null) return `Refused by the server: ${refused}`;
  const link = isLinked ? "The server is connected" : "The server is not there";
  return `${link}; ${packs.announced().length} packs, ${streams} streams.`;
}
