/** Where words begin and end in scripts that set no spaces: in `部分号码` no word is `分号`. */
import type { LanguageRules } from "../words/language-rules.ts";
import type { Token } from "../words/tokens.ts";

/** Codes of the contract that the system's segmenter knows by another name. */
const LOCALES: Readonly<Record<string, string>> = { cmn: "zh", yue: "zh" };

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(code: string): Intl.Segmenter {
  const known = segmenters.get(code) ?? new Intl.Segmenter(LOCALES[code] ?? code, { granularity: "word" });
  segmenters.set(code, known);
  return known;
}

/** Says whether the tokens from one place up to another are whole words; segments the text once, when first asked. */
export function wordEnds(
  tokens: readonly Token[],
  { spaced, code }: LanguageRules,
): (from: number, to: number) => boolean {
  if (spaced) return () => true;
  let ends: ReadonlySet<number> | undefined;
  return (from, to) => {
    ends ??= endsOf(tokens, segmenterOf(code));
    return ends.has(from) && ends.has(to);
  };
}

function endsOf(tokens: readonly Token[], segmenter: Intl.Segmenter): Set<number> {
  const places = new Map<number, number>();
  let text = "";
  for (const [place, token] of tokens.entries()) {
    places.set(text.length, place);
    text += token.text + token.after + (token.after === "" ? "" : " ");
  }
  const ends = new Set([0, tokens.length]);
  for (const { index } of segmenter.segment(text)) {
    const place = places.get(index);
    if (place !== undefined) ends.add(place);
  }
  return ends;
}
