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
} as const;
