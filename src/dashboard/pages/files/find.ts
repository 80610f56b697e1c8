/** Finding in a text that is shown: hits are marked by CSS Custom Highlights, so that no element changes. */

const ALL = "found";
const CURRENT = "found-here";

/** Case and diacritics do not count. */
export function rangesOf(root: HTMLElement, words: string): Range[] {
  const wanted = folded(words.trim());
  if (wanted === "") return [];
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = folded(node.textContent ?? "");
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}

export function showFound(ranges: readonly Range[], current: number): void {
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
