/** `tiro jobs`: stored transcription jobs of everybody. */
import { Command, Option } from "commander";
import { limits } from "../config/limits.ts";
import { toIsoTime } from "../lib/clock.ts";
import { nameOfAccount, nameOfCredential } from "../metering/names.ts";
import type { Db } from "../store/db.ts";
import { JOB_STATUSES, type JobRow, type JobStatus, newestJobs } from "../store/transcription/jobs.ts";
import { cancelAnyJob } from "../transcription/operator-jobs.ts";
import { findAccountId, timeOr, withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printJson, printLine, printTable, shownNameOr } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, shownTimeOr, type TimeFlags } from "./support/times.ts";

interface ListFlags extends SiteFlags, TimeFlags {
  account?: string;
  status?: JobStatus;
  limit: number;
}

export function buildCommand(): Command {
  return new Command("jobs")
    .description("Stored transcription jobs of all accounts. Neither recordings nor texts are shown.")
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(cancelCommand()));
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists jobs, the newest first.")
    .option("--account <account>", "only of this person or organization: e-mail address, name or id")
    .addOption(new Option("--status <status>", "only with this status").choices(JOB_STATUSES))
    .option("--limit <jobs>", "how many", wholeNumber, limits.jobsListedByCommand)
    .action((flags: ListFlags) => {
      const { account, status = null, limit } = flags;
      const jobs = withAccounts(flags, ({ db }) => {
        const accountId = account === undefined ? null : findAccountId(db, account);
        return newestJobs(db, { accountId, status, limit }).map((job) => withNames(db, job));
      });
      if (flags.json) return printJson(jobs.map(toJson));
      const names = ["ACCOUNT", "NAME", "KEY", "KEY NAME"];
      const headings = ["ID", ...names, "STATUS", "CREATED", "ENDED", "AUDIO S", "FAILED TRIES", "ERROR"];
      printTable(
        headings,
        jobs.map((job) => toCells(job, flags)),
        "No jobs.",
      );
    });
}

function cancelCommand(): Command {
  return new Command("cancel")
    .description(
      "Cancels jobs. One that has ended stays as it is; a running server stops its work within a minute.",
    )
    .argument("<id...>", "ids of jobs (req_…)")
    .action((ids: string[], flags: SiteFlags) => {
      const results = withAccounts(flags, (accounts) =>
        ids.map((id) => {
          const { job, cancelled } = cancelAnyJob(accounts, id);
          return { job: withNames(accounts.db, job), cancelled };
        }),
      );
      if (flags.json) return printJson(results.map(({ job }) => toJson(job)));
      for (const { job, cancelled } of results)
        printLine(cancelled ? `Cancelled ${job.id}.` : `${job.id} had ended before: ${job.status}.`);
    });
}

interface NamedJob extends JobRow {
  accountName: string | null;
  keyName: string | null;
}

function withNames(db: Db, job: JobRow): NamedJob {
  const { accountId, keyId } = job;
  return { ...job, accountName: nameOfAccount(db, accountId), keyName: nameOfCredential(db, keyId) };
}

function toCells(job: NamedJob, flags: TimeFlags): string[] {
  const { id, accountId, accountName, keyId, keyName, status, createdAt, completedAt } = job;
  const { audioDurationSeconds, attempts, errorCode } = job;
  return [
    id,
    accountId,
    shownNameOr(accountName),
    keyId,
    shownNameOr(keyName),
    status,
    shownTime(createdAt, flags),
    shownTimeOr("", completedAt, flags),
    audioDurationSeconds === null ? "" : String(audioDurationSeconds),
    String(attempts),
    errorCode ?? "",
  ];
}

function toJson(job: NamedJob): Record<string, unknown> {
  return {
    id: job.id,
    account_id: job.accountId,
    account_name: job.accountName,
    key_id: job.keyId,
    key_name: job.keyName,
    status: job.status,
    created_at: toIsoTime(job.createdAt),
    completed_at: timeOr(null, job.completedAt),
    audio_duration_seconds: job.audioDurationSeconds,
    failed_tries: job.attempts,
    error_code: job.errorCode,
  };
}
