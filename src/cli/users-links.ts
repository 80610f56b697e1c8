/** `tiro users setup-links`: for sites without mail, links for many people at once. */

import { Command } from "commander";
import { makeSetupLink } from "../accounts/onboarding/setup-links.ts";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { toIsoTime } from "../lib/clock.ts";
import { csv } from "../lib/csv.ts";
import { HOUR_MS } from "../lib/units.ts";
import { passwordHashOf } from "../store/credentials/passwords.ts";
import { inTransaction } from "../store/db.ts";
import { membersOf } from "../store/organizations/members.ts";
import { allUsers, type User } from "../store/people/users.ts";
import { type Accounts, addUrlOption, type LinkFlags, withAccounts } from "./support/accounts.ts";
import { withNewFile } from "./support/new-file.ts";
import { printOutcome } from "./support/output.ts";

interface LinksFlags extends LinkFlags {
  org?: string;
  all?: boolean;
}

export function setupLinksCommand(): Command {
  return addUrlOption(new Command("setup-links"))
    .description(
      "Creates one-time links for everybody who has no password yet, and writes them to a CSV file. Earlier links of these people stop working.",
    )
    .argument("<file>", "CSV file, which must not exist yet; readable by its user alone")
    .option("--org <organization>", "only its members: name or id (org_…)")
    .option("--all", "also for people who have a password, to choose a new one")
    .action((file: string, flags: LinksFlags) => {
      const people = withNewFile(file, (write) => {
        const links = withAccounts(flags, (accounts) => makeLinks(accounts, flags));
        write(csv([["email", "name", "url", "expires_at"], ...links]));
        return { result: links.length, keep: true };
      });
      printOutcome(flags, { people, file }, `Wrote links for ${people} people to ${file}.`);
    });
}

function makeLinks(accounts: Accounts, flags: LinksFlags): string[][] {
  const { db, config, publicUrl } = accounts;
  const members =
    flags.org === undefined
      ? null
      : new Set(membersOf(db, findOrganization(db, flags.org).id).map(({ userId }) => userId));
  const isMeant = ({ id, disabledAt }: User) =>
    disabledAt === null &&
    (members === null || members.has(id)) &&
    (flags.all === true || passwordHashOf(db, id) === null);
  const validMs = config.auth.setup_link_hours * HOUR_MS;
  return inTransaction(db, () =>
    allUsers(db)
      .filter(isMeant)
      .map((user) => {
        const { url, expiresAt } = makeSetupLink(accounts, user, flags.url ?? publicUrl, { validMs });
        return [user.email, user.name ?? "", url, toIsoTime(expiresAt)];
      }),
  );
}
