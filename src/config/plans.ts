/** What an account can be subscribed to. Prices and limits of each are configuration. */
export const PLANS = ["free", "pro", "max", "team", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];
