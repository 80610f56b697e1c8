/** The text to read and change: the largest thing on the page. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dictate } from "../../messages/dictate.ts";
import { Feedback } from "../history/feedback.tsx";
import { phase } from "./dictation.ts";
import { gapOnTab, NextGap } from "./gap-keys.tsx";
import { HearAgain } from "./hear-again.tsx";
import { currentRecording, type DictatedText, text } from "./sheet-text.ts";
import { type Area, LiveLayer, useField } from "./text-field.tsx";
import type { Purpose } from "./unsent.ts";
import { UnsureNote, UnsureUnderlines } from "./unsure-words.tsx";

/** @param made null if the text has only begun to be spoken. */
export function TextArea({ area, made }: { area: Area; made: DictatedText | null }) {
  return (
    <div class="sheet-text">
      <TextField area={area} made={made} />
      {made !== null && <TextFoot area={area} made={made} />}
    </div>
  );
}

function TextField({ area, made }: { area: Area; made: DictatedText | null }) {
  const { live, ...field } = useField(area);
  const { language = "auto", saver } = made ?? {};
  const isBusy = !["idle", "opening", "recording"].includes(phase.value.name);
  return (
    <div class={live ? "dictate-layers dictate-live-layers" : "dictate-layers"}>
      {live ? <LiveLayer shown={live} /> : <UnsureUnderlines />}
      <textarea
        ref={area}
        class="dictate-text"
        aria-label={dictate.textLabel}
        {...(language !== "auto" && { lang: language })}
        {...field}
        readOnly={isBusy}
        onKeyDown={gapOnTab}
        onBlur={() => void saver?.save()}
      />
    </div>
  );
}

function TextFoot({ area, made }: { area: Area; made: DictatedText }) {
  const { saver, session_id, raw_text } = made;
  return (
    <div class="sheet-foot">
      <NextGap area={area} />
      <UnsureNote area={area} />
      {raw_text !== made.text && (
        <details class="small">
          <summary>{dictate.raw}</summary>
          <p class="second">{raw_text}</p>
        </details>
      )}
      {currentRecording.value && <HearAgain recording={currentRecording.value} />}
      {saver.state.value !== "unkept" && (
        <Feedback key={session_id} sessionId={session_id} text={text.value} />
      )}
    </div>
  );
}

/** How many characters are selected. */
export function useSelection(area: Area): number {
  const selected = useSignal(0);
  useEffect(() => {
    const look = () => {
      const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
      selected.value = selectionEnd - selectionStart;
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, []);
  return selected.value;
}

/** Of the selection, or of the whole text. */
export function editOf(area: HTMLTextAreaElement | null): Purpose {
  const { value = "", selectionStart = 0, selectionEnd = 0 } = area ?? {};
  const [start, end] = selectionStart < selectionEnd ? [selectionStart, selectionEnd] : [0, value.length];
  return {
    kind: "edit",
    whole: value,
    before: value.slice(0, start),
    selected: value.slice(start, end),
    after: value.slice(end),
  };
}

/** At the cursor; replaces the selection. */
export function insertionIn(area: HTMLTextAreaElement | null): Extract<Purpose, { kind: "insert" }> {
  const { value = "", selectionStart = value.length, selectionEnd = value.length } = area ?? {};
  return {
    kind: "insert",
    whole: value,
    before: value.slice(0, selectionStart),
    after: value.slice(selectionEnd),
  };
}
