/** The other hosts that recognize: how each of them is, and which take no more work. */
import { z } from "zod";
import { drainWorker, resumeWorker } from "../../cluster/workers.ts";
import { limits } from "../../config/limits.ts";
import type { SeenWorkers } from "../../engine/workers/seen-workers.ts";
import type { WorkerView } from "../../engine/workers/views.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime, text } from "../../lib/wire.ts";
import type { RecognitionView } from "../../transcription/recognition-view.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const AdministeredWorker = z.object({
  name: z.string(),
  state: z
    .enum(["unseen", "ready", "draining", "lost", "refused"])
    .describe(
      "`unseen`: it was added and has not come yet. `lost`: it has stopped reporting. `refused`: it came and is not used, as `problem` says.",
    ),
  problem: z.string().nullable().describe("Why it is refused, or what it lacks."),
  version: z.string().nullable().describe("Of tiro on it; null until it has come."),
  provider: z.enum(["cpu", "cuda"]).nullable(),
  device: z.string().nullable().describe("The graphics processor's name."),
  cores: z.int().nullable(),
  capacity: z.object({
    recordings: z.int().describe("That it works on at once."),
    live: z.int().describe("Live streams that it holds at once."),
  }),
  streams: z.int().describe("That it works on now."),
  last_seen_at: isoTime.nullable(),
  clock_skew_seconds: z.number().nullable().describe("How far its clock is ahead of the server's."),
  packs: z.array(z.object({ id: z.string().describe("`id@version`.") })).describe("That it announces."),
});

export const AdministeredWorkers = z.object({
  object: z.literal("administered_workers"),
  at: isoTime,
  configured: z.boolean().describe("Whether recognition runs on other hosts, too (`[cluster]`)."),
  broker_connected: z
    .boolean()
    .nullable()
    .describe("Whether the server reaches the broker; null without one."),
  broker_problem: z.string().nullable().describe("Why the broker cannot be used."),
  data: z.array(AdministeredWorker).describe("In the order of their names."),
});

export interface WorkerRouteDeps extends PersonDeps {
  /** Null without a `[cluster]`. */
  cluster: Pick<SeenWorkers, "broker"> | null;
  recognitionView: RecognitionView;
}

const path = { worker: text(1, limits.workerNameChars) };

export function workerRoutes(deps: WorkerRouteDeps): PersonRoute[] {
  const answers = { 200: jsonOf("Now.", AdministeredWorkers) };
  const change =
    (act: typeof drainWorker) =>
    async (exchange: PersonExchange): Promise<Response> => {
      await changing(deps, exchange, (changes) => act(changes, exchange.params.worker ?? ""));
      return jsonAnswer(200, workersBody(deps, { fresh: true }));
    };
  return [
    administrationRoute(deps, "recognition.read", "GET /workers", {
      id: "listWorkers",
      summary: "The other hosts that recognize",
      description: "The event `recognition` reports changes, once a second at most.",
      answers,
      handle: () => jsonAnswer(200, workersBody(deps)),
    }),
    administrationRoute(deps, "recognition.change", "POST /workers/:worker/drain", {
      id: "drainWorker",
      summary: "Have a worker finish what it works on and take no more",
      parts: path,
      answers,
      errors: ["worker_not_found"],
      handle: change(drainWorker),
    }),
    administrationRoute(deps, "recognition.change", "POST /workers/:worker/resume", {
      id: "resumeWorker",
      summary: "Give work to a drained worker again",
      parts: path,
      answers,
      errors: ["worker_not_found"],
      handle: change(resumeWorker),
    }),
  ];
}

function workersBody(
  { cluster, recognitionView }: WorkerRouteDeps,
  { fresh = false } = {},
): z.infer<typeof AdministeredWorkers> {
  const { at, workers } = recognitionView.look({ fresh });
  const sorted = [...(workers ?? [])].sort((one, other) => one.name.localeCompare(other.name, "en"));
  return {
    object: "administered_workers",
    at: toIsoTime(at),
    configured: cluster !== null,
    broker_connected: cluster?.broker.isConnected ?? null,
    broker_problem: cluster?.broker.problem ?? null,
    data: sorted.map((worker) => workerBody(worker, at)),
  };
}

function workerBody(
  { lastSeenMs, skewSeconds, capacity: { recordings, live }, packs, ...worker }: WorkerView,
  at: number,
): z.infer<typeof AdministeredWorker> {
  const { name, state, problem, version, provider, device, cores, streams } = worker;
  return {
    ...{ name, state, problem, version, provider, device, cores, streams },
    capacity: { recordings, live },
    last_seen_at: lastSeenMs === null ? null : toIsoTime(at - lastSeenMs),
    clock_skew_seconds: skewSeconds === null ? null : Math.round(skewSeconds * 10) / 10,
    packs: packs.map(({ id }) => ({ id })),
  };
}
