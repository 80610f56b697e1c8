/** Commands that undo a person's ways to log in. */

import { Command } from "commander";
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { endBrowserSessions } from "../accounts/credentials/browser-sessions.ts";
import { removePasskeys } from "../accounts/log-in/passkeys.ts";
import { disableTotp } from "../accounts/log-in/totp.ts";
import { revokeGrantsOf } from "../accounts/oauth/grants.ts";
import { findUser } from "../accounts/people/users.ts";
import { TiroError } from "../lib/errors.ts";
import { inTransaction } from "../store/db.ts";
import { allUsers } from "../store/people/users.ts";
import { withAccounts } from "./support/accounts.ts";
import { printOutcome } from "./support/output.ts";
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
      const words = was ? "logs in without a second step from now on" : "had no second step";
      printOutcome(flags, { id, email, was_on: was }, `${email} ${words}.`);
    });
}

export function removePasskeysCommand(user: string): Command {
  return new Command("remove-passkeys")
    .description("Removes all passkeys of a person who lost a device.")
    .argument("<user>", user)
    .action((name: string, flags: SiteFlags) => {
      const { id, email, removed } = withAccounts(flags, (accounts) => {
        const { id, email } = findUser(accounts.db, name);
        return { id, email, removed: removePasskeys(accounts, id) };
      });
      printOutcome(flags, { id, email, removed }, `Removed ${removed} passkeys of ${email}.`);
    });
}

interface EndSessionsFlags extends SiteFlags {
  all?: boolean;
  apps?: boolean;
}

export function endSessionsCommand(user: string): Command {
  return new Command("end-sessions")
    .description(
      "Logs a person, or everybody, out in all browsers at once. Keys keep working: `tiro keys revoke` ends them.",
    )
    .argument("[user]", user)
    .option("--all", "everybody's, as after a log-in was stolen")
    .option("--apps", "the access of apps too, which then have to ask again")
    .action((name: string | undefined, flags: EndSessionsFlags) => {
      if ((name === undefined) !== (flags.all === true))
        throw new TiroError("invalid_request", "Name a person, or everybody with --all.", { param: "user" });
      const ended = withAccounts(flags, (accounts) => {
        const { db } = accounts;
        const people = name === undefined ? allUsers(db) : [findUser(db, name)];
        return inTransaction(db, () => people.map(({ id }) => endAccess(accounts, id, flags.apps ?? false)));
      });
      const sum = (which: "sessions" | "apps") => ended.reduce((total, each) => total + each[which], 0);
      const [sessions, apps] = [sum("sessions"), sum("apps")];
      const words = `Ended ${sessions} sessions and the access of ${apps} apps, of ${ended.length} people.`;
      printOutcome(flags, { people: ended.length, sessions, apps }, words);
    });
}

function endAccess(accounts: ChangeDeps, id: string, withApps: boolean): { sessions: number; apps: number } {
  const sessions = endBrowserSessions(accounts, id);
  return { sessions, apps: withApps ? revokeGrantsOf(accounts, id).length : 0 };
}
