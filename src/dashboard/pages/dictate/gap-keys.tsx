/** Tab goes from gap to gap of a template, and out of the text after the last one. */
import type { RefObject } from "preact";
import { templates } from "../../messages/templates.ts";
import { announce } from "../../parts/announcer.tsx";
import { Button } from "../../parts/button.tsx";
import { type Gap, gapAfter, gapBefore } from "./gaps.ts";
import { text } from "./sheet-text.ts";

export function selectGap(area: HTMLTextAreaElement | null, gap: Gap): void {
  area?.focus();
  area?.setSelectionRange(gap.start, gap.end);
  announce(templates.gap(gap.name));
}

export function gapOnTab(event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }): void {
  if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const gap = event.shiftKey ? gapBefore(value, selectionStart) : gapAfter(value, selectionEnd);
  if (gap === null) return;
  event.preventDefault();
  selectGap(event.currentTarget, gap);
}

/** For fingers: the next gap after the cursor, or the first one. */
export function NextGap({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const first = gapAfter(text.value, 0);
  if (first === null) return null;
  const go = () => {
    const { value = "", selectionEnd = 0 } = area.current ?? {};
    selectGap(area.current, gapAfter(value, selectionEnd) ?? first);
  };
  return <Button look="small" text={templates.nextGap(first.name)} onClick={go} />;
}
