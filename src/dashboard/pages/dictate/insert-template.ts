/** A template that the palette found: it goes where the cursor stands, or is a text of its own. */
import { useEffect } from "preact/hooks";
import { templates } from "../../messages/templates.ts";
import { announce } from "../../parts/announcer.tsx";
import { phase } from "./dictation.ts";
import { selectGap } from "./gap-keys.tsx";
import { gapAfter } from "./gaps.ts";
import { change, changeText, currentResult, placed, showWritten, text } from "./sheet-text.ts";
import { type TemplateToInsert, templateToInsert } from "./template-to-insert.ts";
import { insertionIn } from "./text-area.tsx";
import type { Area } from "./text-field.tsx";

/** Takes what waits to be inserted as soon as nothing is said, and selects the first gap of what came into the text. */
export function useTemplates(area: Area): void {
  const wanted = templateToInsert.value;
  const isIdle = phase.value.name === "idle";
  useEffect(() => {
    if (wanted === null || !isIdle) return;
    templateToInsert.value = null;
    insertTemplate(area.current, wanted);
  }, [wanted, isIdle]);
  const range = placed.value;
  useEffect(() => {
    if (range === null) return;
    placed.value = null;
    const gap = gapAfter(text.peek(), range.start);
    if (gap !== null && gap.end <= range.end) selectGap(area.current, gap);
  }, [range]);
}

function insertTemplate(area: HTMLTextAreaElement | null, { name, text: template }: TemplateToInsert): void {
  announce(templates.inserted(name));
  if (currentResult.value === null) {
    showWritten(template);
    return;
  }
  const { before, after, whole } = insertionIn(area);
  const hasLines = template.includes("\n");
  const start = before + seam(before, template, hasLines);
  changeText(start + template + seam(template, after, hasLines) + after, "once");
  change.value = { kind: "template", said: name, before: whole, after: text.value, isUnclear: false };
  placed.value = { start: start.length, end: start.length + template.length };
}

/** A template of several lines gets lines of its own. */
function seam(before: string, after: string, hasLines: boolean): string {
  if (before === "" || after === "" || /\s$/.test(before) || /^[\s.,;:!?)]/.test(after)) return "";
  return hasLines ? "\n" : " ";
}
