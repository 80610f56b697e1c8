/** The queue and the recognizers, live: ids, accounts, lengths and states; nothing of what was said. */

import { z } from "zod";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import type { Config } from "../../config/schema.ts";
import type { GpuMemory, GpuMemoryUse } from "../../engine/gpu-memory.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { packBudgetBytes } from "../../recognition/default-recognizer.ts";
import { transact } from "../../store/database/write-lock.ts";
import { type FunctionalCheck, FunctionalHealth } from "../../transcription/functional-check.ts";
import type { RecognitionSnapshot, RecognitionView } from "../../transcription/recognition-view.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const lane = z.object({
  waiting: z.int(),
  oldest_wait_seconds: z.number().describe("For how long the first one waits; 0 if none does."),
});

export const AdministeredRecognition = z.object({
  object: z.literal("administered_recognition"),
  at: isoTime,
  queue: z.object({
    running: z.int().describe("Recordings that have a turn at the recognizer."),
    dictation: lane,
    short: lane.describe("Calls with a short recording."),
    sync: lane.describe("Other calls."),
    job: lane.describe("Stored jobs."),
  }),
  jobs: z.object({
    count: z.int().describe("Unfinished ones of everybody."),
    oldest: z.array(
      z.object({
        id: idOf("req"),
        account_id: z.string(),
        account_name: z.string().nullable().describe("Null of an account that was deleted."),
        created_at: isoTime,
        failed_tries: z.int(),
        done_seconds: z.number().nullable().describe("Null while it waits."),
        total_seconds: z.number().nullable().describe("Null while it waits, or if the file does not say."),
      }),
    ),
  }),
  engine: z.object({
    state: z.string(),
    problem: z.string().nullable(),
    provider: z.enum(["cpu", "cuda"]),
    device: z.string().nullable().describe("The graphics processor's name."),
    gpu_memory: z
      .object({ used_bytes: z.int(), total_bytes: z.int() })
      .nullable()
      .describe(
        "Of the first GPU, by all programs. Null on a CPU, and if the driver's `nvidia-smi` does not say.",
      ),
    memory_bytes: z.int().describe("That all recognizers take."),
    memory_budget_bytes: z.int().describe("That they may take (`models.memory_mib`)."),
    processes: z.array(
      z.object({
        pid: z.int().nullable(),
        lane: z.string(),
        state: z.string(),
        restarts: z.int(),
        memory_bytes: z.int().nullable(),
      }),
    ),
    packs: z.array(
      z.object({ id: z.string(), state: z.string(), recordings: z.int(), memory_bytes: z.int() }),
    ),
    quarantined: z
      .array(z.object({ id: z.string(), problem: z.string() }))
      .describe("Packs that could not be loaded and are not used until somebody tries again."),
  }),
  check: FunctionalHealth.omit({ expected_text: true, text: true }).describe(
    "As `/health/functional` has it.",
  ),
});

export interface RecognitionDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "models">;
  recognitionView: RecognitionView;
  functionalCheck: FunctionalCheck;
  gpuMemory: GpuMemory;
  reloadPacks: () => void;
}

export function recognitionRoutes(deps: RecognitionDeps): PersonRoute[] {
  const { db, recognitionView, functionalCheck, reloadPacks } = deps;
  const answers = { 200: jsonOf("Now.", AdministeredRecognition) };
  return [
    administrationRoute(deps, "recognition.read", "GET /recognition", {
      id: "getAdministeredRecognition",
      summary: "Work that waits for recognition, and the processes that recognize",
      description: "The event `recognition` reports changes, once a second at most.",
      answers,
      handle: async () => jsonAnswer(200, await recognitionBody(deps, recognitionView.look())),
    }),
    administrationRoute(deps, "recognition.change", "POST /recognition/check", {
      id: "checkRecognition",
      summary: "Have recorded speech recognized now",
      description: "As the server does every minute. The answer comes once it is done.",
      answers,
      handle: async (exchange) => {
        const changes = changesOf(deps, exchange);
        await transact(db, () => recordAudit(changes, "recognition.checked", "server", {}));
        await functionalCheck.runOnce();
        return jsonAnswer(200, await recognitionBody(deps, recognitionView.look({ fresh: true })));
      },
    }),
    administrationRoute(deps, "recognition.change", "POST /recognition/retry", {
      id: "retryPacks",
      summary: "Try again to load packs that were set aside",
      answers,
      handle: async (exchange) => {
        const changes = changesOf(deps, exchange);
        await transact(db, () => recordAudit(changes, "recognition.packs_retried", "server", {}));
        reloadPacks();
        return jsonAnswer(200, await recognitionBody(deps, recognitionView.look({ fresh: true })));
      },
    }),
  ];
}

async function recognitionBody(
  { config, functionalCheck, gpuMemory }: RecognitionDeps,
  { at, lanes, running, jobCount, jobs, engine }: RecognitionSnapshot,
): Promise<z.infer<typeof AdministeredRecognition>> {
  const { dictation, short, sync, job } = lanes;
  const laneBody = ({ waiting, oldestWaitMs }: typeof dictation) => ({
    waiting,
    oldest_wait_seconds: Math.round(oldestWaitMs / 1000),
  });
  const { expected_text: _, text: __, ...check } = functionalCheck.health();
  return {
    object: "administered_recognition",
    at: toIsoTime(at),
    queue: {
      running,
      dictation: laneBody(dictation),
      short: laneBody(short),
      sync: laneBody(sync),
      job: laneBody(job),
    },
    jobs: {
      count: jobCount,
      oldest: jobs.map((each) => ({
        ...wireForm(each, "id", "accountId", "accountName", "createdAt"),
        failed_tries: each.attempts,
        done_seconds: each.progress?.doneSeconds ?? null,
        total_seconds: each.progress?.totalSeconds ?? null,
      })),
    },
    engine: engineBody(engine, packBudgetBytes(config.models), await gpuMemory.read()),
    check,
  };
}

function engineBody(
  { state, problem, provider, device, processes, packs }: RecognitionSnapshot["engine"],
  budgetBytes: number,
  gpu: GpuMemoryUse | null,
): z.infer<typeof AdministeredRecognition>["engine"] {
  const { loaded = [], quarantined = [] } = packs ?? {};
  return {
    ...{ state, problem, provider, device },
    gpu_memory: gpu && { used_bytes: gpu.usedBytes, total_bytes: gpu.totalBytes },
    memory_bytes: processes.reduce((sum, { rssBytes }) => sum + (rssBytes ?? 0), 0),
    memory_budget_bytes: Math.round(budgetBytes),
    processes: processes.map(({ rssBytes, ...process }) => ({ ...process, memory_bytes: rssBytes })),
    packs: loaded.map(({ memoryBytes, checks: _, ...pack }) => ({
      ...pack,
      memory_bytes: Math.round(memoryBytes),
    })),
    quarantined,
  };
}
