/**
 * Several machines on one: a broker, a server, and workers, each in a process of its own with keys as `tiro cluster` makes
 * them, so that each can be killed, stopped and cut off from the broker.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../src/accounts/credentials/api-keys.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { newCredentials } from "../../src/cluster/credentials.ts";
import { initCluster, makeCluster } from "../../src/cluster/set-up.ts";
import { workerFiles, workerKeysOf } from "../../src/cluster/worker-folder.ts";
import { addWorker } from "../../src/cluster/workers.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { childrenOf } from "../../src/lib/processes.ts";
import { selfCommand } from "../../src/lib/self-command.ts";
import type { Db } from "../../src/store/db.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { isHost } from "../chaos/hosts.ts";
import { startBroker, type TestBroker } from "../support/broker.ts";
import { endsWithUs } from "../support/children.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import type { Json } from "../support/json.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { SlowNetwork } from "./slow-network.ts";

const METRICS_TOKEN = "token-of-the-metrics-of-a-site";
const WITHIN_MS = 120_000;
const STDERR_TAIL_CHARS = 8_000;

export interface SiteOptions {
  workers: number;
  /** `TIRO_…` of the server. */
  settings?: Record<string, string>;
  /** `TIRO_…` of each worker. */
  workerSettings?: Record<string, string>;
  /** Without, workers reach the broker directly. */
  hasNetworks?: boolean;
  /** Where workers reach the broker; this machine's loopback by default. */
  host?: string;
  /** A command before each worker's own, such as one that enters a namespace. */
  prefix?: (worker: string, dataDir: string) => readonly string[];
  /** Everything that the broker carries is written to `traceFile`. */
  isTraced?: boolean;
}

export class WorkerProcess {
  readonly name: string;
  readonly dataDir: string;
  readonly network: SlowNetwork | null;
  readonly #settings: Record<string, string>;
  readonly #prefix: readonly string[];
  #child: Bun.Subprocess<"ignore", "ignore", "pipe"> | null = null;
  #tail = "";

  constructor(
    name: string,
    {
      dataDir,
      settings,
      network,
      prefix,
    }: {
      dataDir: string;
      settings: Record<string, string>;
      network: SlowNetwork | null;
      prefix: readonly string[];
    },
  ) {
    this.name = name;
    this.dataDir = dataDir;
    this.network = network;
    this.#settings = settings;
    this.#prefix = prefix;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** @param program its command line without arguments; this clone's by default. */
  start(program: readonly string[] = selfCommand()): void {
    const child = endsWithUs(
      Bun.spawn([...this.#prefix, ...program, "worker", "--data", this.dataDir], {
        stdio: ["ignore", "ignore", "pipe"],
        env: this.#settings,
      }),
    );
    this.#child = child;
    void this.#follow(child.stderr);
  }

  /** @param signal SIGTERM drains it. */
  async end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    // One that was stopped hears nothing else.
    if (signal === "SIGTERM") child.kill("SIGCONT");
    child.kill(signal);
    await child.exited;
    this.#child = null;
  }

  recognizers(): number[] {
    return childrenOf(this.pid).filter((pid) => isHost(pid, "engine-host"));
  }

  /** Its last log lines, for a failure's message. */
  stderrTail(): string {
    return this.#tail;
  }

  async #follow(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream)
      this.#tail = (this.#tail + decoder.decode(chunk)).slice(-STDERR_TAIL_CHARS);
  }
}

export class ClusterSite implements AsyncDisposable {
  readonly folder = temporaryFolder();
  readonly dataDir = join(this.folder.path, "server");
  readonly traceFile = join(this.folder.path, "broker.log");
  readonly workers: WorkerProcess[] = [];
  /** An API key of a person's. */
  key = "";
  readonly #options: SiteOptions;
  readonly #brokerPort = freePort();
  readonly #kept = new AsyncDisposableStack();
  #server: ServerProcess | null = null;
  #broker: TestBroker | null = null;
  #db: Db | null = null;

