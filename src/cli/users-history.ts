/** A person's history at the command line: `tiro users export` and `tiro users erase-history`. */

import { closeSync, openSync, writeSync } from "node:fs";
import { Command } from "commander";
import { findUser } from "../accounts/people/users.ts";
import { eraseHistory } from "../dictation/history/erasure.ts";
import { exportPerson } from "../dictation/history/export.ts";
import { TiroError } from "../lib/errors.ts";
import { reclaim } from "../store/database/reclaim.ts";
import { withAccounts } from "./support/accounts.ts";
import { printJson, printLine } from "./support/output.ts";
import type { SiteFlags } from "./support/site.ts";
import { atOnce, NOT_RECLAIMED } from "./support/slices.ts";

const STANDARD_OUTPUT = 1;

export function eraseHistoryCommand(user: string): Command {
  return new Command("erase-history")
    .description("Permanently erases everything a person dictated. Dictionary and settings stay.")
    .argument("<user>", user)
    .option("--yes", "really do it")
    .action((name: string, flags: SiteFlags & { yes?: boolean }) => {
      if (!flags.yes) {
        throw new TiroError("invalid_request", "Erased history cannot be restored.", {
          hint: "Add --yes to erase it. `tiro users export` saves a copy first.",
        });
      }
      const done = withAccounts(flags, (accounts) => {
        const { id, email } = findUser(accounts.db, name);
        const sessions = atOnce(eraseHistory(accounts, id));
        return { id, email, sessions, reclaimed: atOnce(reclaim(accounts.db)) };
      });
      if (flags.json)
        return printJson({ user_id: done.id, sessions: done.sessions, reclaimed: done.reclaimed });
      printLine(`Erased ${done.sessions} sessions of ${done.email}.`);
      if (!done.reclaimed) printLine(NOT_RECLAIMED);
    });
}

export function exportCommand(user: string): Command {
  return new Command("export")
    .description("Exports everything stored for a person as JSON: settings, dictionary, history.")
    .argument("<user>", user)
    .option("--output <file>", "file to write; must not exist yet (default: standard output)")
    .action((name: string, flags: SiteFlags & { output?: string }) =>
      withAccounts(flags, ({ db }) => {
        const person = findUser(db, name);
        const file = flags.output === undefined ? STANDARD_OUTPUT : openSync(flags.output, "wx", 0o600);
        for (const piece of exportPerson(db, person)) writeAll(file, piece);
        if (file !== STANDARD_OUTPUT) closeSync(file);
      }),
    );
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(file, bytes, written);
}
