/** The standard output of commands: one JSON document for programs, or an aligned table for people. */
import { terminalText } from "../../lib/visible-json.ts";
import { bold, onStandardOutput } from "./colors.ts";
import { tableLines } from "./tables.ts";
import { shownTime, type TimeFlags } from "./times.ts";

export function printLine(text: string): void {
  process.stdout.write(`${terminalText(text)}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** In the place of a name. */
export const NO_NAME = "(deleted)";

export function shownNameOr(name: string | null): string {
  return name ?? NO_NAME;
}

const GAP = "  ";
const TERMINAL_COLUMNS = 80;

/** `empty` stands where there are no rows. */
export function printTable(headings: readonly string[], rows: readonly string[][], empty: string): void {
  if (rows.length === 0) {
    printLine(empty);
    return;
  }
  const { isTTY, columns } = process.stdout;
  const styled = headings.map(onStandardOutput(bold));
  for (const line of tableLines(styled, rows, isTTY ? columns || TERMINAL_COLUMNS : null)) printLine(line);
}

interface PrintFlags extends TimeFlags {
  json?: boolean | undefined;
}

/** The member of the JSON form that a column shows, with the text for none (""), or how a cell is made. */
type Column<Row> = keyof Row | readonly [member: keyof Row, none: string] | ((row: Row) => string);

/** Things by their JSON forms, as one document or as a table; `empty` stands where there are none. */
export function printList<Row extends object>(
  flags: PrintFlags,
  rows: readonly Row[],
  empty: string,
  columns: Readonly<Record<string, Column<Row>>>,
): void {
  if (flags.json) {
    printJson(rows);
    return;
  }
  const cellOf = (row: Row, column: Column<Row>) => {
    if (typeof column === "function") return column(row);
    const [member, none]: readonly [keyof Row, string] = typeof column === "object" ? column : [column, ""];
    const value = row[member];
    if (value === null) return none;
    return Array.isArray(value) ? value.join(", ") : fieldText(String(member), value, flags);
  };
  const cells = rows.map((row) => Object.values(columns).map((column) => cellOf(row, column)));
  printTable(Object.keys(columns), cells, empty);
}

/** The outcome of a change: in JSON, or in words. */
export function printOutcome({ json }: PrintFlags, form: unknown, words: string): void {
  if (json) printJson(form);
  else printLine(words);
}

/** One thing: a line for each member of its JSON form. */
export function printFields(fields: Readonly<Record<string, unknown>>, flags: PrintFlags = {}): void {
  if (flags.json) {
    printJson(fields);
    return;
  }
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields))
    printLine(`${name.padEnd(width)}${GAP}${fieldText(name, value, flags)}`);
}

function fieldText(name: string, value: unknown, flags: TimeFlags): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return name.endsWith("_at") ? shownTime(Date.parse(value), flags) : value;
}
