/**
 * The field with the text: the person writes in it while words come into it. Its content is changed in place, so that the
 * cursor stays where it is.
 */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { liveText } from "../../messages/live-text.ts";
import { announce } from "../../parts/announcer.tsx";
import { phase } from "./dictation.ts";
import { type ShownText, spot, take, typedAround, withWords } from "./live-text.ts";
import { change, changeText, text } from "./sheet-text.ts";

export type Area = RefObject<HTMLTextAreaElement | null>;

interface LiveText extends ShownText {
  heardChars: number;
}

/** Properties of the text area, and the layer under it while words are being heard. */
export function useField(area: Area) {
  const live = shownLive();
  const now: ShownText = live ?? withWords(text.value, spot.value, "");
  const drawn = useRef(now);
  const isComposing = useRef(false);
  const draw = (wanted: ShownText) => {
    if (area.current === null || isComposing.current) return;
    splice(area.current, wanted.shown);
    drawn.current = wanted;
  };
  useLayoutEffect(() => draw(now), [now.shown, now.start, now.end]);
  const take = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
    if (isComposing.current) return;
    const { value, selectionEnd } = currentTarget;
    if (!write(drawn.current, value, selectionEnd)) announce(liveText.comingWords);
    draw(shownLive() ?? withWords(text.value, spot.value, ""));
  };
  return {
    live,
    onInput: take,
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: (event: { currentTarget: HTMLTextAreaElement }) => {
      isComposing.current = false;
      take(event);
    },
  };
}

/** @returns whether the person's change counts. */
function write(was: ShownText, changed: string, cursor: number): boolean {
  const at = spot.peek();
  const typed =
    at === null ? { text: changed, at } : typedAround({ text: text.peek(), at, was }, changed, cursor);
  if (typed === null) return false;
  spot.value = typed.at;
  changeText(typed.text, "pause");
  change.value = null;
  return true;
}

/** Null if no words are being heard, or they are an instruction. */
function shownLive(): LiveText | null {
  const current = phase.value;
  const purpose =
    "purpose" in current ? current.purpose : "pending" in current ? current.pending.purpose : null;
  if (take.value === null || purpose?.kind === "edit") return null;
  const [heard, hearing] = [take.value.heard.value, take.value.hearing.value];
  const shown = withWords(text.value, spot.value, heard + hearing);
  return { ...shown, heardChars: shown.end - shown.start - hearing.trimEnd().length };
}

/** The same text as the field has, as it is heard: its own letters cannot differ in colour. */
export function LiveLayer({ shown: { shown, start, end, heardChars } }: { shown: LiveText }) {
  const final = start + heardChars;
  return (
    <div class="dictate-text dictate-heard" aria-hidden="true">
      {shown.slice(0, final)}
      <span class="hearing">{shown.slice(final, end)}</span>
      <span class="caret" />
      {shown.slice(end)}
    </div>
  );
}

/** Only what differs: a cursor elsewhere stays, as does what is selected. */
function splice(area: HTMLTextAreaElement, wanted: string): void {
  const { value, selectionStart, selectionEnd } = area;
  if (value === wanted) return;
  const most = Math.min(value.length, wanted.length);
  let start = 0;
  while (start < most && value[start] === wanted[start]) start++;
  let same = 0;
  while (same < most - start && value.at(-1 - same) === wanted.at(-1 - same)) same++;
  area.setRangeText(wanted.slice(start, wanted.length - same), start, value.length - same, "preserve");
  // A cursor in what was replaced would be a selection of what replaces it.
  if (selectionStart === selectionEnd) area.setSelectionRange(area.selectionEnd, area.selectionEnd);
}
