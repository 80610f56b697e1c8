import { Command } from "commander";
import { type AuditLine, exportAudit, listAudit, verifyAudit } from "../accounts/audit/audit-log.ts";
import { limits } from "../config/limits.ts";
import { OperatorError } from "../lib/errors.ts";
import { visibleJson } from "../lib/visible-json.ts";
import { nameOf } from "../metering/names.ts";
import type { Db } from "../store/db.ts";
import { withAccounts } from "./support/accounts.ts";
import { wholeNumber } from "./support/arguments.ts";
import { printJson, printLine, printTable, shownNameOr } from "./support/output.ts";
import { addSiteOptions, type SiteFlags } from "./support/site.ts";
import { addTimeOption, shownTime, type TimeFlags } from "./support/times.ts";

export function buildCommand(): Command {
  const audit = new Command("audit").description(
    "The audit log: who changed which account, key, policy or setting, when, and from where.",
  );
  for (const command of [listCommand(), verifyCommand(), exportCommand()])
    audit.addCommand(addSiteOptions(command));
  return audit;
}

function listCommand(): Command {
  return addTimeOption(new Command("list"))
    .description("Lists the newest entries, oldest first.")
    .option("--target <id>", "only entries about this account or key")
    .option("--limit <lines>", "how many", wholeNumber, limits.auditLinesListed)
    .action((flags: SiteFlags & TimeFlags & { target?: string; limit: number }) => {
      const { lines, rows } = withAccounts(flags, ({ db }) => {
        const lines = listAudit(db, { target: flags.target ?? null, limit: flags.limit });
        return { lines, rows: lines.map((line) => toCells(db, line, flags)) };
      });
      if (flags.json) return printJson(lines);
      const who = ["WHO", "WHO NAME", "FROM"];
      printTable(["LINE", "TIME", ...who, "ACTION", "TARGET", "TARGET NAME", "DETAILS"], rows, "No lines.");
    });
}

function verifyCommand(): Command {
  return new Command("verify")
    .description(
      "Checks that no entry was changed or removed. Otherwise exits with 1 and names the first broken entry.",
    )
    .option(
      "--expect <head>",
      "a head printed by an earlier run, SEQUENCE:HASH; also detects a rewritten log",
    )
    .action((flags: SiteFlags & { expect?: string }) => {
      const verdict = withAccounts(flags, ({ db }) => verifyAudit(db, flags.expect ?? null));
      if (flags.json) printJson(verdict);
      if (!verdict.intact)
        throw new OperatorError(
          "audit_log_broken",
          `The audit log is broken at line ${verdict.line}. ${verdict.problem}`,
          {
            hint: "Something other than tiro changed the database. Keep a copy of the data folder and compare it with a backup.",
          },
        );
      if (!flags.json) printLine(`The audit log is intact: ${verdict.lines} entries. Head: ${verdict.head}`);
    });
}

function exportCommand(): Command {
  return new Command("export")
    .description("Prints every entry as one line of JSON, with the hashes that chain them.")
    .action((flags: SiteFlags) => {
      withAccounts(flags, ({ db }) => exportAudit(db, (line) => printLine(visibleJson(line))));
    });
}

function toCells(db: Db, line: AuditLine, flags: TimeFlags): string[] {
  const from = [line.credential, line.address].filter((part) => part !== null).join(" ");
  const { sequence, at, actor, action, target, details } = line;
  return [
    String(sequence),
    shownTime(Date.parse(at), flags),
    actor,
    namedCell(db, actor),
    from,
    action,
    target,
    namedCell(db, target),
    visibleJson(details),
  ];
}

/** Empty if the id is of something that has no name. */
function namedCell(db: Db, id: string): string {
  const name = nameOf(db, id);
  return name === undefined ? "" : shownNameOr(name);
}
