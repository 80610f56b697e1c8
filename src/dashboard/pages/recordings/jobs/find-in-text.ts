/** Finding in a text that is shown: hits are marked by CSS Custom Highlights, so that no element changes. */

const ALL = "found";
const CURRENT = "found-here";

/** Case and diacritics do not count; a hit lies within one paragraph. */
export function rangesOf(root: HTMLElement, words: string): Range[] {
  const wanted = folded(words.trim());
  if (wanted === "") return [];
  return [...root.querySelectorAll("p")].flatMap((paragraph) => hitsIn(paragraph, wanted));
}

function hitsIn(paragraph: HTMLElement, wanted: string): Range[] {
  const nodes: { node: Node; from: number }[] = [];
  let all = "";
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, from: all.length });
    all += folded(node.textContent ?? "");
  }
  const ranges: Range[] = [];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    const first = nodes.findLast(({ from }) => from <= at);
    const last = nodes.findLast(({ from }) => from < end);
    if (!first || !last) break;
    const range = new Range();
    range.setStart(first.node, at - first.from);
    range.setEnd(last.node, end - last.from);
    ranges.push(range);
  }
  return ranges;
}

export function highlightHits(ranges: readonly Range[], current: number): void {
  // Firefox has them since 140; without them the hits are counted and come into view.
  if (typeof Highlight !== "undefined") {
    CSS.highlights.set(ALL, new Highlight(...ranges));
    const here = ranges[current];
    CSS.highlights.set(CURRENT, new Highlight(...(here ? [here] : [])));
  }
  ranges[current]?.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
}

/** Of the same length as the text, so that places in both are the same. */
function folded(text: string): string {
  return [...text]
    .map((character) => {
      const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return plain.length === character.length ? plain : character;
    })
    .join("");
}
