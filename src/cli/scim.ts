import { Command } from "commander";
import { createScimToken, revokeScimToken, scimTokenState } from "../accounts/directory/tokens.ts";
import { systemClock, toIsoTime } from "../lib/clock.ts";
import { type ScimToken, scimTokens } from "../store/directory/tokens.ts";
import { timeOr, withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printJson, printLine, printTable } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, shownTimeOr, type TimeFlags } from "./support/times.ts";

export function buildCommand(): Command {
  const token = new Command("token")
    .description("Tokens with which the company's directory provisions people and groups.")
    .addCommand(addSiteOptions(createCommand()))
    .addCommand(addSiteOptions(listCommand()))
    .addCommand(addSiteOptions(revokeCommand()));
  return new Command("scim").description("The company's directory (SCIM 2.0).").addCommand(token);
}

function createCommand(): Command {
  return new Command("create")
    .description("Creates a token for the whole server. The full token is shown only once.")
    .requiredOption("--name <name>", "which directory it is for")
    .option("--expires <days>", "days until it expires (default: never)", wholeNumber)
    .action((flags: SiteFlags & { name: string; expires?: number }) => {
      const { created, url } = withAccounts(flags, (accounts) => ({
        created: createScimToken(accounts, { name: flags.name, expiresInDays: flags.expires }),
        url: `${accounts.publicUrl}/scim/v2`,
      }));
      if (flags.json) return printJson({ id: created.id, token: created.token, url, ...toJson(created) });
      printLine(
        `${created.token}\n\nCopy the token now; it is not shown again. Its id is ${created.id}. The directory's address: ${url}`,
      );
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists tokens without their secrets, oldest first.")
    .action((flags: SiteFlags & TimeFlags) => {
      const tokens = withAccounts(flags, ({ db }) => scimTokens(db));
      if (flags.json) return printJson(tokens.map(toJson));
      const rows = tokens.map((token) => [
        token.id,
        token.name,
        `…${token.lastFour}`,
        scimTokenState(token, systemClock.now()),
        shownTime(token.createdAt, flags),
        shownTimeOr("never", token.lastUsedAt, flags),
        shownTimeOr("never", token.expiresAt, flags),
      ]);
      const headings = ["ID", "NAME", "ENDS IN", "STATE", "CREATED", "LAST USED", "EXPIRES"];
      printTable(headings, rows, "No tokens yet.");
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Makes a token useless from the next request on.")
    .argument("<id>", "id of the token (sct_…)")
    .action((id: string, flags: SiteFlags) => {
      const token = withAccounts(flags, (accounts) => revokeScimToken(accounts, id));
      if (flags.json) printJson(toJson(token));
      else printLine(`Revoked ${token.id} (${token.name}).`);
    });
}

function toJson(token: ScimToken): Record<string, unknown> {
  return {
    id: token.id,
    name: token.name,
    last_four: token.lastFour,
    state: scimTokenState(token, systemClock.now()),
    created_at: toIsoTime(token.createdAt),
    last_used_at: timeOr(null, token.lastUsedAt),
    expires_at: timeOr(null, token.expiresAt),
    revoked_at: timeOr(null, token.revokedAt),
  };
}
