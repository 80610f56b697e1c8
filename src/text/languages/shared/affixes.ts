/** Words that are glued to numbers: Hebrew `בשבעה עשר` → `ב-17`, Turkish `on beşte` → `15'te`. */
import type { Written } from "../../words/language-rules.ts";
import type { CardinalReader } from "./number-readers.ts";
import { list, type Reader, readOnce, type Words } from "./readers.ts";

/** More words than anything that is read takes. */
const LOOK_AHEAD_WORDS = 20;
const MOST_NUMBER_WORDS = 12;
/** `hat óra harminckor` */
const WORDS_OF_A_TIME = 3;
/** Words in letters take none. */
const KEPT: ReadonlySet<Written["kind"]> = new Set(["address", "letters", "telephone"]);

/**
 * Prefixes before the reader's words, if it reads nothing with them; `gap` is set between them. Only before numbers, and the words of
 * `also`: many words begin with the same letters, and reading the rest of each would take a third of what a text costs.
 */
export function withPrefixes(
  read: Reader,
  cardinal: CardinalReader,
  { words: prefixes, gap, also = "" }: { words: string; gap: string; also?: string },
): Reader {
  // The longest first.
  const all = list(prefixes).sort((one, other) => other.length - one.length);
  const others = new Set(list(also));
  const begins = (word: string, next = "") =>
    /^\d/.test(word) || others.has(word) || cardinal([word, next], 0) !== null;
  return (words, at) => {
    const found = read(words, at);
    if (found) return found;
    const word = words[at] ?? "";
    for (const prefix of all) {
      if (!word.startsWith(prefix) || word.length < prefix.length + 2) continue;
      const stem = word.slice(prefix.length);
      if (!begins(stem, words[at + 1])) continue;
      const rest = read([stem, ...words.slice(at + 1, at + LOOK_AHEAD_WORDS)], 0);
      if (rest && !KEPT.has(rest.kind) && /^[-\d]/.test(rest.text)) {
        return wrapped(rest, (form) => prefix + gap + form);
      }
    }
    return null;
  };
}

/** Suffixes after the reader's last word. */
export function withSuffixes(
  readAt: Reader,
  cardinal: CardinalReader,
  { words: suffixes, gap }: { words: string; gap: string },
): Reader {
  const read = readOnce(readAt);
  const all = list(suffixes)
    .map((entry): [spoken: string, written: string] => {
      const [spoken = "", written = spoken] = entry.split("=");
      return [spoken, written];
    })
    .sort(([one], [other]) => other.length - one.length);
  const byEnd = Map.groupBy(all, ([spoken]) => spoken.at(-1));

  function readWith(words: Words, at: number, last: number): Written | null {
    const word = words[last] ?? "";
    for (const [spoken, suffix] of byEnd.get(word.at(-1)) ?? []) {
      if (!word.endsWith(spoken) || word.length < spoken.length + 2) continue;
      const stem = word.slice(0, -spoken.length);
      const found = read([...words.slice(at, last), stem], 0);
      const isWhole = found?.words === last - at + 1 && !KEPT.has(found.kind) && found.kind !== "ordinal";
      if (isWhole && takesSuffix(found, stem)) return withSuffix(found, stem, spoken, gap + suffix);
    }
    return null;
  }

  return (words, at) => {
    const found = read(words, at);
    // Only the word at which the reader stops can have one; it may stop early, and small numbers it leaves alone.
    const first = at + (found?.words ?? 0);
    const least = found ? first : at + (cardinal(words, at) ? WORDS_OF_A_TIME : 0);
    for (let last = first; last < Math.min(words.length, first + MOST_NUMBER_WORDS); last++) {
      const longer = readWith(words, at, last);
      if (longer) return longer;
      if (last > first && last >= least && !read(words, last)) break;
    }
    return found;
  };
}

/** After a vowel the name of a unit is a short one, which a sign is not read as: `kilóval`. */
function takesSuffix({ text, kind }: Written, stem: string): boolean {
  if (/\p{Nd}\.?$|\p{Sc}$/u.test(text) || text.endsWith(stem)) return true;
  return kind === "percent" || kind === "money" || (kind === "measure" && !/[aeiouáéíóöőúüűı]$/u.test(stem));
}

function withSuffix(written: Written, stem: string, spoken: string, suffix: string): Written {
  // Hungarian `28.` is `28-án`; words take the ending as they are said with it.
  return wrapped(written, (form) => (form.endsWith(stem) ? form + spoken : form.replace(/\.$/, "") + suffix));
}

function wrapped(written: Written, wrap: (form: string) => string): Written {
  const { prose, text } = written;
  return { ...written, text: wrap(text), ...(prose !== undefined && { prose: wrap(prose) }) };
}
