/** Typing, clicking and moving in the text: listened to once, for all paragraphs. */
import { useEffect } from "preact/hooks";
import { transcript } from "../../../messages/transcript.ts";
import { announce } from "../../../parts/announcer.tsx";
import { mergeWithNext, mergeWithPrevious, splitAt } from "../editing/acts.ts";
import { caret, paragraphOf, putCaret, wordAt } from "../editing/places.ts";
import type { Workspace } from "../workspace.ts";
import { goBack } from "./undoing.ts";

/** Shows a text; the one being typed in stays as it was typed, but for spaces that mean nothing. */
export function fill(paragraph: HTMLElement, text: string): void {
  const shown = paragraph.textContent ?? "";
  const isSame = shown.replace(/\s+/gu, " ").trim() === text;
  const isWritten = paragraph === document.activeElement;
  if (isSame && paragraph.childNodes.length === 1 && (isWritten || shown === text)) return;
  const offset = isWritten ? caret()?.start : undefined;
  if (isSame && isWritten) paragraph.normalize();
  else paragraph.textContent = text;
  const [node] = paragraph.childNodes;
  if (offset !== undefined && node instanceof Text)
    getSelection()?.collapse(node, Math.min(offset, node.length));
}

export function useWriting(at: Workspace) {
  useEffect(() => {
    const remember = () => {
      const found = caret();
      if (found !== null) at.caret.value = found;
    };
    // A browser reports a moved caret some time later, after a key that was pressed right after the move.
    addEventListener("keydown", remember, true);
    document.addEventListener("selectionchange", remember);
    return () => {
      removeEventListener("keydown", remember, true);
      document.removeEventListener("selectionchange", remember);
    };
  }, [at]);
  return {
    onInput: (event: Event) => {
      const paragraph = event.target as HTMLElement;
      const id = segmentOf(paragraph);
      if (id !== null) at.document.type(id, paragraph.textContent ?? "");
    },
    onBeforeInput: (event: InputEvent) => {
      if (!event.isComposing && isDone(at, event)) event.preventDefault();
    },
    onFocusIn: ({ target, currentTarget }: FocusEvent) => {
      const paragraph = (target as Element).closest("[data-segment]")?.querySelector("p");
      const turns = currentTarget as HTMLElement;
      if (!paragraph) return;
      for (const each of turns.querySelectorAll("[tabindex='0']")) each.setAttribute("tabindex", "-1");
      paragraph.setAttribute("tabindex", "0");
      paragraph.parentElement?.querySelector(".who")?.setAttribute("tabindex", "0");
    },
    onFocusOut: ({ target }: FocusEvent) => leave(at, target as HTMLElement),
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step !== 0 && moveOn(at, step)) event.preventDefault();
    },
    onClick: (event: MouseEvent) => hearClick(at, event),
  };
}

function segmentOf(element: Element): string | null {
  return element.closest<HTMLElement>("[data-segment]")?.dataset.segment ?? null;
}

/** Handles edits that the browser would make itself, and not undo with the rest. */
function isDone(at: Workspace, { inputType }: InputEvent): boolean {
  if (inputType === "historyUndo" || inputType === "historyRedo") {
    goBack(at, inputType === "historyUndo" ? "undo" : "redo");
    return true;
  }
  const place = caret();
  if (place === null) return false;
  if (inputType === "insertParagraph" || inputType === "insertLineBreak") {
    if (!splitAt(at.document, place)) announce(transcript.cannotSplit);
    return true;
  }
  const length = paragraphOf(place.id)?.textContent?.length ?? 0;
  const isCollapsed = place.start === place.end;
  if (isCollapsed && place.start === 0 && inputType.startsWith("delete") && inputType.endsWith("Backward"))
    return merged(mergeWithPrevious(at.document, place.id));
  if (isCollapsed && place.start >= length && inputType.startsWith("delete") && inputType.endsWith("Forward"))
    return merged(mergeWithNext(at.document, place.id));
  return false;
}

function merged(isMerged: boolean): true {
  if (!isMerged) announce(transcript.cannotMerge);
  return true;
}

/** A paragraph without a word is none; spaces that mean nothing go. */
function leave({ document, canEdit }: Workspace, element: HTMLElement): void {
  const id = element.matches("p") && canEdit ? segmentOf(element) : null;
  const segment = id === null ? undefined : document.part(id)?.peek();
  if (id === null || segment === undefined) return;
  if (segment.words.length === 0 && document.ids.peek().length > 1)
    document.make([{ replace: [id], after: null, with: [] }], { group: `type ${id}` });
}

function stepOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): -1 | 0 | 1 {
  if (ctrlKey || altKey || metaKey || shiftKey) return 0;
  if (key === "ArrowUp" || key === "ArrowLeft") return isAtEdge("first", key === "ArrowLeft") ? -1 : 0;
  if (key === "ArrowDown" || key === "ArrowRight") return isAtEdge("last", key === "ArrowRight") ? 1 : 0;
  return 0;
}

/** Whether the caret is in the first or last line of its paragraph; @param isSideways at its very beginning or end. */
function isAtEdge(edge: "first" | "last", isSideways: boolean): boolean {
  const place = caret();
  const paragraph = place === null ? null : paragraphOf(place.id);
  if (place === null || paragraph === null || place.start !== place.end) return false;
  const length = paragraph.textContent?.length ?? 0;
  if (isSideways || length === 0) return edge === "first" ? place.start === 0 : place.start >= length;
  const rect = getSelection()?.getRangeAt(0).getClientRects()[0];
  if (rect === undefined) return true;
  const { top, bottom } = paragraph.getBoundingClientRect();
  return edge === "first" ? rect.top - top < rect.height : bottom - rect.bottom < rect.height;
}

function moveOn({ document }: Workspace, step: -1 | 1): boolean {
  const place = caret();
  const id = place === null ? undefined : document.ids.peek()[document.indexOf(place.id) + step];
  if (id === undefined) return false;
  putCaret(id, step === 1 ? 0 : (paragraphOf(id)?.textContent?.length ?? 0));
  return true;
}

function hearClick(at: Workspace, { target }: MouseEvent): void {
  const paragraph = (target as Element).closest<HTMLElement>("p");
  const place = caret();
  const isClick = paragraph !== null && place !== null && place.start === place.end;
  const segment = isClick ? at.document.part(place.id)?.peek() : undefined;
  if (segment === undefined || place === null) return;
  const word = segment.words[wordAt(paragraph?.textContent ?? "", segment.words, place.start)];
  if (word !== undefined) at.hearClick({ fromMs: word.startMs, toMs: word.endMs });
}
