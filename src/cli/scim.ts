import { Command } from "commander";
import { createScimToken, revokeScimToken, scimTokenState } from "../accounts/directory/tokens.ts";
import { systemClock } from "../lib/clock.ts";
import { wireForm } from "../lib/wire-form.ts";
import { type ScimToken, scimTokens } from "../store/directory/tokens.ts";
import { withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, type TimeFlags } from "./support/times.ts";

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
      const { id, ...form } = toJson(created);
      const { token } = created;
      const words = `${token}\n\nCopy the token now; it is not shown again. Its id is ${id}. The directory's address: ${url}`;
      printOutcome(flags, { id, token, url, ...form }, words);
    });
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists tokens without their secrets, oldest first.")
    .action((flags: SiteFlags & TimeFlags) => {
      const tokens = withAccounts(flags, ({ db }) => scimTokens(db));
      printList(flags, tokens.map(toJson), "No tokens yet.", {
        ID: "id",
        NAME: "name",
        "ENDS IN": ({ last_four }) => `…${last_four}`,
        STATE: "state",
        CREATED: "created_at",
        "LAST USED": ["last_used_at", "never"],
        EXPIRES: ["expires_at", "never"],
      });
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Makes a token useless from the next request on.")
    .argument("<id>", "id of the token (sct_…)")
    .action((id: string, flags: SiteFlags) => {
      const token = withAccounts(flags, (accounts) => revokeScimToken(accounts, id));
      printOutcome(flags, toJson(token), `Revoked ${token.id} (${token.name}).`);
    });
}

function toJson(token: ScimToken) {
  return {
    ...wireForm(token, "id", "name", "lastFour"),
    state: scimTokenState(token, systemClock.now()),
    ...wireForm(token, "createdAt", "lastUsedAt", "expiresAt", "revokedAt"),
  };
}
