/** How the server is watched: metrics, audit events elsewhere, traces. */
export const observationLimits = {
  /** How often the event loop's lag is looked at. */
  eventLoopLookMs: 100,

  /** Audit log: how often it is looked for new lines to send on, by how many doublings that slows down after failures. */
  auditLookMs: 1_000,
  auditBackOffSteps: 6,
  auditLinesAtOnce: 500,
  auditConnectMs: 10_000,
  auditSendMs: 10_000,
  /** Lines sent over a connection that broke within this time are sent again: syslog has no receipts. */
  auditSettledMs: 10_000,

  /** Spans that wait to be sent, beyond which new ones are dropped; how often they are sent, and how long that may take. */
  tracesQueued: 4_096,
  tracesEveryMs: 1_000,
  tracesSendMs: 10_000,
  /** How long a stopping server waits for the last ones. */
  tracesCloseMs: 2_000,
  tracesFailureToldEveryMs: 60_000,

  /**
   * Records of requests, for a day: how often it is written; the slowest of each route and hour, their steps; accounts
   * and codes of failures between two writes, beyond which an account is left out. Rows that are written, read or removed
   * at once, and how long all of them keep others from their turn.
   */
  requestsKeptMs: 24 * 3600_000,
  requestsWrittenEveryMs: 10_000,
  slowRequestsOfRoute: 5,
  slowRequestSteps: 30,
  failedRequestsPending: 500,
  requestRowsAtOnce: 200,
  requestsTurnMs: 5,
  /** For how many days monthly reports can say how many failed. */
  failedRequestDays: 400,
  /** How many a command and an answer list by default, and at most. */
  requestsListed: 50,
  requestsListedMax: 1_000,

  /**
   * Health, minute by minute: how long it is kept; how often it is looked at, after which silence between two looks, or
   * which difference between the clocks, a minute counts as not watched; causes and codes of a minute; dictations of which
   * it has the durations; minutes that wait to be written.
   */
  healthDays: 90,
  healthLookMs: 10_000,
  healthSilenceMs: 30_000,
  healthClockStepMs: 2_000,
  healthCauses: 4,
  healthCodes: 8,
  healthDurations: 2_000,
  healthPending: 60,
  /** Reading it: rows at once, how long that keeps others from their turn, points of a plot, outages of a list. */
  healthRowsAtOnce: 500,
  healthTurnMs: 5,
  healthPoints: 360,
  healthOutages: 200,
} as const;
