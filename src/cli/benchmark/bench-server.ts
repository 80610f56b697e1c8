/** A server of its own for measuring: the site's models and engine on a fresh data folder, which goes with it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../accounts/credentials/api-keys.ts";
import { addUser } from "../../accounts/people/users.ts";
import { explainConfig } from "../../config/explain.ts";
import { limits } from "../../config/limits.ts";
import type { LoadedConfig } from "../../config/load.ts";
import { tomlValue } from "../../config/toml.ts";
import { systemClock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { selfCommand } from "../../lib/self-command.ts";
import { withAccounts } from "../support/accounts.ts";
import { unpackFolder } from "../support/recognizer.ts";
import { serverOfFolder } from "../support/running-server.ts";

export interface BenchServer {
  url: string;
  pid: number;
  /** Of different people, so that each has the turns of their own that people have. */
  keys: readonly string[];
  stop(): Promise<void>;
}

/** Sections of a site's configuration that affect speed. */
const CARRIED_SECTIONS = ["models", "engine", "media", "dictation", "transcription"];

/** @throws TiroError if the server does not start, with the last of what it said. */
export async function startBenchServer(
  loaded: Pick<LoadedConfig, "config" | "sources">,
  people: number,
  pack?: string,
): Promise<BenchServer> {
  const parent = unpackFolder(loaded.config);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, "benchmark-"));
  const flags = { data: join(folder, "data"), config: join(folder, "tiro.toml") };
  const removed = new DisposableStack();
  removed.defer(() => rmSync(folder, { recursive: true, force: true }));
  try {
    writeFileSync(flags.config, configFile(loaded, pack), { mode: 0o600 });
    const keys = makePeople(flags, people);
    const child = Bun.spawn(
      [...selfCommand(), "serve", "--data", flags.data, "--config", flags.config, "--listen", "127.0.0.1:0"],
      { stdio: ["ignore", "ignore", "pipe"], env: withoutSettings(process.env) },
    );
    const said = new Response(child.stderr).text();
    const stop = async () => {
      child.kill("SIGINT");
      await child.exited;
      removed.dispose();
    };
    try {
      return { url: await untilItWorks(flags.data, child), pid: child.pid, keys, stop };
    } catch (error) {
      child.kill("SIGKILL");
      const hint = (await said).trim().split("\n").at(-1);
      throw hint
        ? new TiroError("engine_unavailable", "The server to measure did not start.", { hint, cause: error })
        : error;
    }
  } catch (error) {
    removed.dispose();
    throw error;
  }
}

/** The packs are the site's; measuring is never refused. */
function configFile(loaded: Pick<LoadedConfig, "config" | "sources">, pack: string | undefined): string {
  const { data, models } = loaded.config;
  const carried = explainConfig(loaded)
    .filter(({ setting, value }) => value !== null && CARRIED_SECTIONS.includes(setting.split(".")[0] ?? ""))
    .map(({ setting, value }) => [setting, value] as const);
  const settings = new Map<string, unknown>([
    ...carried,
    ["models.dir", models.dir ?? join(data.dir, "models")],
    ...(pack === undefined ? [] : [["models.pack", pack] as const]),
    ["server.drain_seconds", 0],
    ["limits.requests_per_minute", limits.requestsPerMinute],
    ["limits.concurrent_audio", limits.concurrentAudio],
    ["log.level", "error"],
  ]);
  return [...settings].map(([setting, value]) => `${setting} = ${tomlValue(value)}\n`).join("");
}

/** The site's variables are in the file already, and must not be settings twice. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("TIRO_")));
}

function makePeople(flags: { data: string; config: string }, people: number): string[] {
  const make = (accounts: Parameters<typeof createKey>[0]) =>
    Array.from({ length: people }, (_, index) => {
      const name = `Person ${index + 1}`;
      const person = addUser(accounts, {
        email: `person${index + 1}@benchmark.invalid`,
        name,
        plan: "enterprise",
      });
      return createKey(accounts, person, { name: "benchmark" }).key;
    });
  return withAccounts(flags, make, true);
}

/** @returns its address. */
async function untilItWorks(dataDir: string, child: { exitCode: number | null }): Promise<string> {
  const deadline = systemClock.monotonic() + limits.benchmarkStartMs;
  while (child.exitCode === null && systemClock.monotonic() < deadline) {
    const url = serverOfFolder(dataDir)?.listenUrl;
    if (url !== undefined && (await fetch(`${url}/health`)).ok) return url;
    await Bun.sleep(limits.benchmarkLookEveryMs);
  }
  throw new TiroError("engine_unavailable", "The server to measure did not start.", {
    hint: "tiro doctor says what keeps it from working.",
  });
}
