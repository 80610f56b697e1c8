/** Health without a key. It has states and counts only: no path, process or person. */
import { z } from "zod";
import type { Examinations } from "../backup/examinations.ts";
import type { ScheduledBackups } from "../backup/scheduled-backups.ts";
import type { Engine, EngineState } from "../engine/engine.ts";
import { type Clock, toIsoTime } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { hungRecognizers } from "../lib/sandbox.ts";
import type { ScheduledReports } from "../metering/scheduled-reports.ts";
import type { ClockJump } from "../store/clock/watched-clock.ts";
import type { DiskSpace } from "../store/data-folder/disk-space.ts";
import type { DatabaseWatch } from "../store/database/database-watch.ts";
import { type FunctionalCheck, FunctionalHealth, HealthStatus } from "../transcription/functional-check.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf, type Operation } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";
import { type WorkerHealthDeps, WorkersHealth, workersHealth } from "./worker-health.ts";

export interface HealthDeps extends WorkerHealthDeps {
  version: string;
  clock: Clock;
  logger: Logger;
  /** The free space on the disk of the data folder; throws if it cannot be read. */
  readDisk: () => Promise<DiskSpace>;
  engine: Engine;
  /** Whether recognizers and decoders are confined: `on`, `partial` or `off`. */
  sandbox: string;
  oomKills: { readonly count: number };
  functionalCheck: FunctionalCheck;
  databaseWatch: Pick<DatabaseWatch, "health" | "clockJump">;
  examinations: Pick<Examinations, "last">;
  backups: Pick<ScheduledBackups, "health">;
  reports: Pick<ScheduledReports, "health">;
  /** Whole days until the server's own certificate ends, negative once it has; null if it has none. */
  certificateDaysLeft: () => number | null;
  /** Recordings that wait, and how many may. */
  queue: () => { waiting: number; capacity: number };
  /** Whether the server is stopping. */
  stopping: () => boolean;
}

type Status = z.infer<typeof HealthStatus>;

/** The known facts of a part; if looking failed, its status alone. */
const Pack = z.object({
  id: z.string().describe("`id@version`"),
  state: z.string(),
  recordings: z.int().describe("That it works on now."),
  memory_mib: z.int(),
});
const checks = {
  database: z.object({
    status: HealthStatus,
    latency_ms: z.number().optional(),
    may_be_damaged: z
      .literal(true)
      .optional()
      .describe(
        "There where SQLite met damage or a failing disk, until an examination finds the database whole.",
      ),
    examined_at: z.iso.datetime().nullable().describe("When it was last examined page by page."),
  }),
  clock: z.object({
    status: HealthStatus,
    jump_seconds: z
      .int()
      .optional()
      .describe("How far the machine's clock last jumped, until it is confirmed."),
    jumped_at: z.iso.datetime().optional(),
    withheld_seconds: z.int().optional().describe("Not counted in the age of what is stored."),
  }),
  engine: z.object({
    status: HealthStatus,
    state: z.string(),
    provider: z.string().nullable().describe("`cpu` or `cuda`."),
    device: z.string().nullable().describe("The graphics processor's name."),
    processes: z.int(),
    processes_ready: z.int(),
    sandbox: z.string().describe("The confinement of recognizers and decoders: `on`, `partial` or `off`."),
    oom_kills: z
      .int()
      .describe("Processes that the kernel killed for lack of memory since the server started."),
    hung: z
      .int()
      .describe("Recognizers that were replaced since then because they did not get on with what they held."),
  }),
  models: z.object({
    status: HealthStatus,
    loaded: z.string().nullable().describe("The pack for speech of which no language is known."),
    packs: z.array(Pack).optional().describe("All that are in memory now."),
    quarantined: z.array(z.object({ id: z.string() })).optional(),
  }),
  disk: z.object({ status: HealthStatus, free_bytes: z.number().optional() }),
  queue: z.object({ status: HealthStatus, waiting: z.int(), capacity: z.int() }),
};
const backup = z
  .object({
    status: HealthStatus,
    last_at: z.iso.datetime().nullish().describe("When the newest backup was made."),
    last_bytes: z.int().nullish(),
    verified: z.boolean().nullish().describe("Whether it was read again."),
    failure: z
      .string()
      .nullish()
      .describe("Code of what the last attempt failed with, such as `backup_damaged`; null if it succeeded."),
  })
  .optional()
  .describe("There where backups are scheduled.");
