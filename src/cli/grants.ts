import { Command } from "commander";
import { listGrants, revokeGrant, revokeGrantsOf } from "../accounts/oauth/grants.ts";
import { findUser } from "../accounts/people/users.ts";
import { TiroError } from "../lib/errors.ts";
import { wireForm } from "../lib/wire-form.ts";
import type { ListedOAuthGrant } from "../store/oauth/grants.ts";
import { type Accounts, withAccounts } from "./support/accounts.ts";
import { printJson, printLine, printList } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

interface UserFlags extends SiteFlags {
  user?: string;
}

export function buildCommand(): Command {
  return new Command("grants")
    .description("Apps that people gave access (OAuth).")
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(revokeCommand()));
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists active grants, oldest first.")
    .option("--user <user>", "only those of one person: e-mail address or id (usr_…)")
    .action((flags: UserFlags & TimeFlags) => {
      const grants = withAccounts(flags, (accounts) => {
        const user = flags.user === undefined ? null : findUser(accounts.db, flags.user);
        return listGrants(accounts, user?.id ?? null);
      });
      printList(flags, grants.map(toJson), "No app has access.", {
        ID: "id",
        PERSON: "email",
        APP: "client_name",
        SCOPES: ({ scopes }) => scopes.join(" "),
        RESOURCES: ({ resources }) => resources.join(" "),
        ALLOWED: "created_at",
        "LAST USED": ["last_used_at", "never"],
      });
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Revokes a grant: its tokens stop working with the next request.")
    .argument("[id]", "id of the grant (gra_…)")
    .option("--user <user>", "all grants of one person: e-mail address or id (usr_…)")
    .action((id: string | undefined, flags: UserFlags) => {
      const grants = withAccounts(flags, (accounts) => revoke(accounts, id, flags.user));
      if (flags.json) return printJson(grants.map(toJson));
      for (const grant of grants)
        printLine(`Revoked ${grant.id} (${grant.clientName || grant.clientId} for ${grant.email}).`);
      if (grants.length === 0) printLine("No app had access.");
    });
}

function revoke(accounts: Accounts, id: string | undefined, user: string | undefined): ListedOAuthGrant[] {
  if (id !== undefined && user === undefined) return [revokeGrant(accounts, id)];
  if (user !== undefined && id === undefined) return revokeGrantsOf(accounts, findUser(accounts.db, user).id);
  throw new TiroError("invalid_request", "Revoke either one grant or all of one person.", {
    hint: "Name one: `tiro grants revoke ID`, or `tiro grants revoke --user EMAIL`.",
  });
}

function toJson(grant: ListedOAuthGrant) {
  const app = wireForm(grant, "clientId", "clientName", "scopes", "resources", "redirectUri");
  const times = wireForm(grant, "createdAt", "lastUsedAt", "expiresAt", "revokedAt");
  return { ...wireForm(grant, "id", "userId", "email"), ...app, ...times };
}
