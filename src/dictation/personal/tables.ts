/** The dictionary and the replacements as tables of a spreadsheet. */
import { setImmediate } from "node:timers/promises";
import { limits } from "../../config/limits.ts";
import { tableOf } from "../../config/table-bounds.ts";
import { csv, plainCell } from "../../lib/csv.ts";
import { invalidRequest } from "../../lib/errors.ts";
import { readCsv } from "../../lib/read-csv.ts";
import type { CustomizationOperation, Customizations } from "./customizations.ts";

export const TABLES = ["dictionary", "replacements"] as const;
export type Table = (typeof TABLES)[number];

/** `replace`: entries that are not in the table go. */
export const IMPORT_MODES = ["add", "replace"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** Reads a line, or returns its fault. */
export type ReadLine = (values: Record<string, string>) => CustomizationOperation | { fault: string };

export function tableCsv({ dictionary, replacements }: Customizations, table: Table): string {
  if (table === "dictionary") return csv([["word"], ...dictionary.map((word) => [word])]);
  return csv([["from", "to"], ...replacements.map(({ from, to }) => [from, to])]);
}

/** The lines of a table that ask for something. Others get a turn every few of them. */
export interface ReadTable {
  table: Table;
  operations: CustomizationOperation[];
}

const LINES_AT_ONCE = 100;

/** @throws TiroError `invalid_request` with the lines that are wrong, or where there are more than can be kept. */
export async function readTable(bytes: Uint8Array, table: Table, readLine: ReadLine): Promise<ReadTable> {
  const { rows, faults } =
    table === "dictionary"
      ? await readCsv(bytes, { word: "required" }, tableOf(limits.dictionaryWords))
      : await readCsv(bytes, { from: "required", to: "required" }, tableOf(limits.replacements));
  const wrong = faults.map(({ line, message }) => ({ param: `line ${line}`, message }));
  const operations: CustomizationOperation[] = [];
  for (const [index, { line, values }] of rows.entries()) {
    if (index % LINES_AT_ONCE === 0) await setImmediate();
    const plain = Object.fromEntries(Object.entries(values).map(([name, cell]) => [name, plainCell(cell)]));
    const read = readLine(plain);
    if ("fault" in read) wrong.push({ param: `line ${line}`, message: read.fault });
    else operations.push(read);
  }
  if (wrong.length > 0) throw invalidRequest(wrong);
  return { table, operations };
}

/** Operations of a table; `replace` also removes missing entries. */
export function operationsOf(
  now: Customizations,
  { table, operations }: ReadTable,
  mode: ImportMode,
): CustomizationOperation[] {
  return mode === "add" ? operations : [...removals(now, table, operations), ...operations];
}

/** Counts of an import. */
export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

/** @param results one for each of the operations. */
export function countsOf(
  before: Customizations,
  operations: readonly CustomizationOperation[],
  results: readonly { status: "applied" | "unchanged" }[],
): ImportCounts {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  const replaced = new Set(before.replacements.map(({ from }) => from));
  operations.forEach((operation, index) => {
    if (results[index]?.status !== "applied") counts.unchanged += 1;
    else if (operation.type.endsWith("_remove")) counts.removed += 1;
    else if (operation.type === "replacement_set" && replaced.has(operation.from)) counts.changed += 1;
    else counts.added += 1;
  });
  return counts;
}

function removals(
  now: Customizations,
  table: Table,
  set: readonly CustomizationOperation[],
): CustomizationOperation[] {
  const kept = new Set(
    set.map((operation) => ("word" in operation ? operation.word : "from" in operation && operation.from)),
  );
  if (table === "dictionary")
    return now.dictionary
      .filter((word) => !kept.has(word))
      .map((word) => ({ type: "dictionary_remove", word }));
  return now.replacements
    .filter(({ from }) => !kept.has(from))
    .map(({ from }) => ({ type: "replacement_remove", from }));
}
