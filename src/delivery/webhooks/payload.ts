/** The message of a hook, made when it is called: ids, states and times, and a result only if that is allowed then. */

import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { wireForm } from "../../lib/wire-form.ts";
import type { Db } from "../../store/db.ts";
import type { Delivery } from "../../store/delivery/deliveries.ts";
import type { Webhook } from "../../store/delivery/webhooks.ts";
import { invoiceById } from "../../store/metering/invoices.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { userById } from "../../store/people/users.ts";
import { jobById, jobResult } from "../../store/transcription/jobs.ts";

export interface PayloadDeps {
  db: Db;
  config: Pick<Config, "billing">;
}

/** Null if there is nothing left to say. */
export function payloadOf(
  { db, config }: PayloadDeps,
  hook: Webhook,
  { kind, details, createdAt }: Delivery,
): string | null {
  if (kind === "invoice.issued" && config.billing.mode === "off") return null;
  const data = dataOf(db, hook, kind, JSON.parse(details) as { id?: string; reason?: string });
  return data && JSON.stringify({ type: kind, timestamp: toIsoTime(createdAt), data });
}

function dataOf(
  db: Db,
  hook: Webhook,
  kind: string,
  { id = "", reason }: { id?: string; reason?: string },
): object | null {
  if (kind === "job.succeeded" || kind === "job.failed") return jobData(db, hook, id);
  if (kind === "backup.failed") return { object: "backup", error_code: reason };
  if (kind === "person.disabled") {
    const user = userById(db, id);
    return user && { object: "person", id, organization_id: hook.organizationId };
  }
  const invoice = invoiceById(db, id);
  return (
    invoice && {
      object: "invoice",
      id,
      ...wireForm(invoice, "accountId", "month", "dueAt"),
    }
  );
}

function jobData(db: Db, hook: Webhook, id: string): object | null {
  const job = jobById(db, id);
  if (job === null) return null;
  return {
    object: "transcription_job",
    id,
    ...wireForm(job, "accountId", "status", "errorCode", "audioDurationSeconds", "createdAt"),
    completed_at: job.completedAt && toIsoTime(job.completedAt),
    ...(hook.withResult && { result: resultOf(db, hook, id) }),
  };
}

/** Null under zero retention, if it is over, and if it is too large to be sent: the API has it. */
function resultOf(db: Db, { organizationId }: Webhook, jobId: string): object | null {
  const organization = organizationId === null ? null : organizationById(db, organizationId);
  if (organization === null || organization.zeroRetention) return null;
  const result = jobResult(db, jobId);
  if (result === null || Buffer.byteLength(result.body) > limits.webhookResultBytes) return null;
  return { content_type: result.contentType, body: result.body };
}
