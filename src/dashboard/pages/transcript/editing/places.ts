/** Where words stand in the text of a paragraph, which is one node: for the caret, for highlights, for clicks. */
import type { TranscriptSegment, TranscriptWord } from "../../../../recordings/transcript-model/segments.ts";

interface Place {
  start: number;
  end: number;
}

/** Of each word in the text; also while it is typed in, where more spaces may stand than the words have. */
function placesIn(text: string, words: readonly TranscriptWord[]): Place[] {
  let from = 0;
  return words.map((word) => {
    const at = text.indexOf(word.text, from);
    const start = at === -1 ? from : at;
    from = Math.min(text.length, start + word.text.length);
    return { start, end: from };
  });
}

/** The word at a place of the text, or the next one after it; how many words there are where none follows. */
export function wordAt(text: string, words: readonly TranscriptWord[], offset: number): number {
  const index = placesIn(text, words).findIndex(({ end }) => end > offset);
  return index === -1 ? words.length : index;
}

/** The paragraphs that are drawn, by segment. */
const paragraphs = new Map<string, HTMLElement>();

export function register(id: string, paragraph: HTMLElement): () => void {
  paragraphs.set(id, paragraph);
  return () => {
    if (paragraphs.get(id) === paragraph) paragraphs.delete(id);
  };
}

export function paragraphOf(id: string): HTMLElement | null {
  return paragraphs.get(id) ?? null;
}

/** The text of some words; null if they are not drawn. */
export function rangeOf({ id, words }: TranscriptSegment, first: number, last: number): Range | null {
  const node = paragraphs.get(id)?.firstChild ?? null;
  if (!(node instanceof Text)) return null;
  const places = placesIn(node.data, words);
  const [from, to] = [places[first], places[last]];
  return from && to ? rangeIn(node, from.start, to.end) : null;
}

export function rangeIn(node: Text, start: number, end: number): Range {
  const range = new Range();
  range.setStart(node, Math.min(start, node.length));
  range.setEnd(node, Math.min(end, node.length));
  return range;
}

/** Brings a range of a segment's text into view and selects it there. */
export function select(range: Range): void {
  const paragraph = range.startContainer.parentElement;
  paragraph?.focus({ preventScroll: true });
  reveal(paragraph);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

export function reveal(element: Element | null | undefined): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** Puts the caret to a place of the text. */
export function putCaret(id: string, offset: number): void {
  const paragraph = paragraphs.get(id);
  if (paragraph === undefined) return;
  paragraph.focus({ preventScroll: true });
  reveal(paragraph);
  const node = paragraph.firstChild ?? paragraph;
  const length = node instanceof Text ? node.length : 0;
  getSelection()?.collapse(node, Math.min(offset, length));
}

export interface Caret {
  id: string;
  /** Of the selection in the text; the same if nothing is selected. */
  start: number;
  end: number;
}

/** Where one writes, or what is selected in one segment; null elsewhere. */
export function caret(): Caret | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { startContainer, endContainer } = range;
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  const id = element?.closest<HTMLElement>("[data-segment]")?.dataset.segment;
  if (id === undefined || !paragraphs.get(id)?.contains(endContainer)) return null;
  const isText = startContainer instanceof Text;
  return isText ? { id, start: range.startOffset, end: range.endOffset } : { id, start: 0, end: 0 };
}
