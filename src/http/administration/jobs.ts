/** Stored jobs of everybody: ids, accounts and states; nothing of what was said. */

import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { idOf, isoTime, oneOf, pageLimit } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { nameOfAccount } from "../../metering/names.ts";
import { JOB_STATUSES, type JobRow, newestJobs } from "../../store/transcription/jobs.ts";
import { cancelAnyJob } from "../../transcription/operator-jobs.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const querySchema = z.object({
  account: z.string().optional().describe("Only of this one: `usr_…` or `org_…`."),
  status: oneOf(JOB_STATUSES).optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});

export const AdministeredJob = z.object({
  id: idOf("req"),
  object: z.literal("administered_job"),
  account_id: z.string(),
  account_name: z.string().nullable().describe("Null of an account that was deleted."),
  status: z.enum(JOB_STATUSES),
  created_at: isoTime,
  completed_at: isoTime.nullable(),
  audio_duration_seconds: z.number().nullable(),
  failed_tries: z.int(),
  error_code: z.string().nullable(),
});

const JobList = z.object({ object: z.literal("list"), data: z.array(AdministeredJob) });

export function administeredJobRoutes(deps: PersonDeps): PersonRoute[] {
  const { db } = deps;
  return [
    administrationRoute(deps, "jobs.read", "GET /jobs", {
      id: "listAllJobs",
      summary: "The newest jobs of everybody",
      query: querySchema.shape,
      answers: { 200: jsonOf("The newest first.", JobList) },
      errors: ["invalid_request"],
      handle: ({ request }) => {
        const { account: accountId = null, status = null, limit } = readQuery(request, querySchema);
        const data = newestJobs(db, { accountId, status, limit }).map((job) => jobBody(deps, job));
        return jsonAnswer(200, { object: "list", data });
      },
    }),
    administrationRoute(deps, "jobs.change", "POST /jobs/:job/cancel", {
      id: "cancelAnyJob",
      summary: "Cancel somebody's job",
      description: "A job that has ended stays as it is. The server stops its work within a minute.",
      parts: { job: idOf("req") },
      answers: { 200: jsonOf("The job as it is now.", AdministeredJob) },
      errors: ["job_not_found"],
      handle: async (exchange) => {
        const { job } = await changing(deps, exchange, (changes) =>
          cancelAnyJob(changes, exchange.params.job ?? ""),
        );
        return jsonAnswer(200, jobBody(deps, job));
      },
    }),
  ];
}

function jobBody({ db }: PersonDeps, job: JobRow): z.infer<typeof AdministeredJob> {
  return {
    id: job.id,
    object: "administered_job",
    account_id: job.accountId,
    account_name: nameOfAccount(db, job.accountId),
    ...wireForm(job, "status", "createdAt", "completedAt", "audioDurationSeconds"),
    failed_tries: job.attempts,
    error_code: job.errorCode,
  };
}
