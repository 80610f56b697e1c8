import { z } from "zod";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { idOf, pageLimit } from "../lib/wire.ts";
import type { JobListRequest } from "../transcription/jobs.ts";
import { jsonAnswer, storedAnswer } from "../web/answers.ts";
import { jsonOf, type Operation, REPLAYED } from "../web/operation.ts";
import { creationFilterFields } from "../web/person-input.ts";
import { readQuery } from "../web/query.ts";
import type { AuthenticatedExchange, KeyRoute } from "../web/route.ts";
import { TranscriptionJob, TranscriptionJobList } from "../work/request.ts";
import {
  receiveTranscription,
  TRANSCRIPTION_BODY,
  TRANSCRIPTION_ERRORS,
  type TranscriptionDeps,
} from "./create-request.ts";
import { TRANSCRIBED } from "./transcriptions.ts";

const PATH = "/v1/audio/transcription-jobs";

const tags = ["Jobs"] as const;
const path = {
  job: idOf("req").describe("Identifier of the job: the `x-request-id` of the request that made it."),
};

const filterSchema = z.object({
  since: creationFilterFields.since.meta({ param: { example: "2026-11-21" } }),
  until: creationFilterFields.until.meta({ param: { example: "2026-11-21T05:00:00Z" } }),
  status: TranscriptionJob.shape.status.optional().describe("Only jobs in this state."),
});

const operations = {
  create: {
    id: "createTranscriptionJob",
    tags,
    summary: "Store a recording as a job",
    description: "Answers as soon as the recording is stored; the job continues when the server restarts.",
    body: TRANSCRIPTION_BODY,
    answers: { 202: { ...jsonOf("The job, accepted.", TranscriptionJob), headers: REPLAYED } },
    errors: TRANSCRIPTION_ERRORS,
  },
  list: {
    id: "listTranscriptionJobs",
    tags,
    summary: "List your jobs, newest first",
    query: {
      cursor: z.string().max(limits.cursorChars).optional().describe("`next_cursor` of the page before."),
      limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
      ...filterSchema.shape,
    },
    answers: { 200: jsonOf("A page of jobs.", TranscriptionJobList) },
    errors: ["invalid_cursor"],
  },
  get: {
    id: "getTranscriptionJob",
    tags,
    summary: "Read a job",
    path,
    answers: { 200: jsonOf("The job.", TranscriptionJob) },
    errors: ["job_not_found"],
  },
  result: {
    id: "getTranscriptionJobResult",
    tags,
    summary: "Read the result of a job",
    description:
      "The answer that the synchronous route would have given. While the job is pending: 409 `job_not_complete` with `Retry-After`.",
    path,
    answers: { 200: TRANSCRIBED },
    errors: [
      "job_not_found",
      "job_not_complete",
      "job_failed",
      "job_cancelled",
      "job_abandoned",
      "job_expired",
    ],
  },
  cancel: {
    id: "cancelTranscriptionJob",
    tags,
    summary: "Cancel a job",
    description: "A job that has ended stays as it is.",
    path,
    answers: { 200: jsonOf("The job as it is now.", TranscriptionJob) },
    errors: ["job_not_found"],
  },
} as const satisfies Record<string, Operation>;

export function jobRoutes(deps: TranscriptionDeps): KeyRoute[] {
  const { transcription } = deps;
  const common = { family: "transcription", access: "key" } as const;
  return [
    {
      ...common,
      method: "POST",
      scope: "write",
      path: PATH,
      audio: true,
      operation: operations.create,
      handle: async (exchange) => {
        const uploads = transcription.uploads(accountOf(exchange));
        return storedAnswer(
          await transcription.createJob(await receiveTranscription(exchange, uploads, deps)),
        );
      },
    },
    {
      ...common,
      method: "GET",
      scope: "read",
      path: PATH,
      operation: operations.list,
      handle: (exchange) => {
        const page = transcription.listJobs(accountOf(exchange), pageOf(exchange));
        return jsonAnswer(200, { ...page, data: page.data.map((job) => atAddress(exchange, job)) });
      },
    },
    {
      ...common,
      method: "GET",
      scope: "read",
      path: `${PATH}/:job`,
      operation: operations.get,
      handle: (exchange) => jobAnswer(exchange, transcription.getJob(accountOf(exchange), jobOf(exchange))),
    },
    {
      ...common,
      method: "GET",
      scope: "read",
      path: `${PATH}/:job/result`,
      operation: operations.result,
      handle: (exchange) => storedAnswer(transcription.getResult(accountOf(exchange), jobOf(exchange))),
    },
    {
      ...common,
      method: "POST",
      scope: "write",
      path: `${PATH}/:job/cancel`,
      operation: operations.cancel,
      handle: async (exchange) =>
        jobAnswer(exchange, await transcription.cancelJob(accountOf(exchange), jobOf(exchange))),
    },
  ];
}

function jobAnswer(exchange: AuthenticatedExchange, job: TranscriptionJob): Response {
  return jsonAnswer(200, atAddress(exchange, job));
}

/** With the result's path as an address. */
function atAddress({ publicUrl }: AuthenticatedExchange, job: TranscriptionJob): TranscriptionJob {
  return { ...job, result_url: job.result_url && publicUrl + job.result_url };
}

function accountOf({ principal }: AuthenticatedExchange): string {
  return principal.accountId;
}

function jobOf({ params }: AuthenticatedExchange): string {
  return params.job ?? "";
}

/** @throws `invalid_request` for a malformed limit or filter; the use case checks the limit's range. */
function pageOf({ request }: AuthenticatedExchange): JobListRequest {
  const { searchParams } = new URL(request.url);
  const [cursor, limit] = [searchParams.get("cursor"), searchParams.get("limit")];
  if (limit !== null && !/^\d{1,9}$/.test(limit))
    throw new TiroError("invalid_request", "`limit` must be a whole number.", { param: "limit" });
  const { since, until, status } = readQuery(request, filterSchema);
  return {
    ...(cursor !== null && { cursor }),
    ...(limit !== null && { limit: Number(limit) }),
    sinceMs: since ?? null,
    untilMs: until ?? null,
    status: status ?? null,
  };
}
