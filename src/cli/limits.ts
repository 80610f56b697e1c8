import { Command } from "commander";
import { findAccountId } from "../accounts/find-account.ts";
import { clearLimit, explainLimits, LIMIT_NAMES, setLimit } from "../metering/limits.ts";
import { type Accounts, withAccounts } from "./support/accounts.ts";
import { printJson, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";

const ACCOUNT = "person or organization: e-mail address, name or id";
const NAME = `one of ${LIMIT_NAMES.join(", ")}`;

export function buildCommand(): Command {
  const limits = new Command("limits").description(
    "What one account may have: its own limits, else its plan's, else the configuration's. Works while the server runs and while it does not; changes count from the next request on.",
  );
  for (const command of [showCommand(), setCommand(), clearCommand()])
    limits.addCommand(addSiteOptions(command));
  return limits;
}

function showCommand(): Command {
  return new Command("show")
    .description("Shows the limits of an account and where each comes from.")
    .argument("<account>", ACCOUNT)
    .action((account: string, flags: SiteFlags) => change(account, flags, () => {}));
}

function setCommand(): Command {
  return new Command("set")
    .description("Sets one limit of an account.")
    .argument("<account>", ACCOUNT)
    .argument("<name>", NAME)
    .argument("<value>", "a whole number, or `unlimited` where the limit may be that")
    .action((account: string, name: string, value: string, flags: SiteFlags) =>
      change(account, flags, (accounts, id) => setLimit(accounts, id, name, value)),
    );
}

function clearCommand(): Command {
  return new Command("clear")
    .description("Lets the account go by its plan and the configuration again.")
    .argument("<account>", ACCOUNT)
    .argument("<name>", NAME)
    .action((account: string, name: string, flags: SiteFlags) =>
      change(account, flags, (accounts, id) => clearLimit(accounts, id, name)),
    );
}

/** Does it, and shows what the account has then. */
function change(account: string, flags: SiteFlags, work: (accounts: Accounts, id: string) => void): void {
  const shown = withAccounts(flags, (accounts) => {
    const id = findAccountId(accounts.db, account);
    work(accounts, id);
    return explainLimits(accounts, id);
  });
  if (flags.json) {
    printJson(shown);
    return;
  }
  const rows = shown.map(({ name, value, source }) => [name, String(value), source]);
  printTable(["LIMIT", "VALUE", "FROM"], rows, "");
}
