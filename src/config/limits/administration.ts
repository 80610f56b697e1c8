/** Administration of the server in the browser. */
export const administrationLimits = {
  /** Long actions that were started: how many run at once, how many are remembered, how often progress is told. */
  tasksAtOnce: 4,
  tasksKept: 50,
  tasksRetrySeconds: 10,
  taskProgressMs: 1_000,
  /** Slices of a person's erasure between two counts of what is left. */
  erasureProgressEvery: 10,

  /** What waits for recognition: how often administrators see it anew, and how many jobs of it. */
  recognitionViewMs: 1_000,
  recognitionViewJobs: 100,
} as const;
