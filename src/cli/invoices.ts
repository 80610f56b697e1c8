import { Command, Option } from "commander";
import { TiroError } from "../lib/errors.ts";
import { wireForm } from "../lib/wire-form.ts";
import { invoicesCsv } from "../metering/invoice-csv.ts";
import { invoiceJson } from "../metering/invoice-json.ts";
import {
  arrangePayment,
  closeInvoices,
  findInvoice,
  type Invoice,
  invoiceName,
  listInvoices,
  listOpenUsage,
  markPaid,
} from "../metering/invoices.ts";
import { formatAmount } from "../metering/money.ts";
import { nameOfAccount } from "../metering/names.ts";
import { invoicePage } from "../pages/invoice/invoice-page.ts";
import type { BillingAccount } from "../store/metering/billing-accounts.ts";
import { type Accounts, findAccountId, withAccounts } from "./support/accounts.ts";
import {
  printFields,
  printJson,
  printLine,
  printOutcome,
  printTable,
  shownNameOr,
} from "./support/output.ts";
import { writeOutput } from "./support/output-file.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTimeOr, type TimeFlags } from "./support/times.ts";

const INVOICE = "its number, such as INV-000001, or id (inv_…)";
const ACCOUNT = "person or organization: e-mail address, name or id";
const FORMATS = ["json", "csv", "html"] as const;

export function buildCommand(): Command {
  const invoices = new Command("invoices").description(
    "Invoices. A running server issues them itself, monthly and when the threshold is reached.",
  );
  const settling = [markPaidCommand(), arrangeCommand()];
  for (const command of [closeCommand(), listCommand(), showCommand(), exportCommand(), ...settling])
    invoices.addCommand(addSiteOptions(command));
  return invoices;
}

/** @throws TiroError `invalid_request` if billing is off. */
function withBilling<T>(flags: SiteFlags, work: (accounts: Accounts) => T): T {
  return withAccounts(flags, (accounts) => {
    if (accounts.config.billing.mode !== "off") return work(accounts);
    throw new TiroError("invalid_request", "Billing is off: nothing has a price.", {
      param: "billing.mode",
      hint: 'billing.mode = "meter" turns it on. Invoices from before it was turned off are kept.',
    });
  });
}

