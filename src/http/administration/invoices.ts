/** Invoices and payment of every account, for administrators. Not there if `billing.mode` is `off`. */
import { z } from "zod";
import { requireShown } from "../../accounts/policies/shown-revision.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { Cursors } from "../../lib/cursor.ts";
import { TiroError } from "../../lib/errors.ts";
import { idOf, isoTime, listOf, pageLimit } from "../../lib/wire.ts";
import { invoicesCsv } from "../../metering/invoice-csv.ts";
import { invoiceJson } from "../../metering/invoice-json.ts";
import {
  arrangePayment,
  closeInvoices,
  findInvoice,
  type InvoiceDeps,
  markPaid,
  newestInvoices,
  paymentOf,
} from "../../metering/invoices.ts";
import { nameOfAccount } from "../../metering/names.ts";
import { assertBilling } from "../../metering/standing.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { csvAnswer, jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, jsonOrCsvOf } from "../../web/operation.ts";
import { changesOf, changing, type PersonDeps } from "../../web/person.ts";
import { pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { Invoice } from "../bodies/invoice.ts";
import { formatField } from "../bodies/usage.ts";
import { administrationRoute } from "./administration-route.ts";

export type InvoiceRouteDeps = PersonDeps & InvoiceDeps;

const querySchema = z.object({
  account: z
    .union([idOf("usr"), idOf("org")])
    .optional()
    .describe("`usr_…` or `org_…`; all without it."),
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
  format: formatField,
});

export const AccountPayment = z.object({
  object: z.literal("account_payment"),
  account_id: z.string(),
  account_name: z.string().nullable(),
  currency: z.string(),
  open_micro_usd: z.int().describe("Charged, and on no invoice yet."),
  payment_arranged_at: isoTime
    .nullable()
    .describe("Since when the account pays by invoice; null: it does not."),
});

const paymentSchema = z.strictObject({
  arranged: z.boolean("must be true or false"),
  expected_arranged_at: isoTime
    .nullable()
    .optional()
    .describe("As `payment_arranged_at` was shown: refused if somebody else changed it since."),
});
const accountPath = { account: z.string().describe("`usr_…` or `org_…`") };
const invoicePath = { invoice: z.string().describe("Its number, such as `INV-000001`, or id.") };
const errors = ["invalid_request", "route_not_found"] as const;

export function administeredInvoiceRoutes(deps: InvoiceRouteDeps): PersonRoute[] {
  return [listRoute(deps), ...invoiceActs(deps), ...paymentRoutes(deps)];
}

function listRoute(deps: InvoiceRouteDeps): PersonRoute {
  const cursors = new Cursors(installationSecret(deps.db, "cursors"), deps.clock, limits);
  return administrationRoute(deps, "payments.read", "GET /invoices", {
    id: "listAllInvoices",
    summary: "Invoices of all accounts or of one",
    description: "Not there if `billing.mode` is `off`. CSV has the same page.",
    query: querySchema.shape,
    answers: { 200: jsonOrCsvOf("A page, the newest first.", listOf(Invoice)) },
    errors: [...errors, "invalid_cursor"],
    handle: ({ request }) => {
      assertBilling(deps.config.billing);
      const { account = null, cursor, limit, format } = readQuery(request, querySchema);
      const scope = `invoices ${account}`;
      const before = cursor ? (cursors.decode(scope, cursor) as number) : null;
      const found = newestInvoices(deps, { accountId: account, before, limit: limit + 1 });
      const { items, next } = cursors.page(scope, found, limit, ({ number }) => number);
      if (format === "csv") return csvAnswer("invoices.csv", invoicesCsv(items));
      return jsonAnswer(200, { object: "list", data: items.map(invoiceJson), ...next });
    },
  });
}

function invoiceActs(deps: InvoiceRouteDeps): PersonRoute[] {
  const { db } = deps;
  const answers = { 200: jsonOf("The invoice.", Invoice) };
  return [
    administrationRoute(deps, "payments.read", "GET /invoices/:invoice", {
      id: "getAnyInvoice",
      summary: "One invoice",
      parts: invoicePath,
      answers,
      errors,
      handle: ({ params }) => {
        assertBilling(deps.config.billing);
        return jsonAnswer(200, invoiceJson(findInvoice(deps, params.invoice ?? "")));
      },
    }),
    administrationRoute(deps, "payments.change", "POST /invoices/:invoice/paid", {
      id: "markInvoicePaid",
      summary: "Mark an invoice as paid",
      description: "Paid again, it changes nothing.",
      parts: invoicePath,
      answers,
      errors,
      handle: async (exchange) => {
        assertBilling(deps.config.billing);
        const paid = await changing(deps, exchange, (changes) =>
          markPaid({ ...deps, ...changes }, exchange.params.invoice ?? ""),
        );
        return jsonAnswer(200, invoiceJson(paid));
      },
    }),
    administrationRoute(deps, "payments.change", "POST /invoices/close", {
      id: "closeInvoices",
      summary: "Issue the invoices that are due",
      description:
        "For past months, and for accounts that reached the threshold, as the server does by itself.",
      answers: {
        200: jsonOf(
          "How many there were.",
          z.object({ object: z.literal("closed_invoices"), issued: z.int() }),
        ),
      },
      errors,
      handle: async () => {
        assertBilling(deps.config.billing);
        const issued = await whenWritable(db, () => closeInvoices(deps));
        return jsonAnswer(200, { object: "closed_invoices", issued: issued.length });
      },
    }),
  ];
}

function paymentRoutes(deps: InvoiceRouteDeps): PersonRoute[] {
  const answers = { 200: jsonOf("As it is now.", AccountPayment) };
  return [
    administrationRoute(deps, "payments.read", "GET /payment/:account", {
      id: "getPayment",
      summary: "Open charges of an account, and whether it pays by invoice",
      parts: accountPath,
      answers,
      errors,
      handle: ({ params }) => paymentAnswer(deps, params.account ?? ""),
    }),
    administrationRoute(deps, "payments.change", "PUT /payment/:account", {
      id: "setPayment",
      summary: "Let an account pay by invoice, or no longer",
      description: "In mode `enforce` it may then exceed its free usage.",
      parts: accountPath,
      body: jsonBody(paymentSchema, { arranged: true }),
      answers,
      errors: [...errors, "revision_conflict"],
      handle: async (exchange: PersonExchange) => {
        const { arranged, expected_arranged_at: shown } = await readJson(exchange.request, paymentSchema);
        const account = exchange.params.account ?? "";
        paymentAnswer(deps, account);
        await whenWritable(deps.db, () => {
          if (shown !== undefined) requireShown(timeOf(paymentOf(deps.db, account)) ?? "", shown ?? "");
          arrangePayment(changesOf(deps, exchange), account, arranged);
        });
        return paymentAnswer(deps, account);
      },
    }),
  ];
}

/** @throws TiroError `route_not_found`, or `invalid_request` if there is no such account. */
function paymentAnswer(deps: InvoiceRouteDeps, account: string): Response {
  assertBilling(deps.config.billing);
  const name = nameOfAccount(deps.db, account);
  if (name === null)
    throw new TiroError("invalid_request", "There is no such person or organization.", { param: "account" });
  const payment = paymentOf(deps.db, account);
  const body: z.infer<typeof AccountPayment> = {
    object: "account_payment",
    account_id: account,
    account_name: name,
    currency: deps.config.billing.currency,
    open_micro_usd: payment.openMicroUsd,
    payment_arranged_at: timeOf(payment),
  };
  return jsonAnswer(200, body);
}

function timeOf({ paymentArrangedAt: at }: ReturnType<typeof paymentOf>): string | null {
  return at === null ? null : toIsoTime(at);
}
