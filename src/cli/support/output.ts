/** What commands write to standard output: one JSON document for programs, or an aligned table for people. */

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

const GAP = "  ";

/** Columns as wide as their widest cell, measured as a terminal shows it. `empty` stands where there are no rows. */
export function printTable(headings: readonly string[], rows: readonly string[][], empty: string): void {
  if (rows.length === 0) {
    printLine(empty);
    return;
  }
  const table = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...table.map((row) => Bun.stringWidth(row[column] ?? ""))),
  );
  for (const row of table) {
    const cells = row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - Bun.stringWidth(cell)));
    printLine(cells.join(GAP).trimEnd());
  }
}

/** One thing: a line for each member of its JSON form. */
export function printFields(fields: Readonly<Record<string, unknown>>): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    printLine(`${name.padEnd(width)}${GAP}${text}`);
  }
}
