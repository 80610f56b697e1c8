import { Command, Option } from "commander";
import { findOrganization } from "../accounts/organizations/organizations.ts";
import { addHook, removeHook, renewHookSecret } from "../delivery/webhooks/hooks.ts";
import { wireForm } from "../lib/wire-form.ts";
import type { Db } from "../store/db.ts";
import { allWebhooks, WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from "../store/delivery/webhooks.ts";
import { withAccounts } from "./support/accounts.ts";
import { printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";

interface HookFlags extends SiteFlags {
  org?: string;
}

export function buildCommand(): Command {
  const webhooks = new Command("webhooks").description(
    "Calls to other programs when something has happened: an organization's, or this installation's own.",
  );
  for (const command of [listCommand(), addCommand(), secretCommand(), removeCommand()])
    webhooks.addCommand(addSiteOptions(command));
  return webhooks;
}

function listCommand(): Command {
  return new Command("list").description("Lists all webhooks, oldest first.").action((flags: SiteFlags) => {
    const hooks = withAccounts(flags, ({ db }) => allWebhooks(db));
    printList(flags, hooks.map(toJson), "No webhooks.", {
      ID: "id",
      OF: ["organization_id", "installation"],
      ADDRESS: "url",
      EVENTS: "events",
    });
  });
}

function addCommand(): Command {
  return orgOption(new Command("add"))
    .description("Sets a webhook, and prints its secret, which is not shown again.")
    .argument("<url>", "address at a host in webhooks.allow")
    .addOption(
      new Option("--event <event...>", "what it hears of").choices(WEBHOOK_EVENTS).makeOptionMandatory(),
    )
    .option("--with-result", "include the results of jobs; never under zero retention")
    .action((url: string, flags: HookFlags & { event: WebhookEvent[]; withResult?: boolean }) => {
      const { hook, secret } = withAccounts(flags, (accounts) => {
        const { event: events, withResult = false } = flags;
        const organizationId = organizationOf(accounts.db, flags);
        return addHook(accounts, accounts.config, { organizationId, url, events, withResult });
      });
      printOutcome(flags, { ...toJson(hook), secret }, `${hook.id}\n${secret}`);
    });
}

function secretCommand(): Command {
  return orgOption(new Command("renew-secret"))
    .description("Gives a webhook a new secret; for a day the one before signs too.")
    .argument("<webhook>", "whk_…")
    .action((id: string, flags: HookFlags) => {
      const secret = withAccounts(flags, (accounts) =>
        renewHookSecret(accounts, organizationOf(accounts.db, flags), id),
      );
      printOutcome(flags, { id, secret }, secret);
    });
}

function removeCommand(): Command {
  return orgOption(new Command("remove"))
    .description("Removes a webhook; its waiting calls are dropped.")
    .argument("<webhook>", "whk_…")
    .action((id: string, flags: HookFlags) => {
      withAccounts(flags, (accounts) => removeHook(accounts, organizationOf(accounts.db, flags), id));
      printOutcome(flags, { id, removed: true }, `Removed ${id}.`);
    });
}

function orgOption(command: Command): Command {
  return command.option(
    "--org <organization>",
    "whose: name or id (org_…); without it, this installation's own",
  );
}

function organizationOf(db: Db, { org }: HookFlags): string | null {
  return org === undefined ? null : findOrganization(db, org).id;
}

function toJson(webhook: Webhook) {
  return wireForm(webhook, "id", "organizationId", "url", "events", "withResult", "createdAt");
}
