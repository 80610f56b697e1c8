/** Tables that people made with a spreadsheet: comma, semicolon or tab between the cells, a first line of names. */
import { CsvError, parse } from "csv-parse/sync";

export interface LineFault {
  /** Counts from 1, as editors do. */
  line: number;
  message: string;
}

export interface CsvRow<Column extends string> {
  line: number;
  /** Without white space around it; empty where the table has no such column. */
  values: Record<Column, string>;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * The rows of a table, and what is wrong with its lines.
 * @param columns by name, and whether the table must have them. Upper and lower case do not count.
 */
export function readCsv<Column extends string>(
  text: string,
  columns: Readonly<Record<Column, "required" | "optional">>,
): { rows: CsvRow<Column>[]; faults: LineFault[] } {
  const faults: LineFault[] = [];
  const records = parsed(text, faults);
  if (faults.length > 0) return { rows: [], faults };
  const [header, ...lines] = records;
  const names = header?.record.map((name) => name.toLowerCase()) ?? [];
  faults.push(...faultsOfHeader(names, columns));
  if (faults.length > 0) return { rows: [], faults };
  const rows: CsvRow<Column>[] = [];
  for (const { record, info } of lines) {
    if (record.length !== names.length) {
      const message = `has ${record.length} cells; the first line has ${names.length}.`;
      faults.push({ line: info.lines, message: `The line ${message}` });
      continue;
    }
    const cells = Object.keys(columns).map((name) => [name, record[names.indexOf(name)] ?? ""]);
    rows.push({ line: info.lines, values: Object.fromEntries(cells) as Record<Column, string> });
  }
  return { rows, faults };
}

function parsed(text: string, faults: LineFault[]): Parsed[] {
  const [first = ""] = text.split(/\r?\n/, 1);
  const delimiter = [",", ";", "\t"].find((each) => first.includes(each)) ?? ",";
  try {
    // The library's types know nothing of what `info` does to a record.
    return parse(text, {
      ...{ bom: true, delimiter, info: true, trim: true },
      ...{ skip_empty_lines: true, relax_column_count: true },
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.push({
      line: Number(error.lines ?? 1),
      message: "The quotes on this line are not closed or stand in a cell.",
    });
    return [];
  }
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
