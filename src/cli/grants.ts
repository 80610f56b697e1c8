import { Command } from "commander";
import { listGrants, revokeGrant, revokeGrantsOf } from "../accounts/oauth/grants.ts";
import { findUser } from "../accounts/people/users.ts";
import { toIsoTime } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { ListedOAuthGrant } from "../store/oauth/grants.ts";
import { type Accounts, timeOr, withAccounts } from "./support/accounts.ts";
import { printJson, printLine, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, shownTimeOr, type TimeFlags } from "./support/times.ts";

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
      if (flags.json) return printJson(grants.map(toJson));
      const rows = grants.map((grant) => [
        grant.id,
        grant.email,
        grant.clientName,
        grant.scopes.join(" "),
        grant.resources.join(" "),
        shownTime(grant.createdAt, flags),
        shownTimeOr("never", grant.lastUsedAt, flags),
      ]);
      const headings = ["ID", "PERSON", "APP", "SCOPES", "RESOURCES", "ALLOWED", "LAST USED"];
      printTable(headings, rows, "No app has access.");
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

function toJson(grant: ListedOAuthGrant): Record<string, unknown> {
  return {
    id: grant.id,
    user_id: grant.userId,
    email: grant.email,
    client_id: grant.clientId,
    client_name: grant.clientName,
    scopes: grant.scopes,
    resources: grant.resources,
    redirect_uri: grant.redirectUri,
    created_at: toIsoTime(grant.createdAt),
    last_used_at: timeOr(null, grant.lastUsedAt),
    expires_at: toIsoTime(grant.expiresAt),
    revoked_at: timeOr(null, grant.revokedAt),
  };
}
