/** How the server is watched: metrics, audit events elsewhere, traces. */
export const observationLimits = {
  /** How often the event loop's lag is looked at. */
  eventLoopLookMs: 100,
} as const;
