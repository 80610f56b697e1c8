/** `tiro jobs`: stored transcription jobs of everybody. */

import { Command, Option } from "commander";
import { limits } from "../config/limits.ts";
import { wireForm } from "../lib/wire-form.ts";
import { nameOfAccount, nameOfCredential } from "../metering/names.ts";
import type { Db } from "../store/db.ts";
import { JOB_STATUSES, type JobRow, type JobStatus, newestJobs } from "../store/transcription/jobs.ts";
import { cancelAnyJob } from "../transcription/operator-jobs.ts";
import { findAccountId, withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { NO_NAME, printJson, printLine, printList } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

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
      printList(flags, jobs.map(toJson), "No jobs.", {
        ID: "id",
        ACCOUNT: "account_id",
        NAME: ["account_name", NO_NAME],
        KEY: "key_id",
        "KEY NAME": ["key_name", NO_NAME],
        STATUS: "status",
        CREATED: "created_at",
        ENDED: "completed_at",
        "AUDIO S": "audio_duration_seconds",
        "FAILED TRIES": "failed_tries",
        ERROR: "error_code",
      });
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

function toJson(job: NamedJob) {
  const made = wireForm(job, "id", "accountId", "accountName", "keyId", "keyName", "status", "createdAt");
  const ended = wireForm(job, "completedAt", "audioDurationSeconds");
  return { ...made, ...ended, failed_tries: job.attempts, error_code: job.errorCode };
}
