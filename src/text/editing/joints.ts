/** Joints that no edit may leave open: an article without its noun, `and` before a stop, a small word twice. */
import data from "./words.json";

/** Of each language that has such words. */
const BROKEN: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries(data.open).map(([language, words]) => [
    language,
    new RegExp(
      `(?<![\\p{L}\\p{N}'’-])(${words})(?=[.,;:!?)]|$|\\n| (?:${data.conjunctions[language as "en"].all}) | \\1(?!\\p{L}))`,
      "giu",
    ),
  ]),
);

/** Whether the edit left words that the text did not have so, apart from one with which the instruction ends. */
export function breaksJoints(text: string, edited: string, spoken: string, language: string): boolean {
  const broken = BROKEN[language];
  if (broken === undefined) return false;
  const [former, left] = [text, edited].map((each) =>
    [...each.matchAll(broken)].map(([, word = ""]) => word.toLowerCase()),
  );
  const said = /\S+$/u.exec(spoken)?.[0];
  return (left ?? []).filter((word) => word !== said).length > (former?.length ?? 0);
}
