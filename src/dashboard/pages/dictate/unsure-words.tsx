/** Words that may be misheard: underlined in the text, which stays as it is, and looked at one after the other. */
import type { ComponentChildren, RefObject } from "preact";
import { unsureWords as words } from "../../messages/unsure-words.ts";
import { Button } from "../../parts/button.tsx";
import { number } from "../../state/format.ts";
import { text, unsure } from "./sheet-text.ts";

/** Lies under the text and breaks its lines alike: a text that can be changed has no words to mark. */
export function UnsureUnderlines() {
  if (unsure.value.length === 0) return null;
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [start, end] of unsure.value) {
    parts.push(
      text.value.slice(at, start),
      <span key={start} class="unsure">
        {text.value.slice(start, end)}
      </span>,
    );
    at = end;
  }
  return (
    <div class="dictate-text dictate-unsure" aria-hidden="true">
      {parts}
      {text.value.slice(at)}
    </div>
  );
}

export function UnsureNote({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const { length } = unsure.value;
  if (length === 0) return null;
  const { mark, means, next } = words;
  return (
    <p class="small second dictate-unsure-note">
      <span class="dictate-unsure-legend">
        <span class="unsure">{mark}</span> {means}{" "}
      </span>
      <Button look="small" text={next(length, number(length))} onClick={() => selectNext(area.current)} />
    </p>
  );
}

/** The first one after the cursor; from the last one back to the first. */
function selectNext(area: HTMLTextAreaElement | null): void {
  if (area === null) return;
  const { selectionEnd } = area;
  const isFocused = document.activeElement === area || selectionEnd > area.selectionStart;
  const from = isFocused ? selectionEnd : 0;
  const [start, end] = unsure.value.find(([at]) => at >= from) ?? unsure.value[0] ?? [0, 0];
  area.focus();
  area.setSelectionRange(start, end);
}
