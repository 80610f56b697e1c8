import { Command } from "commander";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { TiroError } from "../lib/errors.ts";
import { lockDataFolder } from "../store/data-folder/server-lock.ts";
import { inTransaction } from "../store/db.ts";
import { forgetSealedSecrets, rotateSecretKey } from "../store/secrets/sealed-secrets.ts";
import { type Accounts, withAccounts } from "./support/accounts.ts";
import { printJson, printLine } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { siteConfig } from "./support/site-config.ts";

export function buildCommand(): Command {
  return new Command("secrets")
    .description(
      "The key that seals what the database must keep but nobody may read: second steps, signing keys of access tokens. Works while the server does not run.",
    )
    .addCommand(addSiteOptions(rotateCommand()))
    .addCommand(addSiteOptions(resetCommand()));
}

function rotateCommand(): Command {
  return new Command("rotate")
    .description("Seals every secret with a new key. Backups from before still need the old one.")
    .option(
      "--to <file>",
      "where the new key lies from now on; made if missing (default: where the old one lies)",
    )
    .action((flags: SiteFlags & { to?: string }) => {
      const { to = null } = flags;
      const secrets = withoutServer(flags, (accounts) => {
        const { key_file: named } = accounts.config.secret;
        if (named !== undefined && to === null) throw needsFile(named);
        let count = 0;
        rotateSecretKey(accounts.db, to, (secrets) => {
          count = secrets;
          recordAudit(accounts, "secrets.rotated", "secret_key", { secrets });
        });
        return count;
      });
      if (flags.json) return printJson({ secrets, key_file: to });
      printLine(`Sealed ${secrets} secrets with a new key.`);
      if (to !== null) printLine(`Before the next start, let secret.key_file or the credential be ${to}.`);
    });
}

function resetCommand(): Command {
  return new Command("reset")
    .description(
      "For a key that is lost: turns off everybody's second step, ends access tokens and log-ins under way, and removes webhooks, the audio of recordings and the cluster's keys. The next start makes a new key.",
    )
    .requiredOption("--yes", "really do so")
    .action((flags: SiteFlags) => {
      withoutServer(flags, (accounts) =>
        inTransaction(accounts.db, () => {
          forgetSealedSecrets(accounts.db);
          recordAudit(accounts, "secrets.reset", "secret_key");
        }),
      );
      if (flags.json) printJson({ reset: true });
      else {
        printLine("Gave up what the lost key sealed. People turn on their second step again.");
        printLine("Webhooks were removed, and the audio of recordings can no longer be played.");
      }
    });
}

/** A running server holds the key that it read. @throws OperatorError `data_folder_in_use`. */
function withoutServer<T>(flags: SiteFlags, work: (accounts: Accounts) => T): T {
  const { config } = siteConfig({ config: flags.config, data: flags.data });
  const dataDir = config.data.dir;
  return withAccounts(flags, (accounts) => {
    const unlock = lockDataFolder(dataDir, prepareNativeLibraries({ dataDir }).sqliteBindingPath);
    try {
      return work(accounts);
    } finally {
      unlock();
    }
  });
}

function needsFile(named: string): TiroError {
  return new TiroError("invalid_request", "Say where the new key is to lie.", {
    param: "to",
    hint: `The configuration names ${named}, which is not tiro's to replace: use --to FILE, then put that file in its place.`,
  });
}
