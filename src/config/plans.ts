import { TiroError } from "../lib/errors.ts";

/** The plans of an account. Prices and limits of each are configuration. */
export const PLANS = ["free", "pro", "max", "team", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

/** @throws TiroError `invalid_request` if there is no such plan. */
export function requirePlan(plan: string): Plan {
  const known = PLANS.find((name) => name === plan);
  if (known !== undefined) return known;
  throw new TiroError("invalid_request", `There is no plan ${plan}; there are ${PLANS.join(", ")}.`, {
    param: "plan",
  });
}