function closeCommand(): Command {
  return addTimeOption(new Command("close"))
    .description(
      "Issues the invoices that are due: for past months, and for accounts that reached the threshold.",
    )
    .action((flags: SiteFlags & TimeFlags) => {
      const made = withBilling(flags, closeInvoices);
      if (flags.json) return printJson(made.map(invoiceJson));
      const rows = made.map((invoice) => toCells(invoice, flags));
      printTable(HEADINGS, rows, "Nothing to invoice.");
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists invoices by number, then usage not invoiced yet.")
    .option("--account <account>", `only of this ${ACCOUNT}`)
    .action((flags: SiteFlags & TimeFlags & { account?: string }) => {
      const { invoices, open } = withBilling(flags, (accounts) => {
        const id = flags.account === undefined ? null : findAccountId(accounts.db, flags.account);
        const open = listOpenUsage(accounts, id).map((account) => ({
          ...account,
          accountName: nameOfAccount(accounts.db, account.accountId),
          currency: accounts.config.billing.currency,
        }));
        return { invoices: listInvoices(accounts, id), open };
      });
      if (flags.json) return printJson([...invoices.map(invoiceJson), ...open.map(openJson)]);
      const rows = [...invoices.map((invoice) => toCells(invoice, flags)), ...open.map(openCells)];
      printTable(HEADINGS, rows, "Nothing was charged yet.");
    });
}

function showCommand(): Command {
  return addTimeOption(new Command("show"))
    .description("Shows one invoice.")
    .argument("<invoice>", INVOICE)
    .action((name: string, flags: SiteFlags & TimeFlags) => {
      const invoice = withBilling(flags, (accounts) => findInvoice(accounts, name));
      const { items, ...facts } = invoiceJson(invoice);
      if (flags.json) return printJson({ ...facts, items });
      printFields(facts, flags);
      printLine("");
      printTable(
        ["KIND", "KEY", "REQUESTS", "BILLED S", `${invoice.currency}/HOUR`, `AMOUNT ${invoice.currency}`],
        invoice.items.map((item) => [
          item.kind,
          item.keyName ?? item.keyId,
          String(item.requests),
          String(item.billedSeconds),
          formatAmount(item.priceMicroUsd),
          formatAmount(item.amountMicroUsd),
        ]),
        "",
      );
    });
}

interface ExportFlags extends SiteFlags {
  format: (typeof FORMATS)[number];
  account?: string;
  output?: string;
}

function exportCommand(): Command {
  return new Command("export")
    .description("Exports invoices for other programs, or one as a printable page.")
    .argument("[invoices...]", `${INVOICE}; all without it`)
    .option("--account <account>", `only of this ${ACCOUNT}`)
    .addOption(new Option("--format <format>", "what to write").choices(FORMATS).default("json"))
    .option("--output <file>", "file to write (default: standard output)")
    .action((names: string[], flags: ExportFlags) => {
      const invoices = withBilling(flags, (accounts) => {
        if (names.length > 0) return names.map((name) => findInvoice(accounts, name));
        return listInvoices(accounts, flags.account ? findAccountId(accounts.db, flags.account) : null);
      });
      const text = exported(invoices, flags.format);
      if (flags.output === undefined) process.stdout.write(text);
      else writeOutput(flags.output, text, 0o600);
    });
}

function exported(invoices: Invoice[], format: ExportFlags["format"]): string {
  if (format === "json") return `${JSON.stringify(invoices.map(invoiceJson), null, 2)}\n`;
  if (format === "csv") return invoicesCsv(invoices);
  const [invoice, ...others] = invoices;
  if (invoice && others.length === 0) return invoicePage(invoice);
  throw new TiroError("invalid_request", "A page holds one invoice.", {
    param: "invoices",
    hint: "Name it: tiro invoices export INV-000001 --format html",
  });
}

function markPaidCommand(): Command {
  return new Command("mark-paid")
    .description("Marks an invoice as paid.")
    .argument("<invoice>", INVOICE)
    .action((name: string, flags: SiteFlags) => {
      const invoice = withBilling(flags, (accounts) => markPaid(accounts, name));
      printOutcome(flags, invoiceJson(invoice), `${invoiceName(invoice)} is paid.`);
    });
}

function arrangeCommand(): Command {
  return addTimeOption(new Command("arrange"))
    .description("Lets an account pay by invoice: in mode `enforce` it may then exceed its free usage.")
    .argument("<account>", ACCOUNT)
    .option("--withdraw", "takes it back")
    .action((name: string, flags: SiteFlags & TimeFlags & { withdraw?: boolean }) => {
      const account = withBilling(flags, (accounts) => ({
        ...arrangePayment(accounts, findAccountId(accounts.db, name), flags.withdraw !== true),
        currency: accounts.config.billing.currency,
      }));
      printFields(accountJson(account), flags);
    });
}

const HEADINGS = ["INVOICE", "STATE", "ACCOUNT", "NAME", "MONTH", "TOTAL", "DUE"];

function toCells(invoice: Invoice, flags: TimeFlags): string[] {
  const { state, accountId, accountName, month, amountMicroUsd, freeMicroUsd, dueAt } = invoice;
  const total = `${formatAmount(amountMicroUsd - freeMicroUsd)} ${invoice.currency}`;
  return [invoiceName(invoice), state, accountId, accountName, month, total, shownTimeOr("", dueAt, flags)];
}

interface OpenUsage extends BillingAccount {
  accountName: string | null;
  currency: string;
}

function openCells({ accountId, accountName, openMicroUsd, currency }: OpenUsage): string[] {
  const total = `${formatAmount(openMicroUsd)} ${currency}`;
  return ["", "open", accountId, shownNameOr(accountName), "", total, ""];
}

function openJson({ accountId, accountName, openMicroUsd, currency }: OpenUsage): Record<string, unknown> {
  const account = { account_id: accountId, account_name: accountName };
  return { object: "open_usage", state: "open", ...account, currency, total_micro_usd: openMicroUsd };
}

function accountJson(account: BillingAccount & { currency: string }): Record<string, unknown> {
  return {
    ...wireForm(account, "accountId", "paymentArrangedAt", "currency"),
    free_used_micro_usd: account.freeMicroUsd,
    open_micro_usd: account.openMicroUsd,
  };
}
