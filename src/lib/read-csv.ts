/** Tables that people made with a spreadsheet: comma, semicolon or tab between the cells, a first line of names. */
import { setImmediate } from "node:timers/promises";
import { systemClock } from "./clock.ts";

/** Loaded with the first table, in a turn of its own: it takes 5 ms and a megabyte, which a start need not. */
function csv(): typeof import("csv-parse") {
  return require("csv-parse");
}

export interface LineFault {
  /** Counts from 1, as editors do. */
  line: number;
  message: string;
}

export interface CsvRow<Column extends string> {
  line: number;
  /** Without white space around it; empty if the table has no such column. */
  values: Record<Column, string>;
}

/** Bounds of a table: at the first line that is too many or too long, reading ends. */
export interface TableBounds {
  rows: number;
  faults: number;
  /** Names in the first line: of more, none is looked at. */
  columns: number;
  /** Of a line, give or take two blocks. */
  lineBytes: number;
  /** How long others wait for their turn. */
  turnMs: number;
}

/** Of the bytes at once: less than a millisecond, whatever they hold. A line of names is no longer than the head. */
const BLOCK_BYTES = 512;
const HEAD_BYTES = 4_096;

/**
 * The rows of a table in UTF-8, and what is wrong with its lines. Others get a turn every few milliseconds.
 * @param columns by name, and whether the table must have them. Upper and lower case do not count.
 */
export async function readCsv<Column extends string>(
  bytes: Uint8Array,
  columns: Readonly<Record<Column, "required" | "optional">>,
  bounds: TableBounds,
): Promise<{ rows: CsvRow<Column>[]; faults: LineFault[] }> {
  const table = new Table(columns, bounds);
  const unreadable = await parsed(bytes, bounds, (record, line) => table.add(record, line));
  if (unreadable !== null) return { rows: [], faults: [unreadable] };
  return table.end();
}

class Table<Column extends string> {
  readonly #columns: Readonly<Record<Column, "required" | "optional">>;
  readonly #bounds: TableBounds;
  readonly #rows: CsvRow<Column>[] = [];
  readonly #faults: LineFault[] = [];
  #names: readonly string[] | null = null;

  constructor(columns: Readonly<Record<Column, "required" | "optional">>, bounds: TableBounds) {
    this.#columns = columns;
    this.#bounds = bounds;
  }

  /** Whether more are wanted. */
  add(record: readonly string[], line: number): boolean {
    if (this.#names === null) return this.#addHeader(record);
    const names = this.#names;
    if (this.#rows.length === this.#bounds.rows) {
      this.#faults.push({ line, message: `The table has more than ${this.#bounds.rows} lines.` });
      return false;
    }
    if (record.length !== names.length) {
      const message = `has ${record.length} cells; the first line has ${names.length}.`;
      this.#faults.push({ line, message: `The line ${message}` });
      return this.#faults.length < this.#bounds.faults;
    }
    const cells = Object.keys(this.#columns).map((name) => [name, record[names.indexOf(name)] ?? ""]);
    this.#rows.push({ line, values: Object.fromEntries(cells) as Record<Column, string> });
    return true;
  }

  end() {
    if (this.#names === null) this.#addHeader([]);
    return { rows: this.#rows, faults: this.#faults };
  }

  #addHeader(record: readonly string[]): boolean {
    const { columns } = this.#bounds;
    this.#names = record.slice(0, columns).map((name) => name.toLowerCase());
    if (record.length > columns)
      this.#faults.push({ line: 1, message: `The line has ${record.length} cells, more than ${columns}.` });
    else this.#faults.push(...faultsOfHeader(this.#names, this.#columns));
    return this.#faults.length === 0;
  }
}

/**
 * @param take gets each record and says whether it takes another.
 * @returns the line that cannot be read; null if all could.
 */
async function parsed(
  bytes: Uint8Array,
  { lineBytes, turnMs }: TableBounds,
  take: (record: readonly string[], line: number) => boolean,
): Promise<LineFault | null> {
  let wantsMore = true;
  const { parse } = csv();
  await setImmediate();
  const parser = parse({
    ...{ bom: true, delimiter: delimiterOf(bytes), trim: true },
    ...{ skip_empty_lines: true, relax_column_count: true },
    on_record: (record: string[], { lines }) => {
      wantsMore &&= take(record, lines);
      return null;
    },
  });
  const failed = new Promise<unknown>((resolve) => parser.once("error", resolve));
  const done = (work: (ready: () => void) => void) => Promise.race([new Promise<void>(work), failed]);
  let [line, lineBeganAt, beganMs] = [0, 0, systemClock.monotonic()];
  for (let at = 0; at < bytes.byteLength && wantsMore; at += BLOCK_BYTES) {
    const error = await done((ready) => parser.write(bytes.subarray(at, at + BLOCK_BYTES), () => ready()));
    if (error) return unreadableLine(error);
    if (parser.info.lines > line) [line, lineBeganAt] = [parser.info.lines, at];
    else if (at - lineBeganAt > lineBytes)
      return { line, message: `The line is longer than ${lineBytes} bytes.` };
    if (systemClock.monotonic() - beganMs < turnMs) continue;
    await setImmediate();
    beganMs = systemClock.monotonic();
  }
  if (!wantsMore) return null;
  const error = await done((ready) => parser.end(() => ready()).resume());
  return error ? unreadableLine(error) : null;
}

/** The first line decides. */
function delimiterOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString();
  const [first = ""] = head.split(/\r?\n/, 1);
  return [",", ";", "\t"].find((each) => first.includes(each)) ?? ",";
}

function unreadableLine(error: unknown): LineFault {
  if (!(error instanceof csv().CsvError)) throw error;
  return {
    line: Number(error.lines ?? 1),
    message: "The quotes on this line are not closed or stand in a cell.",
  };
}

function faultsOfHeader(names: readonly string[], columns: Readonly<Record<string, string>>): LineFault[] {
  const known = Object.keys(columns);
  const missing = known.filter((name) => columns[name] === "required" && !names.includes(name));
  const unknown = names.filter((name) => !known.includes(name));
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...missing.map((name) => `The column ${name} is missing.`),
    ...unknown.map((name) => `There is no column ${name}; there are ${known.join(", ")}.`),
    ...repeated.map((name) => `The column ${name} is there twice.`),
  ].map((message) => ({ line: 1, message }));
}
