/** A recording in the browser's storage: a second at a time while it is made, until the server has made a text of it. */
import { effect } from "@preact/signals";
import { Draft, type FoundDraft } from "../../client/drafts.ts";
import { me } from "../../state/me.ts";
import { keepUnsent, type RecordingFacts } from "./unsent.ts";
import { SAMPLE_RATE, type Samples, wavOf } from "./wav.ts";

/** Whether the person's organizations, and they themselves, let something be kept. */
function mayKeep(): boolean {
  const { history_available, privacy_mode, zero_retention } = me.data.value ?? {};
  return history_available === true && privacy_mode === false && zero_retention === false;
}

export interface DraftedRecording {
  draft: Draft;
  /** As they are heard. */
  add: (samples: Samples) => void;
  /** There are no more. */
  end: () => void;
}

/** Null where nothing may be kept. */
export function draftRecording(facts: RecordingFacts): DraftedRecording | null {
  if (!mayKeep()) return null;
  const draft = Draft.begin(facts);
  let heard: Samples[] = [];
  let length = 0;
  const end = () => {
    if (length === 0) return;
    const second = new Int16Array(length);
    let at = 0;
    for (const samples of heard) {
      second.set(samples, at);
      at += samples.length;
    }
    draft.append(new Uint8Array(second.buffer));
    [heard, length] = [[], 0];
  };
  const add = (samples: Samples) => {
    heard.push(samples);
    length += samples.length;
    if (length >= SAMPLE_RATE) end();
  };
  return { draft, add, end };
}

/** What an earlier page was closed with, or crashed. Where nothing may be kept any more, this page has it alone. */
function takeUp({ draft, facts, pieces }: FoundDraft): void {
  const { at, ...others } = facts as Omit<RecordingFacts, "at"> & { at: string };
  const samples = pieces.map((piece) => new Int16Array(piece.buffer));
  const seconds = samples.reduce((sum, { length }) => sum + length, 0) / SAMPLE_RATE;
  const kept = mayKeep() && seconds > 0 ? draft : null;
  if (kept === null) void draft.remove();
  if (seconds === 0) return;
  keepUnsent({ ...others, at: new Date(at), wav: wavOf(samples), seconds, draft: kept, why: "found" });
}

let isAsked = false;
effect(() => {
  if (isAsked || !isSecureContext || me.data.value === null) return;
  isAsked = true;
  void Draft.findAll(takeUp);
});