  /** Resolves when the server is healthy and every worker ready. */
  static async open(options: SiteOptions): Promise<ClusterSite> {
    const site = new ClusterSite(options);
    try {
      await site.#setUp();
      await site.startBroker();
      await site.startServer();
      for (const worker of site.workers) worker.start();
      await site.untilReady(options.workers);
      await within("the server is not healthy", async () => (await fetch(site.#health)).ok, site.#told);
      return site;
    } catch (error) {
      await site[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(options: SiteOptions) {
    this.#options = options;
  }

  get server(): ServerProcess {
    if (this.#server === null) throw new Error("the server does not run");
    return this.#server;
  }

  get db(): Db {
    if (this.#db === null) throw new Error("there is no database yet");
    return this.#db;
  }

  /** @param program its command line without arguments; this clone's by default. */
  async startServer(program: string[] = selfCommand()): Promise<void> {
    const settings = {
      ...this.#options.settings,
      ...{ TIRO_CLUSTER_BROKER: this.#address(this.#brokerPort), TIRO_METRICS_TOKEN: METRICS_TOKEN },
    };
    this.#server = await startServerProcess({ dataDir: this.dataDir, settings, command: program });
  }

  async startBroker(): Promise<void> {
    if (this.#broker !== null) return this.#broker.start();
    const flags = this.#options.isTraced ? ["-V", "-l", this.traceFile] : [];
    this.#broker = this.#kept.use(await startBroker(join(this.folder.path, "nats.conf"), ...flags));
  }

  async killBroker(): Promise<void> {
    await this.#broker?.kill();
  }

  /** Of the workers: how many are in which state. */
  async states(): Promise<Json> {
    return ((await (await fetch(this.#health)).json()) as Json).checks.workers;
  }

  /** What `/metrics` says. */
  async metrics(): Promise<string> {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    return (await fetch(new URL("/metrics", this.server.url), { headers })).text();
  }

  /** Those that have recordings or live streams. */
  async busyWorkers(): Promise<WorkerProcess[]> {
    const streams = (await this.metrics()).matchAll(/^tiro_worker_streams\{worker="(.+)"\} [1-9]/gm);
    const names = [...streams].map(([, name]) => name);
    return this.workers.filter(({ name }) => names.includes(name));
  }

  async untilReady(count: number): Promise<void> {
    const isSo = async () => (await this.states()).ready >= count;
    await within(`${count} workers are not ready`, isSo, this.#told);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end()));
    await this.#server?.kill();
    this.#db?.close();
    await this.#kept.disposeAsync();
    this.folder[Symbol.dispose]();
  }

  async #setUp(): Promise<void> {
    const { workers, hasNetworks = false } = this.#options;
    mkdirSync(this.dataDir, { recursive: true });
    const db = openDatabase({ dataDir: this.dataDir, nativeBinding: testBinding() });
    this.#db = db;
    const deps = { db, clock: systemClock, actor: TEST_ACTOR };
    const person = addUser(deps, { email: "ada@acme.test", name: "Ada" });
    this.key = createKey({ ...deps, keyPrefixes: ["tiro_"] }, person, { name: "site" }).key;
    const { path } = this.folder;
    const settings = { name: "tiro", broker: this.#address(this.#brokerPort) };
    const write = (text: string) => writeFileSync(join(path, "nats.conf"), text);
    const made = await makeCluster(settings, { folder: path, installedAt: path }, Date.now());
    writeFileSync(join(path, "authority.pem"), made.identity.authority.certificate);
    writeFileSync(join(path, "broker.pem"), made.broker.certificate);
    writeFileSync(join(path, "broker.key"), made.broker.key);
    initCluster(deps, made, { settings, replace: false }, write);
    for (let number = 1; number <= workers; number++) {
      const name = `worker-${number}`;
      const credentials = await newCredentials(made.identity.authority, name, Date.now());
      addWorker(deps, { name, settings, credentials }, write);
      const folder = join(path, name);
      mkdirSync(folder);
      for (const [file, text] of Object.entries(workerFiles(workerKeysOf(made.identity, credentials))))
        writeFileSync(join(folder, file), text, { mode: 0o600 });
      const network = hasNetworks ? this.#kept.use(new SlowNetwork(this.#brokerPort)) : null;
      const port = (await network?.listen()) ?? this.#brokerPort;
      const ofWorker = {
        ...this.#options.workerSettings,
        ...{ TIRO_WORKER_NAME: name, TIRO_WORKER_BROKER: this.#address(port), TIRO_WORKER_FOLDER: folder },
      };
      const dataDir = join(path, `${name}-data`);
      const prefix = this.#options.prefix?.(name, dataDir) ?? [];
      this.workers.push(new WorkerProcess(name, { dataDir, settings: ofWorker, network, prefix }));
    }
  }

  get #health(): URL {
    return new URL("/health", this.server.url);
  }

  readonly #told = () => [this.#server, ...this.workers].map((each) => each?.stderrTail() ?? "").join("\n");

  #address(port: number): string {
    return `tls://${this.#options.host ?? "127.0.0.1"}:${port}`;
  }
}

/** @param told adds details to the failure. */
export async function within(
  what: string,
  holds: () => Promise<boolean>,
  told: () => string = () => "",
): Promise<void> {
  for (let waitedMs = 0; waitedMs < WITHIN_MS; waitedMs += 50) {
    if (await holds()) return;
    await Bun.sleep(50);
  }
  throw new Error(`${what} after ${WITHIN_MS} ms ${told()}`);
}
