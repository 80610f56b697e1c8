/** A text with the words of a search marked as the server finds them; the browser paints them, the text stays whole. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { foldWithOffsets } from "../../../dictation/search/fold.ts";
import { placesOf } from "../../../dictation/search/places.ts";
import { meaningfulTerms } from "../../../dictation/search/stop-words.ts";
import { queryTerms } from "../../../dictation/search/terms.ts";

/** Of the whole page; browsers without highlights show the text unmarked. */
const found = typeof Highlight === "undefined" ? null : new Highlight();
if (found !== null) CSS.highlights.set("found", found);

export function Highlighted({ text, query }: { text: string; query: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = text.normalize("NFC");
  useLayoutEffect(() => {
    const node = element.current?.firstChild;
    if (found === null || !node) return;
    const ranges = hitsIn(shown, query).map(([start, end]) => {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range;
    });
    for (const range of ranges) found.add(range);
    return () => {
      for (const range of ranges) found.delete(range);
    };
  }, [shown, query]);
  return <span ref={element}>{shown}</span>;
}

/** @param text in Unicode's NFC. @returns beginnings and ends. */
function hitsIn(text: string, query: string): [start: number, end: number][] {
  const terms = meaningfulTerms(queryTerms(query), null);
  if (terms.length === 0) return [];
  const { text: folded, offsets } = foldWithOffsets(text);
  return terms.flatMap((term) =>
    [...placesOf(term, folded)].map((at): [number, number] => [
      offsets[at] as number,
      offsets[at + term.text.length] ?? text.length,
    ]),
  );
}
