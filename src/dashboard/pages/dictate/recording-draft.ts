/** A recording in the browser's storage: a second at a time while it is made, until the server has made a text of it. */
import { Draft, type FoundDraft } from "../../client/drafts.ts";
import { mayKeepDrafts } from "../../state/keeping.ts";
import { keepUnsent, type RecordingFacts } from "./unsent.ts";
import { SAMPLE_RATE, type Samples, wavOf } from "./wav.ts";

export interface DraftedRecording {
  draft: Draft;
  /** As they are heard. */
  add: (samples: Samples) => void;
  /** There are no more. */
  end: () => void;
}

/** Null if nothing may be kept. */
export function draftRecording(facts: RecordingFacts): DraftedRecording | null {
  if (!mayKeepDrafts()) return null;
  const draft = Draft.begin({ kind: "recording", ...facts });
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

/** A recording of an earlier page that was closed or crashed. If nothing may be kept any more, this page has it alone. */
export async function takeUpRecording({ draft, facts, content }: FoundDraft): Promise<void> {
  const { at, ...others } = facts as Omit<RecordingFacts, "at"> & { at: string };
  const samples = new Int16Array(await content.arrayBuffer());
  const seconds = samples.length / SAMPLE_RATE;
  const kept = mayKeepDrafts() && seconds > 0 ? draft : null;
  if (kept === null) void draft.remove();
  if (seconds === 0) return;
  keepUnsent({ ...others, at: new Date(at), wav: wavOf([samples]), seconds, draft: kept, why: "found" });
}
