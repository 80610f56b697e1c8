/** Words that are glued to numbers: Hebrew `בשבעה עשר` → `ב-17`, Turkish `on beşte` → `15'te`. */
import type { Written } from "../../formatting/language-rules.ts";
import { list, type Reader, type Words } from "./readers.ts";

/** More words than anything that is read takes. */
const LOOK_AHEAD_WORDS = 40;
const MOST_NUMBER_WORDS = 12;
/** What stands in letters takes none. */
const KEPT: ReadonlySet<Written["kind"]> = new Set(["address", "letters", "telephone"]);

/** What stands before what the reader reads, where it reads nothing with it; `gap` is set between them. */
export function withPrefixes(read: Reader, prefixes: string, gap: string): Reader {
  // The longest first.
  const all = list(prefixes).sort((one, other) => other.length - one.length);
  return (words, at) => {
    const found = read(words, at);
    if (found) return found;
    const word = words[at] ?? "";
    for (const prefix of all) {
      if (!word.startsWith(prefix) || word.length < prefix.length + 2) continue;
      const rest = read([word.slice(prefix.length), ...words.slice(at + 1, at + LOOK_AHEAD_WORDS)], 0);
      if (rest && !KEPT.has(rest.kind) && /^[-\d]/.test(rest.text)) return glued(rest, `${prefix}${gap}`, "");
    }
    return null;
  };
}

/** What stands behind the last word of what the reader reads. */
export function withSuffixes(read: Reader, suffixes: string, gap: string): Reader {
  const all = list(suffixes).sort((one, other) => other.length - one.length);

  function readWith(words: Words, at: number, last: number): Written | null {
    const word = words[last] ?? "";
    for (const suffix of all) {
      if (!word.endsWith(suffix) || word.length < suffix.length + 2) continue;
      const stem = word.slice(0, -suffix.length);
      const found = read([...words.slice(at, last), stem], 0);
      const isWhole = found?.words === last - at + 1 && !KEPT.has(found.kind) && found.kind !== "ordinal";
      if (isWhole && /\p{Nd}\.?$|\p{Sc}$/u.test(found.text)) return glued(found, "", `${gap}${suffix}`);
    }
    return null;
  }

  return (words, at) => {
    const found = read(words, at);
    // Only the word at which the reader stops can have one; it may stop early.
    const first = at + (found?.words ?? 0);
    for (let last = first; last < Math.min(words.length, first + MOST_NUMBER_WORDS); last++) {
      const longer = readWith(words, at, last);
      if (longer) return longer;
      if (last > first && !read(words, last)) break;
    }
    return found;
  };
}

function glued(written: Written, before: string, after: string): Written {
  const { prose, text } = written;
  // Hungarian `28.` is `28-án`.
  const wrap = (form: string) => before + (after === "" ? form : form.replace(/\.$/, "")) + after;
  return {
    ...written,
    text: wrap(text),
    ...(prose !== undefined && { prose: wrap(prose) }),
  };
}
