/** A whole cluster on loopback: Debian's nats-server, `tiro serve` and `tiro worker` as people run them. */
import { join } from "node:path";
import { selfCommand } from "../../src/lib/self-command.ts";
import { startBroker, type TestBroker } from "./broker.ts";
import { temporaryFolder } from "./database.ts";
import { freePort } from "./free-port.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

type Settings = Record<string, string>;

export interface WorkerProcess {
  pid: number;
  kill(): Promise<void>;
  /** Asks it to stop; resolves with its exit status. */
  stop(): Promise<number>;
  /** What it logged, as one text. */
  log(): string;
}

export interface ClusterSite extends AsyncDisposable {
  folder: string;
  /** As `cluster.broker`. */
  brokerUrl: string;
  natsConf: string;
  broker: TestBroker;
  /** `tiro cluster …` beside the server. @returns what it prints. */
  cluster(...args: string[]): string;
  /** What it can be started with is what people have there. */
  startServer(settings?: Settings): Promise<ServerProcess>;
  startWorker(name: string, settings?: Settings): WorkerProcess;
}

/** @param workers added before anything is started. */
export async function startClusterSite(workers: readonly string[]): Promise<ClusterSite> {
  const temporary = temporaryFolder();
  const folder = temporary.path;
  const brokerUrl = `tls://127.0.0.1:${freePort()}`;
  const dataDir = join(folder, "data");
  const own: Settings = { PATH: process.env.PATH ?? "", TIRO_CLUSTER_BROKER: brokerUrl };
  const cluster = (...args: string[]) => {
    const command = [...selfCommand(), "cluster", ...args, "--data", dataDir];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: own });
    if (exitCode !== 0) throw new Error(`tiro cluster ${args.join(" ")}: ${stderr}`);
    return stdout.toString();
  };
  const written = (name: string, ...args: string[]) => {
    const out = join(folder, name);
    cluster(...args, "--out", out, "--at", out);
    return out;
  };
  const brokerFiles = written("broker", "init");
  for (const name of workers) written(name, "add", name);
  const natsConf = join(brokerFiles, "nats.conf");
  const broker = await startBroker(natsConf);
  const processes = new Set<{ kill(): Promise<void> }>();
  return {
    ...{ folder, brokerUrl, natsConf, broker, cluster },
    startServer: async (settings = {}) => {
      const server = await startServerProcess({ dataDir, settings: { ...own, ...settings } });
      processes.add(server);
      return server;
    },
    startWorker: (name, settings = {}) => {
      const worker = startWorkerProcess(join(folder, name, "worker.toml"), join(folder, `${name}-data`), {
        ...{ PATH: own.PATH as string },
        ...settings,
      });
      processes.add(worker);
      return worker;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...processes].map((each) => each.kill()));
      await broker[Symbol.asyncDispose]();
      temporary[Symbol.dispose]();
    },
  };
}

function startWorkerProcess(configFile: string, dataDir: string, env: Settings): WorkerProcess {
  const command = [...selfCommand(), "worker", "--config", configFile, "--data", dataDir];
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"], env });
  let log = "";
  const read = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) log += decoder.decode(chunk);
  })();
  const ended = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    await child.exited;
    await read;
    return child.exitCode ?? 1;
  };
  return {
    pid: child.pid,
    kill: async () => void (await ended("SIGKILL")),
    stop: () => ended("SIGTERM"),
    log: () => log,
  };
}
