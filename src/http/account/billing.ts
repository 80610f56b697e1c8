/** How the accounts stand for which a person pays or whose invoices they may read. */
import { z } from "zod";
import { BILLING_MODES } from "../../config/billing-schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { type Bill, billsOf } from "../../metering/bill.ts";
import type { InvoiceDeps } from "../../metering/invoices.ts";
import { limitsOf } from "../../metering/limits.ts";
import { shownCurrency } from "../../metering/money.ts";
import { accountHolder, consumerOf } from "../../metering/quota-holders.ts";
import { bytesStored, type QuotaDeps, quotasOf, secondsUsed } from "../../metering/quotas.ts";
import { countQueuedJobs } from "../../store/transcription/jobs.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { currencyField, microUsd } from "../bodies/usage.ts";
import { personApi } from "./person-api.ts";

export const AccountStanding = z.object({
  object: z.literal("account_standing"),
  account_id: z.string().describe("`usr_…` or `org_…`"),
  account_name: z.string(),
  month: z.string().describe("`YYYY-MM`, in `billing.time_zone`."),
  requests: z.int().describe("In this month, as the other sums."),
  billed_seconds: z.int(),
  amount_micro_usd: microUsd,
  free_micro_usd: microUsd.describe("Free usage in all; as the other amounts."),
  free_used_micro_usd: microUsd,
  open_micro_usd: microUsd.describe("Charged and on no invoice yet; as the other amounts."),
  payment_arranged: z
    .boolean()
    .optional()
    .describe("Whether the account pays by invoice; absent if `billing.mode` is `off`."),
  limits: z.object({
    requests_per_minute: z.int(),
    concurrent_audio: z.int(),
    stored_jobs: z.int(),
    storage_bytes: z.int().nullable().describe("Null: unlimited."),
    daily_audio_seconds: z.int().nullable().describe("Null: unlimited."),
    monthly_audio_seconds: z.int().nullable().describe("Null: unlimited."),
  }),
  in_use: z.object({
    stored_jobs: z.int().describe("Unfinished ones."),
    storage_bytes: z.int(),
    daily_audio_seconds: z.int(),
    monthly_audio_seconds: z.int(),
  }),
  group_quotas: z
    .array(
      z.object({
        group: z
          .string()
          .describe("An organization, or a department as the directory or the identity provider names it."),
        period: z.enum(["day", "month"]),
        limit_seconds: z.int(),
        used_seconds: z.int().describe("By all people of it."),
        resets_at: z.string(),
      }),
    )
    .describe("Quotas that you share with others; empty for an organization."),
});

const Billing = z.object({
  object: z.literal("list"),
  mode: z
    .enum(BILLING_MODES)
    .describe(
      "`off`: nothing has a price; `meter`: usage is recorded; `enforce`: calls can be refused for it.",
    ),
  currency: currencyField,
  data: z.array(AccountStanding),
});

type BillingDeps = PersonDeps & InvoiceDeps & QuotaDeps;

export function billingRoute(deps: BillingDeps): PersonRoute {
  return personApi("GET /v1/billing", {
    id: "getBilling",
    summary: "How your account stands, and those of organizations whose invoices you may read",
    answers: { 200: jsonOf("You first, then the organizations.", Billing) },
    handle: ({ logIn }) => {
      const data = billsOf(deps, { id: logIn.userId }).map((bill) => standingBody(deps, bill));
      const { billing } = deps.config;
      const currency = shownCurrency(billing);
      return jsonAnswer(200, {
        object: "list",
        mode: billing.mode,
        ...(currency !== null && { currency }),
        data,
      });
    },
  });
}

function standingBody(deps: BillingDeps, bill: Bill): z.infer<typeof AccountStanding> {
  const { accountId, used } = bill;
  const limits = limitsOf(deps, accountId);
  const consumer = consumerOf(accountId);
  const holder = accountHolder(accountId, limits);
  return {
    object: "account_standing",
    account_id: accountId,
    account_name: bill.name,
    month: bill.month,
    requests: used.requests,
    billed_seconds: used.billedSeconds,
    ...(deps.config.billing.mode !== "off" && {
      amount_micro_usd: used.amountMicroUsd,
      free_micro_usd: bill.freeMicroUsd,
      free_used_micro_usd: Math.min(bill.freeUsedMicroUsd, bill.freeMicroUsd),
      open_micro_usd: bill.openMicroUsd,
      payment_arranged: bill.paymentArranged,
    }),
    limits: {
      requests_per_minute: limits.requestsPerMinute,
      concurrent_audio: limits.concurrentAudio,
      stored_jobs: limits.storedJobs,
      storage_bytes: limits.storageBytes,
      daily_audio_seconds: limits.dailyAudioSeconds,
      monthly_audio_seconds: limits.monthlyAudioSeconds,
    },
    in_use: {
      stored_jobs: countQueuedJobs(deps.db, accountId),
      storage_bytes: bytesStored(deps.db, accountId),
      daily_audio_seconds: secondsUsed(deps, holder, "day"),
      monthly_audio_seconds: secondsUsed(deps, holder, "month"),
    },
    group_quotas: quotasOf(deps, consumer).flatMap(
      ({ holder: { kind, name }, period, limitSeconds, usedSeconds, resetsAt }) =>
        kind !== "group" && kind !== "organization"
          ? []
          : [
              {
                group: name,
                period,
                limit_seconds: limitSeconds,
                used_seconds: usedSeconds,
                resets_at: toIsoTime(resetsAt),
              },
            ],
    ),
  };
}
