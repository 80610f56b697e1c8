/** `tiro users remove`. */
import { join } from "node:path";
import { Command } from "commander";
import { removePerson } from "../dictation/remove-person.ts";
import { TiroError } from "../lib/errors.ts";
import { reclaim } from "../store/database/reclaim.ts";
import { removeSpooled } from "../store/uploads/spool.ts";
import { withAccounts } from "./support/accounts.ts";
import { printJson, printLine } from "./support/output.ts";
import type { SiteFlags } from "./support/site.ts";
import { atOnce, NOT_RECLAIMED } from "./support/slices.ts";

export function removeUserCommand(user: string): Command {
  return new Command("remove")
    .description(
      "Permanently removes a person: keys, log-ins, access of apps, jobs, dictionary, settings, history and recordings. Their usage and invoices stay, under their id; so does the audit log.",
    )
    .argument("<user>", user)
    .option("--yes", "really do it")
    .action((name: string, flags: SiteFlags & { yes?: boolean }) => {
      if (!flags.yes) {
        throw new TiroError("invalid_request", "A removed person cannot be restored.", {
          hint: "Add --yes to remove them. `tiro users export` saves a copy of their history first; `tiro users disable` can be undone.",
        });
      }
      const { user, spoolNames, reclaimed, ...counts } = withAccounts(flags, (accounts) => {
        const dataDir = accounts.config.data.dir;
        const removed = atOnce(removePerson({ ...accounts, dataDir }, name));
        removeSpooled(join(dataDir, "spool"), removed.spoolNames);
        return { ...removed, reclaimed: atOnce(reclaim(accounts.db)) };
      });
      const { keys, grants, jobs, sessions, recordings, browserSessions } = counts;
      if (flags.json) {
        const rest = {
          keys,
          grants,
          browser_sessions: browserSessions,
          jobs,
          sessions,
          recordings,
          reclaimed,
        };
        printJson({ user_id: user.id, ...rest });
        return;
      }
      printLine(
        `Removed ${user.email} (${user.id}) with ${sessions} sessions of history, ${recordings} recordings, ${jobs} jobs, ${keys} keys and ${grants} grants of apps.`,
      );
      if (!reclaimed) printLine(NOT_RECLAIMED);
    });
}
