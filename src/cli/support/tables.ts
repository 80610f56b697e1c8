/** Rows as lines that fit a terminal; without one nothing is cut or wrapped, because programs read them. */

const GAP = "  ";

/** @param width of the terminal; null without one. */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | null,
): string[] {
  const table = [headings, ...rows];
  const columnWidths = (measure: (cell: string) => number) =>
    headings.map((_, column) => Math.max(...table.map((row) => measure(row[column] ?? ""))));
  const widest = columnWidths(Bun.stringWidth);
  if (width === null || totalOf(widest) <= width) return table.map((row) => aligned(row, widest));
  const narrowest = columnWidths(longestWord);
  if (totalOf(narrowest) > width) return recordLines(headings, rows);
  const widths = shrunk(widest, narrowest, width);
  return table.flatMap((row) => wrapped(row, widths));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1);
}

function longestWord(cell: string): number {
  return Math.max(...cell.split(" ").map((word) => Bun.stringWidth(word)));
}

/** The widest column gives first, none more than its longest word allows, so that values to copy stay in one piece. */
function shrunk(widest: readonly number[], narrowest: readonly number[], width: number): number[] {
  const widths = [...widest];
  const room = (column: number) => (widths[column] ?? 0) - (narrowest[column] ?? 0);
  while (totalOf(widths) > width) {
    const giving = [...widths.keys()].filter((column) => room(column) > 0);
    const [first = 0] = giving.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    widths[first] = (widths[first] ?? 0) - 1;
  }
  return widths;
}

function aligned(row: readonly string[], widths: readonly number[]): string {
  const cells = widths.map((width, column) => padded(row[column] ?? "", width));
  return cells.join(GAP).trimEnd();
}

function padded(text: string, width: number): string {
  return text + " ".repeat(width - Bun.stringWidth(text));
}

function wrapped(row: readonly string[], widths: readonly number[]): string[] {
  const cells = widths.map((width, column) => Bun.wrapAnsi(row[column] ?? "", width).split("\n"));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    aligned(
      cells.map((lines) => lines[line] ?? ""),
      widths,
    ),
  );
}

/** Where even wrapped columns are too wide: one line for each value, a blank one between rows. */
function recordLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...headings.map((heading) => Bun.stringWidth(heading)));
  return rows.flatMap((row, index) => {
    const lines = headings.map((heading, column) => `${padded(heading, width)}${GAP}${row[column] ?? ""}`);
    const told = lines.filter((_, column) => row[column]);
    return index === 0 ? told : ["", ...told];
  });
}