const report = z
  .object({
    status: HealthStatus,
    last_month: z.string().nullish().describe("`YYYY-MM` of the newest report that was written."),
    failure: z
      .string()
      .nullish()
      .describe("Why the last attempt failed, such as `folder_missing` or `disk_full`; null if it did not."),
  })
  .optional()
  .describe("There where monthly reports are written into a folder.");
const certificate = z
  .object({ status: HealthStatus, days_left: z.int().describe("Negative once it has ended.") })
  .optional()
  .describe("Present if the server has a certificate of its own.");
const server = z.literal("stopping").optional().describe("There while the server stops.");
type Check<Part extends keyof typeof checks> = z.infer<(typeof checks)[Part]>;

export const Health = z.object({
  status: HealthStatus,
  version: z.string(),
  uptime_seconds: z.number(),
  checks: z.object({ ...checks, workers: WorkersHealth, backup, report, certificate, server }),
});

const OPERATION = {
  id: "getHealth",
  tags: ["Health"],
  summary: "Whether the server can take requests",
  answers: { 200: jsonOf("Working.", Health), 503: jsonOf("Not working.", Health) },
} as const satisfies Operation;
const FUNCTIONAL_OPERATION = {
  id: "getFunctionalHealth",
  tags: ["Health"],
  summary: "Whether recorded speech was recognized within the last three minutes",
  answers: { 200: jsonOf("Working.", FunctionalHealth), 503: jsonOf("Not working.", FunctionalHealth) },
} as const satisfies Operation;

export function healthRoutes(deps: HealthDeps): PublicRoute[] {
  const startedMs = deps.clock.monotonic();
  const common = { method: "GET", family: "product", access: "public" } as const;
  // Two paths are two operations: generated clients need a name for each.
  const named = (operation: Operation, suffix: string) => ({ ...operation, id: operation.id + suffix });
  return [
    { prefix: "", suffix: "" },
    { prefix: "/v1", suffix: "V1" },
  ].flatMap(({ prefix, suffix }) => [
    {
      ...common,
      path: `${prefix}/health`,
      operation: named(OPERATION, suffix),
      handle: () => health(deps, startedMs),
    },
    {
      ...common,
      path: `${prefix}/health/functional`,
      operation: named(FUNCTIONAL_OPERATION, suffix),
      handle: () => functionalHealth(deps),
    },
  ]);
}

async function health(deps: HealthDeps, startedMs: number): Promise<Response> {
  const { status, checks } = await healthNow(deps);
  const body: z.infer<typeof Health> = {
    status,
    version: deps.version,
    uptime_seconds: Math.floor((deps.clock.monotonic() - startedMs) / 1000),
    checks,
  };
  return jsonAnswer(statusCode(status), body);
}

async function healthNow(deps: HealthDeps): Promise<Pick<z.infer<typeof Health>, "status" | "checks">> {
  const checks = {
    database: databaseCheck(deps),
    clock: clockCheck(deps.databaseWatch.clockJump),
    engine: engineCheck(deps),
    models: modelsCheck(deps.engine),
    disk: await diskCheck(deps),
    queue: queueCheck(deps.queue()),
  };
  const workers = workersHealth(deps);
  const backup = backupCheck(deps);
  const report = reportCheck(deps);
  const certificate = certificateCheck(deps.certificateDaysLeft());
  const stopping = deps.stopping();
  const found = [
    ...Object.values(checks),
    ...(workers ? [workers] : []),
    ...(backup ? [backup] : []),
    ...(report ? [report] : []),
    ...(certificate ? [certificate] : []),
  ];
  return {
    status: stopping ? "unavailable" : worst(found),
    checks: {
      ...checks,
      ...(workers && { workers }),
      ...(backup && { backup }),
      ...(report && { report }),
      ...(certificate && { certificate }),
      ...(stopping && { server: "stopping" }),
    },
  };
}

