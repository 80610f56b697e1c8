/** The standard output of commands: one JSON document for programs, or an aligned table for people. */
import { bold, onStandardOutput } from "./colors.ts";
import { tableLines } from "./tables.ts";
import { shownTime, type TimeFlags } from "./times.ts";

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** In the place of a name. */
export function shownNameOr(name: string | null): string {
  return name ?? "(deleted)";
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

/** One thing: a line for each member of its JSON form. */
export function printFields(fields: Readonly<Record<string, unknown>>, flags: TimeFlags = {}): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields))
    printLine(`${name.padEnd(width)}${GAP}${fieldText(name, value, flags)}`);
}

function fieldText(name: string, value: unknown, flags: TimeFlags): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return name.endsWith("_at") ? shownTime(Date.parse(value), flags) : value;
}
