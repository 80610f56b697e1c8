/** Joints that no edit may leave open: an article without its noun, `and` before a stop, a small word twice. */
import data from "./words.json";

const OPEN: Readonly<Record<string, string>> = data.open;

/** Whether the edit left words that the text did not have so, apart from one with which the instruction ends. */
export function breaksJoints(text: string, edited: string, spoken: string, language: string): boolean {
  const open = OPEN[language];
  if (open === undefined) return false;
  const broken = new RegExp(
    `(?<![\\p{L}\\p{N}'’-])(${open})(?=[.,;:!?)]|$|\\n| (?:${data.conjunctions[language as "en"].all}) | \\1(?!\\p{L}))`,
    "giu",
  );
  const [former, left] = [text, edited].map((each) =>
    [...each.matchAll(broken)].map(([, word = ""]) => word.toLowerCase()),
  );
  const said = /\S+$/u.exec(spoken)?.[0];
  return (left ?? []).filter((word) => word !== said).length > (former?.length ?? 0);
}
