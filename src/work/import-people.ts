/**
 * A table of people is imported by an administrator in the browser: all of it is looked at first, then written a few lines
 * at a time, beside everything else the server does. An interrupted import is repeated: lines that were written before
 * are unchanged then.
 */
import { setImmediate } from "node:timers/promises";
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import {
  carryOutLine,
  decideLine,
  IMPORT_COLUMNS,
  type ImportDecision,
  type ImportOptions,
  type ImportRow,
  nothingSeen,
} from "../accounts/onboarding/import-users.ts";
import { limits } from "../config/limits.ts";
import { tableOf } from "../config/table-bounds.ts";
import { invalidRequest, TiroError } from "../lib/errors.ts";
import { type LineFault, readCsv } from "../lib/read-csv.ts";
import { transact } from "../store/database/write-lock.ts";
import type { Task, TaskHandle, Tasks } from "./tasks.ts";

export interface PeopleTable {
  csv: Uint8Array;
  /** For lines that name none: id or name. */
  organization: string | null;
}

export interface CheckedTable {
  rows: ImportRow[];
  lines: (ImportDecision | LineFault)[];
}

export type ImportCounts = Record<ImportDecision["outcome"] | "faults", number>;

export function isFault(line: ImportDecision | LineFault): line is LineFault {
  return "message" in line;
}

export function countsOfImport(lines: CheckedTable["lines"]): ImportCounts {
  const counts: ImportCounts = { added: 0, joined: 0, unchanged: 0, faults: 0 };
  for (const line of lines) counts[isFault(line) ? "faults" : line.outcome]++;
  return counts;
}

/**
 * The outcome of each line; nothing changes.
 * @throws TiroError `invalid_request` if it is no text in UTF-8.
 */
export async function checkPeopleTable(
  deps: Pick<ChangeDeps, "db" | "actor">,
  { csv, organization }: PeopleTable,
  signal?: AbortSignal,
): Promise<CheckedTable> {
  requireUtf8(csv);
  const { rows, faults } = await readCsv(csv, IMPORT_COLUMNS, tableOf(limits.importedPeople));
  const lines: CheckedTable["lines"] = [...faults];
  const seen = nothingSeen();
  for (const [index, row] of rows.entries()) {
    if (index % limits.importLinesAtOnce === 0) await setImmediate();
    signal?.throwIfAborted();
    row.values.organization ||= organization ?? "";
    lines.push(decideLine(deps, row, seen));
  }
  return { rows, lines: lines.sort((one, other) => one.line - other.line) };
}

function requireUtf8(bytes: Uint8Array): void {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TiroError("invalid_request", "The file is not text in UTF-8.", {
      param: "file",
      hint: "Save it from the spreadsheet as “CSV UTF-8”.",
      cause,
    });
  }
}

/**
 * @param makeLink for everybody new; null: none is made.
 * @throws TiroError `invalid_request` with the lines that cannot be taken; as `Tasks.start`.
 */
export async function startPeopleImport(
  tasks: Tasks,
  changes: ChangeDeps,
  table: PeopleTable,
  makeLink: ImportOptions["makeLink"],
): Promise<Task> {
  const { rows, lines } = await checkPeopleTable(changes, table);
  const faults = lines.filter(isFault).slice(0, limits.tableFaults);
  if (faults.length > 0)
    throw invalidRequest(faults.map(({ line, message }) => ({ param: `line ${line}`, message })));
  const start = { kind: "people_import", target: null, startedBy: changes.actor.id } as const;
  return tasks.start(start, (handle) => importRows(changes, rows, makeLink, handle));
}

async function importRows(
  changes: ChangeDeps,
  rows: readonly ImportRow[],
  makeLink: ImportOptions["makeLink"],
  { signal, progress }: TaskHandle,
): Promise<Record<string, number>> {
  const counts = { added: 0, joined: 0, unchanged: 0 };
  for (let at = 0; at < rows.length; at += limits.importWritesAtOnce) {
    signal.throwIfAborted();
    const slice = rows.slice(at, at + limits.importWritesAtOnce);
    const written = await transact(changes.db, () => writeSlice(changes, slice, makeLink));
    for (const { outcome } of written) counts[outcome]++;
    progress(at / rows.length);
    await setImmediate();
  }
  return counts;
}

/** Each line is decided anew, because others change people meanwhile, and the transaction may be repeated. */
function writeSlice(changes: ChangeDeps, rows: readonly ImportRow[], makeLink: ImportOptions["makeLink"]) {
  const seen = nothingSeen();
  return rows.map((row) => {
    const decision = decideLine(changes, row, seen);
    if (isFault(decision))
      throw new TiroError("invalid_request", `Line ${decision.line}: ${decision.message}`);
    return carryOutLine(changes, decision, makeLink);
  });
}
