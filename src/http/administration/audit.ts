/** The audit log of the whole server: searched, verified, saved. */
import { z } from "zod";
import type { AuditAction } from "../../accounts/audit/actions.ts";
import { AUDIT_FORMATS, exportedAudit } from "../../accounts/audit/audit-export.ts";
import { auditHeadText, recordAudit } from "../../accounts/audit/audit-log.ts";
import { searchAudit } from "../../accounts/audit/audit-search.ts";
import { requireHead, type VerificationSite, verifyBeside } from "../../accounts/audit/verification.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { Cursors } from "../../lib/cursor.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { isoTime, listOf, oneOf, pageLimit } from "../../lib/wire.ts";
import { nameOf } from "../../metering/names.ts";
import {
  type AuditRow,
  type AuditSearch,
  auditHead,
  newestAuditRowsOf,
} from "../../store/audit/audit-log.ts";
import { transact } from "../../store/database/write-lock.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { fileAnswer, jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { creationFilterFields, pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { withSearch } from "../../web/search-by-body.ts";
import type { Tasks } from "../../work/tasks.ts";
import { AuditEvent, auditEventBody } from "../bodies/audit-event.ts";
import { administrationRoute } from "./administration-route.ts";
import { AdministrationTask, taskBody } from "./tasks.ts";

export const ServerAuditEvent = AuditEvent.extend({
  sequence: z.int().describe("The number of its line, from 1."),
  credential: z
    .string()
    .nullable()
    .describe("The actor's credential, such as `key_…`, `brs_…` or `cli:` and a name of the system's."),
  target_name: z.string().nullable().describe("Null also of what was deleted."),
});

const AuditHead = z.object({
  object: z.literal("audit_head"),
  lines: z.int(),
  head: z
    .string()
    .nullable()
    .describe("`SEQUENCE:HASH` of the newest line; null if it was removed from the database."),
  verified_at: isoTime.nullable().describe("When the log was last found unbroken in the browser."),
  verified_lines: z.int().nullable().describe("How many lines it had then."),
});

const filter = z.string().max(limits.cursorChars).optional();
const filters = z.object({
  action: filter.describe(
    "Only lines with this action, or one of several with commas between: `user.disabled`.",
  ),
  actor: filter.describe("Only what this one did: `usr_…`, `operator`, `system`."),
  target: filter.describe("Only what was done to this one: `usr_…`, `org_…`, `key_…`."),
  address: filter.describe("Only what came from this network address."),
  ...creationFilterFields,
});
const querySchema = filters.extend({
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});
const exportSchema = filters.extend({
  format: oneOf(AUDIT_FORMATS).default("csv"),
});
const verifySchema = z.strictObject({
  expected_head: z
    .string()
    .max(limits.cursorChars)
    .nullable()
    .describe("A head that was noted earlier; with it, a rewritten log is noticed, too."),
});

export interface AuditRouteDeps extends PersonDeps {
  tasks: Tasks;
  verificationSite: VerificationSite;
}

export function serverAuditRoutes(deps: AuditRouteDeps): PersonRoute[] {
  return [...withSearch(listRoute(deps)), headRoute(deps), exportRoute(deps), verifyRoute(deps)];
}

function listRoute(deps: PersonDeps): PersonRoute {
  const { db, clock } = deps;
  const cursors = new Cursors(installationSecret(db, "cursors"), clock, limits);
  return administrationRoute(deps, "audit.read", "GET /audit", {
    id: "listAudit",
    summary: "Who changed what on the server",
    description:
      "One call looks at 200,000 lines at most: if few of them match a filter, a page may be short, or empty, and `next_cursor` continues.",
    query: querySchema.shape,
    answers: { 200: jsonOf("A page of events, the newest first.", listOf(ServerAuditEvent)) },
    errors: ["invalid_request", "invalid_cursor"],
    handle: async ({ request }) => {
      const { limit, cursor = null, ...chosen } = readQuery(request, querySchema);
      const slices = searchAudit({ db, cursors }, searchOf(chosen), { limit, cursor });
      const { rows, nextCursor } = await inTurns(slices, limits.searchTurnMs, limits.searchRestMs);
      return jsonAnswer(200, {
        object: "list",
        data: rows.map((row) => eventBody(deps, row)),
        has_more: nextCursor !== null,
        next_cursor: nextCursor,
      });
    },
  });
}

function headRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(deps, "audit.read", "GET /audit/head", {
    id: "getAuditHead",
    summary: "The fingerprint of the audit log's newest line",
    description: "Keep it outside of the server: a later verification against it detects a rewritten log.",
    answers: { 200: jsonOf("The head.", AuditHead) },
    handle: () => jsonAnswer(200, headBody(deps)),
  });
}

function headBody({ db }: PersonDeps): z.infer<typeof AuditHead> {
  const actions = ["audit.verified"] satisfies AuditAction[];
  const [verified] = newestAuditRowsOf(db, { target: "audit", actions, since: 0, limit: 1 });
  const details = verified && (JSON.parse(verified.details) as { head: string });
  return {
    object: "audit_head",
    lines: auditHead(db)?.sequence ?? 0,
    head: auditHeadText(db),
    verified_at: verified ? toIsoTime(verified.at) : null,
    verified_lines: details ? Number.parseInt(details.head, 10) : null,
  };
}

function exportRoute(deps: PersonDeps): PersonRoute {
  const { db, clock } = deps;
  return administrationRoute(deps, "audit.read", "GET /audit/export", {
    id: "exportAudit",
    summary: "The audit log as a file",
    description:
      "The oldest line first, with the hashes that chain them. `csv` is for spreadsheets; `jsonl`, a JSON object a line, is what `tiro audit export` prints. The export is itself a line of the log.",
    query: exportSchema.shape,
    answers: {
      200: {
        description: "The lines.",
        content: {
          "text/csv": { schema: z.string() },
          "application/x-ndjson": { schema: z.string() },
        },
      },
    },
    errors: ["invalid_request"],
    handle: async (exchange) => {
      const { format, ...chosen } = readQuery(exchange.request, exportSchema);
      const changes = changesOf(deps, exchange);
      await transact(db, () => recordAudit(changes, "audit.exported", "audit_export", { format }));
      const name = `audit-${toIsoTime(clock.now()).slice(0, "YYYY-MM-DD".length)}.${format}`;
      const type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
      const search = searchOf(chosen);
      return fileAnswer(name, type, exportedAudit(db, { format, search, nameOf: (id) => nameOf(db, id) }));
    },
  });
}

function verifyRoute(deps: AuditRouteDeps): PersonRoute {
  const { tasks, verificationSite } = deps;
  return administrationRoute(deps, "audit.verify", "POST /audit/verify", {
    id: "verifyAudit",
    summary: "Check that no line of the audit log was changed or removed",
    description:
      "As `tiro audit verify`, in a process of its own. The result of the task has `intact`, and `lines` and `head`, or `line` and `problem` of the first broken one.",
    body: jsonBody(verifySchema),
    answers: { 202: jsonOf("The task.", AdministrationTask) },
    errors: ["invalid_request", "task_conflict", "concurrency_limit_exceeded"],
    handle: async (exchange) => {
      const { expected_head: expected } = await readJson(exchange.request, verifySchema);
      requireHead(expected);
      const changes = changesOf(deps, exchange);
      const task = tasks.start(
        { kind: "audit_verification", target: null, startedBy: exchange.logIn.userId },
        async (handle) => ({ ...(await verifyBeside(verificationSite, changes, expected, handle)) }),
      );
      return jsonAnswer(202, taskBody(deps, task));
    },
  });
}

function searchOf({ action, actor, target, address, since, until }: z.infer<typeof filters>): AuditSearch {
  return {
    actions: action?.split(",") ?? null,
    ...{ actor: actor ?? null, target: target ?? null, address: address ?? null },
    ...{ sinceMs: since ?? null, untilMs: until ?? null },
  };
}

function eventBody({ db }: PersonDeps, row: AuditRow): z.infer<typeof ServerAuditEvent> {
  const { sequence, credential, target } = row;
  const event = auditEventBody(db, row, (id) => nameOf(db, id));
  return { ...event, sequence, credential, target_name: nameOf(db, target) ?? null };
}