/** The impaired parts, by their names in the answer; `recognition` is what the functional check says, once it has run. */
export async function impairedParts(deps: HealthDeps): Promise<ReadonlyMap<string, Exclude<Status, "ok">>> {
  const { checks } = await healthNow(deps);
  const { status, last_run_at: lastRunAt } = deps.functionalCheck.health();
  const states: [name: string, status: Status][] = [
    ...Object.entries(checks).flatMap(([name, check]): [string, Status][] =>
      typeof check === "object" ? [[name, check.status]] : [],
    ),
    ["recognition", lastRunAt === null ? "ok" : status],
  ];
  return new Map(
    states.flatMap(([name, status]) => (status === "ok" ? [] : [[name, status]])) as [
      string,
      Exclude<Status, "ok">,
    ][],
  );
}

function functionalHealth({ functionalCheck }: HealthDeps): Response {
  const report = functionalCheck.health();
  return jsonAnswer(statusCode(report.status), report);
}

function databaseCheck({ databaseWatch, examinations }: HealthDeps): Check<"database"> {
  const { status, latencyMs, mayBeDamaged } = databaseWatch.health;
  const { last } = examinations;
  return {
    status,
    ...(latencyMs !== undefined && { latency_ms: Math.round(latencyMs * 1000) / 1000 }),
    ...(mayBeDamaged && { may_be_damaged: true }),
    examined_at: last === null ? null : toIsoTime(last.at),
  };
}

/** Nothing is wrong with the server, but somebody should look. */
function clockCheck(jump: ClockJump | null): Check<"clock"> {
  if (jump === null) return { status: "ok" };
  const { jumpMs, jumpedAt, withheldMs } = jump;
  return {
    status: "degraded",
    jump_seconds: Math.round(jumpMs / 1000),
    jumped_at: toIsoTime(jumpedAt),
    withheld_seconds: Math.round(withheldMs / 1000),
  };
}

/** The operator reads the reason in the log; callers learn only that it failed. */
function failed(logger: Logger, check: string, error: unknown): { status: Status } {
  logger.error("health_check_failed", { check, cause: String(error) });
  return { status: "unavailable" };
}

/** Hosts come and go with the work: one that only starts is no fault. */
function engineCheck({ engine, sandbox, oomKills }: HealthDeps): Check<"engine"> {
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
    oom_kills: oomKills.count,
    hung: hungRecognizers.value,
  };
}

/** `loaded` is the pack for speech of which no language is known; `packs` are all that are in memory now. */
function modelsCheck(engine: Engine): Check<"models"> {
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

async function diskCheck({ readDisk, logger }: HealthDeps): Promise<Check<"disk">> {
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

/** Null if none are scheduled. Requests are served as well as ever, but somebody should look. */
function backupCheck({ backups, logger }: HealthDeps): z.infer<typeof backup> | null {
  try {
    const { health } = backups;
    if (health === null) return null;
    const { last, isOverdue, failure } = health;
    return {
      status: isOverdue || failure !== null ? "degraded" : "ok",
      last_at: last ? toIsoTime(last.at) : null,
      last_bytes: last?.bytes ?? null,
      verified: last?.verified ?? null,
      failure,
    };
  } catch (error) {
    return failed(logger, "backup", error);
  }
}

/** The same for reports. */
function reportCheck({ reports, logger }: HealthDeps): z.infer<typeof report> | null {
  try {
    const { health } = reports;
    if (health === null) return null;
    const { lastMonth, failure } = health;
    return { status: failure === null ? "ok" : "degraded", last_month: lastMonth, failure };
  } catch (error) {
    return failed(logger, "report", error);
  }
}

/** Null if the server has none. Browsers and clients refuse one that has ended; the server itself continues. */
function certificateCheck(daysLeft: number | null): z.infer<typeof certificate> | null {
  return daysLeft === null ? null : { status: daysLeft < 0 ? "degraded" : "ok", days_left: daysLeft };
}

function queueCheck({ waiting, capacity }: { waiting: number; capacity: number }): Check<"queue"> {
  return { status: waiting < capacity ? "ok" : "degraded", waiting, capacity };
}

function worst(checks: { status: Status }[]): Status {
  if (checks.some(({ status }) => status === "unavailable")) return "unavailable";
  return checks.some(({ status }) => status === "degraded") ? "degraded" : "ok";
}

function statusCode(status: Status): number {
  return status === "unavailable" ? 503 : 200;
}
