/** What a CSV file would change: read, checked against the limits, and compared with what is there. */
import { limits } from "../../../config/limits.ts";
import { type LineFault, readCsv } from "../../../lib/read-csv.ts";
import type { Customizations, Operation } from "./change.ts";

export type ImportFault =
  | { line: number; kind: "empty" | "columns" }
  | { line: number; kind: "long"; most: number }
  | (LineFault & { kind: "csv" });

export interface Import {
  /** In the order of the file, without what is there already; each word or phrase once, as its last line has it. */
  operations: Operation[];
  added: number;
  changed: number;
  same: number;
  faults: ImportFault[];
}

type Current = Pick<Customizations, "dictionary" | "replacements">;

export function readImport(text: string, current: Current): Import {
  const [header = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const names = header
    .toLowerCase()
    .split(/[,;\t]/)
    .map((name) => name.trim().replaceAll('"', ""));
  if (names.includes("word")) return readWords(text, current);
  if (names.includes("from") && names.includes("to")) return readReplacements(text, current);
  return { operations: [], added: 0, changed: 0, same: 0, faults: [{ line: 1, kind: "columns" }] };
}

function readWords(text: string, { dictionary }: Current): Import {
  const { rows, faults } = readCsv(text, { word: "required" });
  const known = new Set(dictionary);
  const wanted = new Map<string, Operation>();
  const found: ImportFault[] = faults.map((fault) => ({ ...fault, kind: "csv" }));
  let same = 0;
  for (const { line, values } of rows) {
    const word = plain(values.word);
    const fault = faultOf(line, word, limits.dictionaryWordChars);
    if (fault) found.push(fault);
    else if (known.has(word)) same += 1;
    else wanted.set(word, { type: "dictionary_add", word });
  }
  return { operations: [...wanted.values()], added: wanted.size, changed: 0, same, faults: found };
}

function readReplacements(text: string, { replacements }: Current): Import {
  const { rows, faults } = readCsv(text, { from: "required", to: "required" });
  const known = new Map(replacements.map(({ from, to }) => [from, to]));
  const wanted = new Map<string, Operation>();
  const found: ImportFault[] = faults.map((fault) => ({ ...fault, kind: "csv" }));
  let same = 0;
  for (const { line, values } of rows) {
    const [from, to] = [plain(values.from), plain(values.to)];
    const fault =
      faultOf(line, from, limits.replacementFromChars) ?? longFault(line, to, limits.replacementToChars);
    if (fault) found.push(fault);
    else if (known.get(from) === to) same += 1;
    else wanted.set(from, { type: "replacement_set", from, to });
  }
  const changed = [...wanted.keys()].filter((from) => known.has(from)).length;
  return { operations: [...wanted.values()], added: wanted.size - changed, changed, same, faults: found };
}

/** The apostrophe is what our own files have in front of what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, "");
}

function faultOf(line: number, text: string, most: number): ImportFault | null {
  return text === "" ? { line, kind: "empty" } : longFault(line, text, most);
}

function longFault(line: number, text: string, most: number): ImportFault | null {
  return text.length > most ? { line, kind: "long", most } : null;
}
