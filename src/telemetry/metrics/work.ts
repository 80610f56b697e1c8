/** Metrics of what waits and what is worked on. */
import { quotaRefusals } from "../../metering/quotas.ts";
import { endedJobs } from "../../store/transcription/jobs.ts";
import { retriedJobs } from "../../transcription/works.ts";
import { one, type Reading, type ReadMetric } from "./definition.ts";

export const workMetrics: readonly ReadMetric[] = [
  {
    name: "tiro_queue_waiting",
    type: "gauge",
    help: "Recordings that wait for a turn at the recognizer.",
    labels: ["lane"],
    read: ({ turns }) => byLane(turns.snapshot().waiting),
  },
  {
    name: "tiro_queue_oldest_wait_seconds",
    type: "gauge",
    help: "How long the recording that waits longest does.",
    labels: ["lane"],
    read: ({ turns }) => byLane(turns.oldestWaitMs(), 1 / 1000),
  },
  {
    name: "tiro_queue_capacity",
    type: "gauge",
    help: "Recordings that may wait in a lane (transcription.queue_length).",
    labels: [],
    read: ({ queue }) => one(queue().capacity),
  },
  {
    name: "tiro_turns_in_use",
    type: "gauge",
    help: "Recordings that are worked on.",
    labels: [],
    read: ({ turns }) => one(turns.snapshot().running),
  },
  {
    name: "tiro_turns",
    type: "gauge",
    help: "Recordings that all lanes together may work on at once; dictations and short calls have a few turns more.",
    labels: [],
    read: ({ turns }) => one(turns.sharedTurns),
  },
  {
    name: "tiro_jobs",
    type: "gauge",
    help: "Unfinished stored jobs, by state: waiting or working.",
    labels: ["state"],
    read: ({ transcription }) => {
      const { waiting, working } = transcription.jobFigures();
      return [
        { labels: { state: "waiting" }, value: waiting },
        { labels: { state: "working" }, value: working },
      ];
    },
  },
  {
    name: "tiro_quota_refusals_total",
    type: "counter",
    help: "Requests that were refused and live streams that ended because the audio of a day or month was used up, by whose quota it was: account, person or group.",
    labels: ["of", "period"],
    read: () => quotaRefusals.counts,
  },
  {
    name: "tiro_jobs_oldest_seconds",
    type: "gauge",
    help: "Age of the oldest unfinished job; 0 if there is none.",
    labels: [],
    read: ({ transcription }) => one(transcription.jobFigures().oldestSeconds),
  },
  {
    name: "tiro_jobs_unattended",
    type: "gauge",
    help: "Queued jobs that nothing in this server works on or waits with. Anything but 0 is a fault.",
    labels: [],
    read: ({ transcription }) => one(transcription.jobFigures().unattended),
  },
  {
    name: "tiro_jobs_ended_total",
    type: "counter",
    help: "Jobs that ended, by state, and by error code if there was an error.",
    labels: ["state", "code"],
    read: () => endedJobs.counts,
  },
  {
    name: "tiro_jobs_retried_total",
    type: "counter",
    help: "Attempts at jobs that failed and were repeated, by error code.",
    labels: ["code"],
    read: () => retriedJobs.counts,
  },
  {
    name: "tiro_memory_upload_bytes",
    type: "gauge",
    help: "Recordings held in memory: dictations, and others under zero retention.",
    labels: ["kind"],
    read: ({ dictationUploads, memoryFiles }) => byKind(dictationUploads.bytes, memoryFiles.bytes),
  },
  {
    name: "tiro_memory_upload_limit_bytes",
    type: "gauge",
    help: "Memory that such recordings may take.",
    labels: ["kind"],
    read: ({ dictationUploads, memoryFiles }) => byKind(dictationUploads.maxBytes, memoryFiles.maxBytes),
  },
];

function byLane(values: Readonly<Record<string, number>>, factor = 1): Reading[] {
  return Object.entries(values).map(([lane, value]) => ({ labels: { lane }, value: value * factor }));
}

function byKind(dictation: number, zeroRetention: number): Reading[] {
  return [
    { labels: { kind: "dictation" }, value: dictation },
    { labels: { kind: "zero_retention" }, value: zeroRetention },
  ];
}
