/** How English words are written inside sentences, by a list of plain words and of names. */
import listed from "./word-case.txt" with { type: "text" };

/** After a word of the list; those with a vowel also after one without its `e`, with `i` for `y`, or with its last letter doubled. */
const ENDINGS = ["s", "d", "r", "rs", "ly", "ness", "es", "ed", "er", "ers", "est", "ing"];
const SHORTEST_STEM = 3;

interface CaseList {
  plain: ReadonlySet<string>;
  /** Lower case → as it is written. */
  names: ReadonlyMap<string, string>;
  /** Words and names both: `rose`. */
  either: ReadonlySet<string>;
}

let english: CaseList | undefined;

/** @param word lower case. @returns its form; null if it may be either, or the list does not know. */
export function caseOf(word: string): string | null {
  english ??= readCaseList(listed);
  if (english.either.has(word)) return null;
  return (
    english.names.get(word) ?? (english.plain.has(word) || isInflected(word, english.plain) ? word : null)
  );
}

/** @param lines A word a line; a `?` stands before what is a name as well. */
function readCaseList(lines: string): CaseList {
  const plain = new Set<string>();
  const names = new Map<string, string>();
  const either = new Set<string>();
  for (const line of lines.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const small = line.toLowerCase();
    if (line.startsWith("?")) either.add(line.slice(1));
    else if (small === line) plain.add(line);
    else names.set(small, line);
  }
  return { plain, names, either };
}

export function isInflected(word: string, plain: ReadonlySet<string>): boolean {
  return ENDINGS.some((ending) => {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < SHORTEST_STEM) return false;
    if (plain.has(stem)) return true;
    if (stem.endsWith("i") && plain.has(`${stem.slice(0, -1)}y`)) return true;
    if (!/^[ei]/.test(ending)) return false;
    return plain.has(`${stem}e`) || (/(.)\1$/.test(stem) && plain.has(stem.slice(0, -1)));
  });
}
