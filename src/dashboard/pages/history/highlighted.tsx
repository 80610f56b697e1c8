/** A text with the words of a search marked as the server finds them; the browser paints them, the text stays whole. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { TextRange } from "../../../lib/text-ranges.ts";
import { foldWithOffsets } from "../../../text/search/fold.ts";
import { placesOf } from "../../../text/search/places.ts";
import { meaningfulTerms } from "../../../text/search/stop-words.ts";
import { queryTerms } from "../../../text/search/terms.ts";

/** Of the whole page; browsers without highlights show the text unmarked. */
const found = highlightOf("found");
const unsureWords = highlightOf("unsure");

interface HighlightedProps {
  text: string;
  query: string;
  /** Places that the recognizer may have misheard. */
  unsure?: readonly TextRange[];
}

export function Highlighted({ text, query, unsure = NONE }: HighlightedProps) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = text.normalize("NFC");
  useLayoutEffect(() => {
    const node = element.current?.firstChild;
    if (found === null || unsureWords === null || !node) return;
    const ends = [
      mark(found, node, hitsIn(shown, query)),
      // They are places of the text as it is stored.
      mark(unsureWords, node, text === shown ? unsure : NONE),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [shown, query, unsure]);
  return <span ref={element}>{shown}</span>;
}

const NONE: readonly TextRange[] = [];

function highlightOf(name: string): Highlight | null {
  if (typeof Highlight === "undefined") return null;
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  return highlight;
}

/** @returns takes the marks away. */
function mark(highlight: Highlight, node: Node, places: readonly TextRange[]): () => void {
  const ranges = places.map(([start, end]) => {
    const range = new Range();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  });
  for (const range of ranges) highlight.add(range);
  return () => {
    for (const range of ranges) highlight.delete(range);
  };
}

/** @param text in Unicode's NFC. @returns beginnings and ends. */
function hitsIn(text: string, query: string): TextRange[] {
  const terms = meaningfulTerms(queryTerms(query), null);
  if (terms.length === 0) return [];
  const { text: folded, offsets } = foldWithOffsets(text);
  return terms.flatMap((term) =>
    [...placesOf(term, folded)].map(
      (at): TextRange => [offsets[at] as number, offsets[at + term.text.length] ?? text.length],
    ),
  );
}
