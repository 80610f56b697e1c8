/** A table in Markdown, from lines whose parts stand apart in one way, and from a table back to lines. */
import type { Command } from "../command.ts";
import { partsOf } from "../language-words.ts";
import { listOf } from "../list.ts";
import { capitalizeFirst } from "../text-range.ts";

export const makeTable: Command = (text, { columns }, { language }) => {
  const list = listOf(text, language);
  if (!list?.markers || (list.lead + list.tail).trim() !== "") return null;
  const named = columns === undefined ? columns : partsOf(columns, language).map(capitalizeFirst);
  const tables = DIVIDERS.map((divider) => tableOf(list.items, divider, named));
  return tables.find((table) => table !== null) ?? null;
};

/** The first that parts all lines into as many cells is the one that was meant. */
const DIVIDERS = [/\t/, /\s*\|\s*/, /\s*;\s*/, /\s*:\s+/, /,\s+/, /\s+[–—-]\s+/];

function tableOf(
  lines: readonly string[],
  divider: RegExp,
  named: readonly string[] | undefined,
): string | null {
  const rows = lines.map((line) => line.split(divider).map((cell) => cell.trim().replaceAll("|", "\\|")));
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.some((row) => row.length !== width) || (named && named.length !== width)) return null;
  const [first = [], ...others] = rows;
  const hasHead = named === undefined && !divider.test(": ") && looksLikeHead(first, others);
  const head = named ?? (hasHead ? first : first.map(() => ""));
  const body = hasHead ? others : rows;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

/** Names of columns hold no digits, while something below them does. */
function looksLikeHead(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  return !first.some((cell) => /\d/.test(cell)) && others.some((row) => row.some((cell) => /\d/.test(cell)));
}
