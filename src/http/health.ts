/** Health without a key. It tells states and counts only: no path, process or person. */
import type { Engine, EngineState } from "../engine/engine.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { DiskSpace } from "../store/disk-space.ts";
import type { FunctionalCheck } from "../transcription/functional-check.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { PublicRoute } from "../web/route.ts";

export interface HealthDeps {
  version: string;
  clock: Clock;
  logger: Logger;
  /** What the disk of the data folder has left; throws where it cannot be read. */
  readDisk: () => Promise<DiskSpace>;
  engine: Engine;
  /** Whether recognizers and decoders are confined: `on`, `partial` or `off`. */
  sandbox: string;
  functionalCheck: FunctionalCheck;
  /** Reads the database. @throws where that fails. */
  checkDatabase: () => void;
  /** Recordings that wait, and how many may. */
  queue: () => { waiting: number; capacity: number };
  /** Whether the server is stopping. */
  stopping: () => boolean;
}

type Status = "ok" | "degraded" | "unavailable";
type Value = string | number | null;
type Check = { status: Status } & Record<string, Value | Record<string, Value>[]>;

export function healthRoutes(deps: HealthDeps): PublicRoute[] {
  const startedMs = deps.clock.monotonic();
  const common = { method: "GET", family: "product", access: "public" } as const;
  return ["", "/v1"].flatMap((prefix) => [
    { ...common, path: `${prefix}/health`, handle: () => health(deps, startedMs) },
    { ...common, path: `${prefix}/health/functional`, handle: () => functionalHealth(deps) },
  ]);
}

async function health(deps: HealthDeps, startedMs: number): Promise<Response> {
  const checks: Record<string, Check> = {
    database: databaseCheck(deps),
    engine: engineCheck(deps),
    models: modelsCheck(deps.engine),
    disk: await diskCheck(deps),
    queue: queueCheck(deps.queue()),
  };
  const status = deps.stopping() ? "unavailable" : worst(Object.values(checks));
  return jsonAnswer(statusCode(status), {
    status,
    version: deps.version,
    uptime_seconds: Math.floor((deps.clock.monotonic() - startedMs) / 1000),
    checks,
  });
}

function functionalHealth({ functionalCheck }: HealthDeps): Response {
  const report = functionalCheck.health();
  return jsonAnswer(statusCode(report.status), report);
}

function databaseCheck({ checkDatabase, clock, logger }: HealthDeps): Check {
  const startedMs = clock.monotonic();
  try {
    checkDatabase();
  } catch (error) {
    return failed(logger, "database", error);
  }
  return { status: "ok", latency_ms: Math.round((clock.monotonic() - startedMs) * 1000) / 1000 };
}

/** The operator reads the reason in the log; callers learn only that it failed. */
function failed(logger: Logger, check: string, error: unknown): Check {
  logger.error("health_check_failed", { check, cause: String(error) });
  return { status: "unavailable" };
}

/** Hosts come and go with the work: one that only starts is no fault. */
function engineCheck({ engine, sandbox }: HealthDeps): Check {
  const { state, provider, device, processes } = engine.status();
  const count = (...states: EngineState[]) => processes.filter((host) => states.includes(host.state)).length;
  const impaired = count("restarting", "failed") > 0;
  const status = state !== "ready" ? "unavailable" : impaired ? "degraded" : "ok";
  return {
    status,
    state,
    provider,
    device,
    processes: processes.length,
    processes_ready: count("ready"),
    sandbox,
  };
}

/** `loaded` is the pack for speech of which no language is known; `packs` are all that are in memory now. */
function modelsCheck(engine: Engine): Check {
  const { modelId, state, packs } = engine.status();
  const gone: EngineState[] = ["failed", "stopped"];
  if (modelId === null || gone.includes(state)) return { status: "unavailable", loaded: modelId };
  const loaded = packs?.loaded.map(({ id, state, recordings, memoryBytes }) => ({
    id,
    state,
    recordings,
    memory_mib: Math.round(memoryBytes / 1024 / 1024),
  }));
  const quarantined = packs?.quarantined.map(({ id }) => ({ id })) ?? [];
  const status = quarantined.length > 0 ? "degraded" : "ok";
  return { status, loaded: modelId, packs: loaded ?? [], quarantined };
}

async function diskCheck({ readDisk, logger }: HealthDeps): Promise<Check> {
  try {
    const { freeBytes, state } = await readDisk();
    return { status: DISK_STATUS[state], free_bytes: freeBytes };
  } catch (error) {
    return failed(logger, "disk", error);
  }
}

const DISK_STATUS = { ok: "ok", low: "degraded", full: "unavailable" } as const satisfies Record<
  DiskSpace["state"],
  Status
>;

function queueCheck({ waiting, capacity }: { waiting: number; capacity: number }): Check {
  return { status: waiting < capacity ? "ok" : "degraded", waiting, capacity };
}

function worst(checks: Check[]): Status {
  if (checks.some(({ status }) => status === "unavailable")) return "unavailable";
  return checks.some(({ status }) => status === "degraded") ? "degraded" : "ok";
}

function statusCode(status: Status): number {
  return status === "unavailable" ? 503 : 200;
}
