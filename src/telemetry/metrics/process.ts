/** Metrics of the server's processes, and of the machine below them. */
import { readdirSync, readFileSync } from "node:fs";
import { readMachine } from "../../engine/machine.ts";
import { childFailures } from "../../lib/sandbox.ts";
import { DAY_SECONDS } from "../../lib/units.ts";
import { traceFailures } from "../traces/failures.ts";
import { one, type Reading, type ReadMetric, seconds, total } from "./definition.ts";
import { type ProcessRole, processes } from "./processes.ts";

export const processMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_info",
    type: "gauge",
    help: "1; the label has the version.",
    labels: ["version"],
    read: ({ version }) => [{ labels: { version }, value: 1 }],
  },
  {
    name: "process_start_time_seconds",
    type: "gauge",
    help: "When the server started.",
    labels: [],
    read: () => one(seconds(performance.timeOrigin)),
  },
  {
    name: "process_cpu_seconds_total",
    type: "counter",
    help: "Processor time of the server itself, without its children.",
    labels: [],
    read: () => {
      const { user, system } = process.cpuUsage();
      return one((user + system) / 1e6);
    },
  },
  {
    name: "process_open_fds",
    type: "gauge",
    help: "File descriptors that the server itself has open.",
    labels: [],
    read: () => one(readdirSync("/proc/self/fd").length),
  },
  {
    name: "process_max_fds",
    type: "gauge",
    help: "File descriptors that it may have open.",
    labels: [],
    read: () => one(mostDescriptors()),
  },
  {
    name: "tiro_processes",
    type: "gauge",
    help: "Processes, by role: the server itself and its children.",
    labels: ["role"],
    read: () => byRole(() => 1),
  },
  {
    name: "tiro_process_resident_memory_bytes",
    type: "gauge",
    help: "Resident memory of the processes of a role.",
    labels: ["role"],
    read: () => byRole(({ residentBytes }) => residentBytes),
  },
  {
    name: "tiro_memory_limit_bytes",
    type: "gauge",
    help: "Memory that all of them may use: the machine's, or the tightest limit of their control groups.",
    labels: [],
    read: () => one(readMachine().memoryBytes),
  },
  {
    name: "tiro_child_failures_total",
    type: "counter",
    help: "Children that ended before their work was done, by role and signal. Cause memory: killed by the kernel for lack of it; exit: any other end. Recognizers are restarted.",
    labels: ["role", "cause"],
    read: () => childFailures.counts,
  },
  {
    name: "tiro_out_of_memory_kills_total",
    type: "counter",
    help: "Processes of the control group, or else of the machine, that the kernel killed for lack of memory.",
    labels: [],
    read: ({ oomKills }) => one(oomKills.count),
  },
  {
    name: "tiro_clock_drift_seconds",
    type: "gauge",
    help: "How far the machine's wall clock went ahead of its monotonic clock since the server started.",
    labels: [],
    read: ({ clock }) => one((clock.now() - performance.timeOrigin - performance.now()) / 1000),
  },
  {
    name: "tiro_clock_withheld_seconds",
    type: "gauge",
    help: "Time that is not counted in the age of stored content, because the clock jumped and nobody has confirmed it.",
    labels: [],
    read: ({ databaseWatch }) => one((databaseWatch.clockJump?.withheldMs ?? 0) / 1000),
  },
  {
    name: "tiro_trace_failures_total",
    type: "counter",
    help: "Batches of traces that could not be sent, or had no room to wait; they are lost.",
    labels: [],
    read: () => total(traceFailures.counts),
  },
  {
    name: "tiro_certificate_remaining_seconds",
    type: "gauge",
    help: "How long the server's certificate is still valid, in whole days; absent if it has none of its own.",
    labels: [],
    read: ({ certificateDaysLeft }) => {
      const days = certificateDaysLeft();
      return one(days === null ? null : days * DAY_SECONDS);
    },
  },
];

function byRole(figureOf: (process: { residentBytes: number }) => number): Reading[] {
  const sums = new Map<ProcessRole, number>();
  for (const process of processes())
    sums.set(process.role, (sums.get(process.role) ?? 0) + figureOf(process));
  return [...sums].map(([role, value]) => ({ labels: { role }, value }));
}

/** Null if there is no limit. */
function mostDescriptors(): number | null {
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return limit === undefined ? null : Number(limit);
}
