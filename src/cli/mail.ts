import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { configuredUrl } from "../config/listen.ts";
import { templateFiles } from "../delivery/mail/templates.ts";
import { sendTestMessage } from "../delivery/mail/test-message.ts";
import { systemClock } from "../lib/clock.ts";
import { OperatorError } from "../lib/errors.ts";
import { wireForm } from "../lib/wire-form.ts";
import { deliveryFigures } from "../store/delivery/deliveries.ts";
import { withAccounts } from "./support/accounts.ts";
import { printList, printOutcome } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

export function buildCommand(): Command {
  const mail = new Command("mail").description("Mail that tiro sends to people.");
  for (const command of [testCommand(), queueCommand()]) mail.addCommand(addSiteOptions(command));
  return mail.addCommand(templatesCommand());
}

function testCommand(): Command {
  return new Command("test")
    .description("Sends a test message at once, past the queue.")
    .argument("<address>", "e-mail address")
    .action(async (address: string, flags: SiteFlags) => {
      const loaded = siteConfig({ config: flags.config, data: flags.data });
      const { server: own } = loaded.config;
      const publicUrl = own.public_url ?? configuredUrl(own);
      const { to, server } = await sendTestMessage({ ...loaded, publicUrl, clock: systemClock }, address);
      printOutcome(flags, { to, server, sent: true }, `${server} took a message to ${to}.`);
    });
}

function queueCommand(): Command {
  return new Command("queue")
    .description("Shows what waits to be sent, by mail and to webhooks.")
    .action((flags: SiteFlags) => {
      const lanes = withAccounts(flags, ({ db }) => deliveryFigures(db)).map((figures) =>
        wireForm(figures, "lane", "waiting", "oldestAt"),
      );
      printList(flags, lanes, "Nothing waits.", {
        TO: "lane",
        WAITING: "waiting",
        OLDEST: ({ oldest_at }) => oldest_at,
      });
    });
}

function templatesCommand(): Command {
  return new Command("templates")
    .description(
      "Writes tiro's own texts into a folder, for mail.templates_dir. Files that exist stay as they are.",
    )
    .argument("<folder>", "made if it is missing")
    .option("--json", "print JSON")
    .action((folder: string, flags: { json?: boolean }) => {
      const missing = writeTemplates(folder);
      const written = missing.map(({ name }) => name);
      printOutcome(flags, { folder, written }, `Wrote ${missing.length} texts into ${folder}.`);
    });
}

/** @returns those that were missing. @throws OperatorError `not_writable`. */
function writeTemplates(folder: string): { name: string }[] {
  try {
    mkdirSync(folder, { recursive: true });
    const missing = templateFiles().filter(({ name }) => !existsSync(join(folder, name)));
    for (const { name, content } of missing) writeFileSync(join(folder, name), content, { flag: "wx" });
    return missing;
  } catch (cause) {
    throw new OperatorError("not_writable", `${folder} cannot be written (${(cause as Error).message}).`, {
      hint: "Name a folder that this user may write to.",
      cause,
    });
  }
}
