/** Where words begin and end in scripts that set no spaces, as the system's dictionaries have it. */

/** Codes of the contract that the system's segmenter knows by another name. */
const LOCALES: Readonly<Record<string, string>> = { cmn: "zh", yue: "zh" };

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(code: string): Intl.Segmenter {
  const known = segmenters.get(code) ?? new Intl.Segmenter(LOCALES[code] ?? code, { granularity: "word" });
  segmenters.set(code, known);
  return known;
}

/** The places among `parts` at which words begin, and the end of all. */
export function wordStarts(parts: readonly string[], code: string): Set<number> {
  const places = new Map<number, number>();
  let text = "";
  for (const [place, part] of parts.entries()) {
    places.set(text.length, place);
    text += part;
  }
  const starts = new Set([0, parts.length]);
  for (const { index } of segmenterOf(code).segment(text)) {
    const place = places.get(index);
    if (place !== undefined) starts.add(place);
  }
  return starts;
}
