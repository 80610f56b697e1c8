import { csv } from "../../../lib/csv.ts";
import { saveFile } from "../../state/save-file.ts";

export function exportDictionary(dictionary: readonly string[]): void {
  saveCsv("dictionary.csv", [["word"], ...dictionary.map((word) => [word])]);
}

export function exportReplacements(replacements: readonly { from: string; to: string }[]): void {
  saveCsv("replacements.csv", [["from", "to"], ...replacements.map(({ from, to }) => [from, to])]);
}

/** With the mark by which spreadsheets know UTF-8. */
function saveCsv(name: string, records: readonly (readonly string[])[]): void {
  saveFile(name, new Blob([`\ufeff${csv(records)}`], { type: "text/csv" }));
}
