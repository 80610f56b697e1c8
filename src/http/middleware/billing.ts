import type { Middleware } from "../../web/route.ts";

export interface BillingChecks {
  /** @throws `subscription_required`. */
  assertPlanHasApi: (accountId: string) => void;
  /** @throws `payment_method_required`, `billing_past_due`, `rate_limit_exceeded`. */
  assertAdmitted: (accountId: string) => void;
}

/**
 * Refuses what costs money before its upload is read. A call with an idempotency key continues: it may be the retry of
 * one that was billed, whose answer is free; the use case asks again later.
 */
export function billing({ assertPlanHasApi, assertAdmitted }: BillingChecks): Middleware {
  return (next) => async (exchange) => {
    const { principal, route, idempotencyKey } = exchange;
    if (principal === null || route.access !== "key") return next(exchange);
    // A plan without the API has the app in the browser all the same, and its client secrets.
    if (exchange.logIn === null && principal.credential.method !== "browser_session")
      assertPlanHasApi(principal.accountId);
    if (route.audio && idempotencyKey === null) {
      assertAdmitted(principal.accountId);
    }
    return next(exchange);
  };
}
