/** Backups: made, and read again. They never leave the host by a browser, for they hold everybody's content. */
import { basename } from "node:path";
import { z } from "zod";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { type BackupSite, verifyBackupBeside } from "../../backup/check-beside.ts";
import { keptBackups, requireKeptBackup } from "../../backup/kept-backups.ts";
import { dueSince, nextDue } from "../../backup/schedule.ts";
import { requireBackupFolder, type ScheduledBackups } from "../../backup/scheduled-backups.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import { lastBackup } from "../../store/backup/last-backup.ts";
import { transact } from "../../store/database/write-lock.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import type { Tasks } from "../../work/tasks.ts";
import { administrationRoute } from "./administration-route.ts";
import { AdministrationTask, taskBody } from "./tasks.ts";

export const Backups = z.object({
  object: z.literal("backups"),
  folder: z.string().nullable().describe("`backup.dir` of the configuration; null if none are scheduled."),
  folder_fault: z.string().nullable().describe("Why the folder cannot be read, such as `ENOENT`."),
  bucket: z.string().nullable().describe("`backup.bucket`, to which each is copied."),
  encrypted: z.boolean().describe("Whether they are encrypted (`backup.recipients`)."),
  every_hours: z.int(),
  keep: z.int().describe("How many stay in the folder."),
  last: z
    .object({
      made_at: isoTime,
      bytes: z.int(),
      verified: z.boolean().describe("Whether it was read again."),
    })
    .nullable(),
  next_at: isoTime.nullable().describe("When the next is due; in the past if one is overdue."),
  overdue: z.boolean(),
  failure: z
    .string()
    .nullable()
    .describe("Code of what the last attempt since the server's start failed with."),
  data: z
    .array(z.object({ name: z.string(), made_at: isoTime, bytes: z.int(), encrypted: z.boolean() }))
    .describe("Those in the folder, the newest first."),
});

export interface BackupRouteDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "backup" | "secret">;
  tasks: Tasks;
  backups: ScheduledBackups;
  verificationSite: BackupSite;
}

export function backupRoutes(deps: BackupRouteDeps): PersonRoute[] {
  return [
    administrationRoute(deps, "backups.read", "GET /backups", {
      id: "listBackups",
      summary: "When backups are made, and which are there",
      answers: { 200: jsonOf("Backups.", Backups) },
      handle: async () => jsonAnswer(200, await backupsBody(deps)),
    }),
    makeRoute(deps),
    verifyRoute(deps),
  ];
}

function makeRoute(deps: BackupRouteDeps): PersonRoute {
  const { db, config, tasks, backups } = deps;
  return administrationRoute(deps, "backups.change", "POST /backups", {
    id: "makeBackup",
    summary: "Make a backup now",
    description:
      "As the schedule makes them, with everything read again. The result of the task has `name` and `bytes`, and `audit_problem` if the audit log is broken.",
    answers: { 202: jsonOf("The task.", AdministrationTask) },
    errors: ["invalid_request", "task_conflict", "concurrency_limit_exceeded"],
    handle: async (exchange) => {
      requireBackupFolder(config);
      const changes = changesOf(deps, exchange);
      const start = { kind: "backup", target: null, startedBy: exchange.logIn.userId } as const;
      const task = tasks.start(start, async ({ signal }) => {
        const { file, bytes, auditProblem } = await backups.makeNow(signal);
        return { name: basename(file), bytes, audit_problem: auditProblem };
      });
      await transact(db, () => recordAudit(changes, "backup.started", "backup"));
      return jsonAnswer(202, taskBody(deps, task));
    },
  });
}

function verifyRoute(deps: BackupRouteDeps): PersonRoute {
  const { db, config, tasks, verificationSite } = deps;
  return administrationRoute(deps, "backups.verify", "POST /backups/:backup/verify", {
    id: "verifyBackup",
    summary: "Read a backup again",
    description:
      "Every byte is compared with the checksums, and the database in it examined, in a process of its own. The result of the task has `bytes`, `encrypted`, `authenticated` (whether the installation's secret key vouches for it) and `audit_problem`. An encrypted one can be read by its recipients alone: of it, only that the disk gives all of it back.",
    parts: { backup: z.string().describe("Its name.") },
    answers: { 202: jsonOf("The task.", AdministrationTask) },
    errors: ["invalid_request", "task_conflict", "concurrency_limit_exceeded"],
    handle: async (exchange) => {
      const name = exchange.params.backup ?? "";
      const file = await requireKeptBackup(requireBackupFolder(config), name);
      const changes = changesOf(deps, exchange);
      const site = { ...verificationSite, secretKeyFile: config.secret.key_file };
      const start = { kind: "backup_verification", target: name, startedBy: exchange.logIn.userId } as const;
      const task = tasks.start(start, async (handle) => {
        const { auditProblem, ...verdict } = await verifyBackupBeside(site, file, handle);
        await transact(db, () => recordAudit(changes, "backup.verified", "backup", { name }));
        return { ...verdict, audit_problem: auditProblem };
      });
      return jsonAnswer(202, taskBody(deps, task));
    },
  });
}

async function backupsBody({
  db,
  clock,
  config,
  backups,
}: BackupRouteDeps): Promise<z.infer<typeof Backups>> {
  const { dir, bucket, recipients, every_hours, keep } = config.backup;
  const last = lastBackup(db);
  const { health } = backups;
  const now = clock.now();
  const next = dir === undefined ? null : (dueSince(config.backup, last, now) ?? nextDue(config.backup, now));
  const { data, fault } = await keptIn(dir);
  return {
    object: "backups",
    folder: dir ?? null,
    folder_fault: fault,
    bucket: bucket ?? null,
    encrypted: recipients.length > 0,
    ...{ every_hours, keep },
    last: last && { made_at: toIsoTime(last.at), bytes: last.bytes, verified: last.verified },
    next_at: next === null ? null : toIsoTime(next),
    overdue: health?.isOverdue ?? false,
    failure: health?.failure ?? null,
    data,
  };
}

async function keptIn(
  folder: string | undefined,
): Promise<{ data: z.infer<typeof Backups>["data"]; fault: string | null }> {
  if (folder === undefined) return { data: [], fault: null };
  try {
    const kept = await keptBackups(folder);
    return { data: kept.map(({ madeAt, ...backup }) => ({ ...backup, made_at: madeAt })), fault: null };
  } catch (error) {
    return { data: [], fault: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
