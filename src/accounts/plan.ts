import { TiroError } from "../lib/errors.ts";
import { PLANS, type Plan } from "../store/users.ts";

/** @throws TiroError `invalid_request` where there is no such plan. */
export function requirePlan(plan: string): Plan {
  const known = PLANS.find((name) => name === plan);
  if (known !== undefined) return known;
  throw new TiroError("invalid_request", `There is no plan ${plan}; there are ${PLANS.join(", ")}.`, {
    param: "plan",
  });
}
