/** Whether an account may cause costs. */
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Db } from "../store/db.ts";
import { accountById } from "../store/metering/accounts.ts";
import { billingAccount } from "../store/metering/billing-accounts.ts";
import { hasPastDueInvoice } from "../store/metering/invoices.ts";
import { parseAmount } from "./money.ts";

export interface StandingDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "billing">;
}

/**
 * Two indexed reads, before anything costly, and nothing is held: what a request costs is known when its audio was
 * decoded. So the calls of an account that are already running when its free usage ends or its invoice becomes past
 * due are finished, at most as many as `limits.concurrent_audio` and its stored jobs; they are billed, not given away.
 * In other modes than `enforce` every account passes.
 * @throws TiroError `billing_past_due`, `payment_method_required`.
 */
export function assertSolvent({ db, clock, config }: StandingDeps, accountId: string): void {
  if (config.billing.mode !== "enforce") return;
  if (hasPastDueInvoice(db, accountId, clock.now())) {
    throw new TiroError("billing_past_due", "An invoice is past due. Ask your administrator to settle it.");
  }
  const { freeMicroUsd, paymentArrangedAt } = billingAccount(db, accountId);
  if (paymentArrangedAt !== null || freeMicroUsd < parseAmount(config.billing.free_usd)) return;
  throw new TiroError(
    "payment_method_required",
    "The free usage is used up. Ask your administrator to arrange payment.",
  );
}

/** For what is there only with billing. @throws TiroError `route_not_found`. */
export function assertBilling({ mode }: Config["billing"]): void {
  if (mode === "off") throw new TiroError("route_not_found", "Billing is off on this server.");
}

/** @throws TiroError `subscription_required`. */
export function assertPlanHasApi(
  { db, config }: Pick<StandingDeps, "db" | "config">,
  accountId: string,
): void {
  const { mode, plans_without_api } = config.billing;
  if (mode !== "enforce" || plans_without_api.length === 0) return;
  const account = accountById(db, accountId);
  if (account === null || !plans_without_api.includes(account.plan)) return;
  throw new TiroError(
    "subscription_required",
    `The plan ${account.plan} does not include the API. Ask your administrator for a different plan.`,
  );
}
