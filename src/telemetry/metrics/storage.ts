/** Metrics of the database, the disk and what lies on it. */
import { forwardingFailures } from "../../accounts/audit/forwarding/forwarder.ts";
import { backupFailures } from "../../backup/scheduled-backups.ts";
import { lockWaitSeconds, lockWaits } from "../../store/database/write-lock.ts";
import { databaseErrors } from "../../store/errors.ts";
import { one, type ReadMetric, seconds, total } from "./definition.ts";

export const storageMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_database_errors_total",
    type: "counter",
    help: "Errors of the database, by SQLite's code.",
    labels: ["code"],
    read: () => databaseErrors.counts,
  },
  {
    name: "tiro_database_lock_waits_total",
    type: "counter",
    help: "Writes that waited for another process's lock on the database.",
    labels: [],
    read: () => total(lockWaits.counts),
  },
  {
    name: "tiro_database_lock_wait_seconds_total",
    type: "counter",
    help: "Time that such writes waited.",
    labels: [],
    read: () => total(lockWaitSeconds.counts),
  },
  {
    name: "tiro_database_check_seconds",
    type: "gauge",
    help: "How long the last write and read of every table took; absent if they failed.",
    labels: [],
    read: ({ databaseWatch }) => one(seconds(databaseWatch.health.latencyMs ?? null)),
  },
  {
    name: "tiro_database_wal_bytes",
    type: "gauge",
    help: "Size of the database's write-ahead log.",
    labels: [],
    read: ({ databaseWatch }) => one(databaseWatch.figures.logBytes),
  },
  {
    name: "tiro_database_last_checkpoint_timestamp_seconds",
    type: "gauge",
    help: "When the log was last written back into the database; absent until it has been.",
    labels: [],
    read: ({ databaseWatch }) => one(seconds(databaseWatch.figures.lastCheckpointAt)),
  },
  {
    name: "tiro_database_last_write_timestamp_seconds",
    type: "gauge",
    help: "When the database was last written successfully: the server tries every few seconds.",
    labels: [],
    read: ({ databaseWatch }) => one(seconds(databaseWatch.figures.lastWriteAt)),
  },
  {
    name: "tiro_database_damaged",
    type: "gauge",
    help: "1 if SQLite met damage or a failing disk and no examination has found the database whole since, else 0.",
    labels: [],
    read: ({ databaseWatch }) => one(databaseWatch.health.mayBeDamaged ? 1 : 0),
  },
  {
    name: "tiro_database_last_examination_timestamp_seconds",
    type: "gauge",
    help: "When the database was last examined page by page; absent until it has been.",
    labels: [],
    read: ({ examinations }) => one(seconds(examinations.last?.at ?? null)),
  },
  {
    name: "tiro_database_file_replaced",
    type: "gauge",
    help: "1 if the database's file was deleted or replaced below the running server, else 0.",
    labels: [],
    read: ({ databaseWatch }) => one(databaseWatch.figures.isReplaced ? 1 : 0),
  },
  {
    name: "tiro_disk_free_bytes",
    type: "gauge",
    help: "Space that the disk of the data folder has left for tiro's user.",
    labels: [],
    read: async ({ readDisk }) => one((await readDisk()).freeBytes),
  },
  {
    name: "tiro_disk_free_inodes",
    type: "gauge",
    help: "Files that can still be made on that disk.",
    labels: [],
    read: async ({ readDisk }) => one((await readDisk()).freeInodes),
  },
  {
    name: "tiro_spool_files",
    type: "gauge",
    help: "Recordings on the disk, while they arrive, wait or are worked on.",
    labels: [],
    read: async ({ spool }) => one((await spool.usage()).files),
  },
  {
    name: "tiro_spool_bytes",
    type: "gauge",
    help: "Size of these recordings.",
    labels: [],
    read: async ({ spool }) => one((await spool.usage()).bytes),
  },
  {
    name: "tiro_audit_unsent_lines",
    type: "gauge",
    help: "Lines of the audit log that wait to be sent to a syslog server or a file.",
    labels: ["sink"],
    read: ({ auditForwarders }) =>
      auditForwarders.map(({ name: sink, unsent }) => ({ labels: { sink }, value: unsent })),
  },
  {
    name: "tiro_audit_failures_total",
    type: "counter",
    help: "Attempts to send such lines that failed; each is repeated.",
    labels: ["sink"],
    read: () => forwardingFailures.counts,
  },
  {
    name: "tiro_backup_last_success_timestamp_seconds",
    type: "gauge",
    help: "When the last backup succeeded; absent if there was none.",
    labels: [],
    read: ({ lastBackupAt }) => one(seconds(lastBackupAt())),
  },
  {
    name: "tiro_backup_failures_total",
    type: "counter",
    help: "Scheduled backups that failed, by the code of what they failed with.",
    labels: ["code"],
    read: () => backupFailures.counts,
  },
];
