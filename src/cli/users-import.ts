/** `tiro users import`. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { IMPORT_COLUMNS, type ImportedPerson, importUsers } from "../accounts/onboarding/import-users.ts";
import { makeSetupLink } from "../accounts/onboarding/setup-links.ts";
import { limits } from "../config/limits.ts";
import { tableOf } from "../config/table-bounds.ts";
import { requireMail } from "../delivery/mail/channel.ts";
import { mailSetupLink } from "../delivery/mail/links.ts";
import { toIsoTime } from "../lib/clock.ts";
import { csv } from "../lib/csv.ts";
import { TiroError } from "../lib/errors.ts";
import { type LineFault, readCsv } from "../lib/read-csv.ts";
import { HOUR_MS } from "../lib/units.ts";
import type { User } from "../store/people/users.ts";
import { EXIT } from "./exit-codes.ts";
import { type Accounts, addUrlOption, type LinkFlags, withAccounts } from "./support/accounts.ts";
import { withNewFile } from "./support/new-file.ts";
import { printJson, printLine } from "./support/output.ts";

interface ImportFlags extends LinkFlags {
  dryRun?: boolean;
  org?: string;
  setupLinks?: string;
  mail?: boolean;
}

interface Report {
  people: ImportedPerson[];
  faults: LineFault[];
}

export function importCommand(): Command {
  const columns = Object.keys(IMPORT_COLUMNS).join(", ");
  return addUrlOption(new Command("import"))
    .description(
      `Adds the people of a CSV file, all of them or none. Columns: ${columns}; email and name are needed. People who have an account stay as they are, but join the organization.`,
    )
    .argument("<file>", "the table; its first line names the columns")
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--org <organization>", "for lines that name none: name or id (org_…)")
    .option(
      "--setup-links <file>",
      "write one-time links for everybody new to this CSV file, which must not exist yet",
    )
    .option("--mail", "send everybody new a one-time link by mail")
    .action(async (file: string, flags: ImportFlags) => {
      const table = await readCsv(readTable(file), IMPORT_COLUMNS, tableOf(limits.importedPeople));
      const report = withAccounts(flags, (accounts) => imported(accounts, table, flags), true);
      if (report.faults.length > 0) process.exitCode = EXIT.failed;
      if (flags.json) printJson(toJson(report, flags));
      else printReport(report, flags);
    });
}

function imported(
  accounts: Accounts,
  { rows, faults }: Awaited<ReturnType<typeof readCsv<keyof typeof IMPORT_COLUMNS>>>,
  flags: ImportFlags,
): Report {
  for (const { values } of rows) values.organization ||= flags.org ?? "";
  const dryRun = flags.dryRun === true || faults.length > 0;
  const link = flags.mail === true ? mailSetupLink : setupLink;
  const where = {
    publicUrl: flags.url ?? accounts.publicUrl,
    validMs: accounts.config.auth.setup_link_hours * HOUR_MS,
  };
  const write = (isLinked: boolean) => {
    const makeLink = isLinked ? (user: User) => link(accounts, user, where) : null;
    const report = importUsers(accounts, rows, { makeLink, dryRun });
    return { people: report.people, faults: [...faults, ...report.faults].sort((a, b) => a.line - b.line) };
  };
  if (flags.mail === true) requireMail(accounts.config);
  if (flags.setupLinks === undefined || flags.dryRun) return write(flags.mail === true);
  return withNewFile(flags.setupLinks, (writeFile) => {
    const report = write(true);
    if (report.faults.length === 0) writeFile(linksCsv(report.people));
    return { result: report, keep: report.faults.length === 0 };
  });
}

function setupLink(accounts: Accounts, user: User, where: { publicUrl: string; validMs: number }) {
  return makeSetupLink(accounts, user, where.publicUrl, where);
}

/** @throws TiroError `invalid_request` if it cannot be read, is too large, or no text in UTF-8. */
function readTable(path: string): Uint8Array {
  const refused = (message: string, hint?: string, cause?: unknown) =>
    new TiroError("invalid_request", message, { param: "file", ...(hint && { hint }), cause });
  try {
    const bytes = readFileSync(path);
    if (bytes.byteLength > limits.importBytes)
      throw refused(`The file is larger than ${limits.importBytes} bytes.`);
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return bytes;
  } catch (cause) {
    if (cause instanceof TypeError)
      throw refused("The file is not text in UTF-8.", "Save it from the spreadsheet as “CSV UTF-8”.", cause);
    if (cause instanceof Error && "syscall" in cause)
      throw refused(`${path} cannot be read (${cause.message}).`, undefined, cause);
    throw cause;
  }
}

function linksCsv(people: readonly ImportedPerson[]): string {
  const rows = people.flatMap(({ email, name, setup }) =>
    setup === null ? [] : [[email, name, setup.url, toIsoTime(setup.expiresAt)]],
  );
  return csv([["email", "name", "url", "expires_at"], ...rows]);
}

function countsOf(people: readonly ImportedPerson[]) {
  const count = (sought: ImportedPerson["outcome"]) =>
    people.filter(({ outcome }) => outcome === sought).length;
  return { added: count("added"), joined: count("joined"), unchanged: count("unchanged") };
}

/** Of people who were not added there is no id that would lead anywhere. */
function toJson({ people, faults }: Report, { dryRun = false }: ImportFlags): Record<string, unknown> {
  const done = !dryRun && faults.length === 0;
  return {
    done,
    ...countsOf(people),
    faults,
    people: people.map(({ line, userId, email, outcome }) => ({
      line,
      user_id: done || outcome !== "added" ? userId : null,
      email,
      outcome,
    })),
  };
}

function printReport({ people, faults }: Report, { dryRun, setupLinks }: ImportFlags): void {
  for (const { line, message } of faults) process.stderr.write(`line ${line}: ${message}\n`);
  const { added, joined, unchanged } = countsOf(people);
  const counts = `${added} to add, ${joined} known and new in the organization, ${unchanged} unchanged`;
  if (faults.length > 0) {
    printLine(`Nothing was imported: ${faults.length} lines are wrong (the others: ${counts}).`);
    return;
  }
  if (dryRun) {
    printLine(`Nothing was imported (dry run): ${counts}.`);
    return;
  }
  printLine(`Added ${added} people; ${joined} joined the organization; ${unchanged} unchanged.`);
  if (setupLinks !== undefined) printLine(`Their set-up links: ${setupLinks}`);
}
