import { Command } from "commander";
import {
  clearLimit,
  explainGroupLimits,
  explainLimits,
  groupIdOf,
  LIMIT_NAMES,
  setLimit,
} from "../metering/limits.ts";
import { type Accounts, findAccountId, withAccounts } from "./support/accounts.ts";
import { printList } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";

const ACCOUNT =
  "person, organization or group: e-mail address, name or id; a group as `group:NAME`, as the directory or the identity provider names it";
const NAME = `one of ${LIMIT_NAMES.join(", ")}`;

export function buildCommand(): Command {
  const limits = new Command("limits").description(
    "The limits of one account: its own, else its plan's, else the configuration's. Changes take effect with the next request.",
  );
  for (const command of [showCommand(), setCommand(), clearCommand()])
    limits.addCommand(addSiteOptions(command));
  return limits;
}

function showCommand(): Command {
  return new Command("show")
    .description("Shows the limits of an account and where each one comes from.")
    .argument("<account>", ACCOUNT)
    .action((account: string, flags: SiteFlags) => change(account, flags, () => {}));
}

function setCommand(): Command {
  return new Command("set")
    .description("Sets one limit of an account.")
    .argument("<account>", ACCOUNT)
    .argument("<name>", NAME)
    .argument("<value>", "a whole number, or `unlimited` where allowed")
    .action((account: string, name: string, value: string, flags: SiteFlags) =>
      change(account, flags, (accounts, id) => setLimit(accounts, id, name, value)),
    );
}

function clearCommand(): Command {
  return new Command("clear")
    .description("Removes an account's own limit; its plan and the configuration apply again.")
    .argument("<account>", ACCOUNT)
    .argument("<name>", NAME)
    .action((account: string, name: string, flags: SiteFlags) =>
      change(account, flags, (accounts, id) => clearLimit(accounts, id, name)),
    );
}

/** Does it, and shows what the account has then. */
function change(account: string, flags: SiteFlags, work: (accounts: Accounts, id: string) => void): void {
  const shown = withAccounts(flags, (accounts) => {
    const group = groupIdOf(account);
    const id = group ?? findAccountId(accounts.db, account);
    work(accounts, id);
    return group === null ? explainLimits(accounts, id) : explainGroupLimits(accounts.db, id);
  });
  printList(flags, shown, "", { LIMIT: "name", VALUE: ({ value }) => String(value), FROM: "source" });
}
