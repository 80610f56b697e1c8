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
  /** What was sent over a connection that broke within this time is sent again: syslog has no receipts. */
  auditSettledMs: 10_000,

  /** Spans that wait to be sent, beyond which new ones are dropped; how often they are sent, and how long that may take. */
  tracesQueued: 4_096,
  tracesEveryMs: 1_000,
  tracesSendMs: 10_000,
  /** How long a stopping server waits for the last ones. */
  tracesCloseMs: 2_000,
  tracesFailureToldEveryMs: 60_000,
} as const;
