/** What an operator undoes of a person's ways to log in. */
import { Command } from "commander";
import { listPasskeys, removePasskey } from "../accounts/log-in/passkeys.ts";
import { disableTotp } from "../accounts/log-in/totp.ts";
import { findUser } from "../accounts/people/users.ts";
import { inTransaction } from "../store/db.ts";
import { withAccounts } from "./support/accounts.ts";
import { printJson, printLine } from "./support/output.ts";
import type { SiteFlags } from "./support/site.ts";

export function resetSecondStepCommand(user: string): Command {
  return new Command("reset-second-step")
    .description("Turns off a person's second log-in step, when they lost both app and recovery codes.")
    .argument("<user>", user)
    .action((name: string, flags: SiteFlags) => {
      const { id, email, was } = withAccounts(flags, (accounts) => {
        const { id, email } = findUser(accounts.db, name);
        return { id, email, was: disableTotp(accounts, id) };
      });
      if (flags.json) printJson({ id, email, was_on: was });
      else printLine(`${email} ${was ? "logs in without a second step from now on" : "had no second step"}.`);
    });
}

export function removePasskeysCommand(user: string): Command {
  return new Command("remove-passkeys")
    .description("Removes all passkeys of a person who lost a device.")
    .argument("<user>", user)
    .action((name: string, flags: SiteFlags) => {
      const { id, email, removed } = withAccounts(flags, (accounts) =>
        inTransaction(accounts.db, () => {
          const { id, email } = findUser(accounts.db, name);
          const passkeys = listPasskeys(accounts.db, id);
          for (const passkey of passkeys) removePasskey(accounts, id, passkey.id);
          return { id, email, removed: passkeys.length };
        }),
      );
      if (flags.json) printJson({ id, email, removed });
      else printLine(`Removed ${removed} passkeys of ${email}.`);
    });
}
