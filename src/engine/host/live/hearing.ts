/** How a stretch of speech is heard while it grows. */
import type { HostLiveSettings } from "../../live-protocol.ts";
import type { Heard } from "./agreement.ts";
import type { HeardWords } from "./heard-words.ts";
import type { Stretch } from "./stretch.ts";

/** Words that may change; what was said before a pause, in a stretch that is as long as may be, or at an end. */
export type DecodeKind = "draft" | "pause" | "full" | "closing";

export interface Wanted {
  kind: DecodeKind;
  stretch: Stretch;
  /** Where the audio to decode ends. */
  untilSample: number;
  settings: Pick<HostLiveSettings, "language" | "hotwords" | "phrases">;
  /** Whose it is; aborted when it is given up. */
  owner: AbortController;
}

export interface Hearer {
  /** @param heard null if a draft is too doubtful to be shown. @param processorMs what it took of the processors. */
  done(heard: HeardWords | null, processorMs: number): void;
  failed(fault: unknown): void;
}

export interface Hearing {
  /** Longer audio is cut before more is heard. */
  readonly maxSamples: number;
  /** Which words of a draft are final. */
  readonly draftFinals: Extract<Heard["final"], "heard twice" | "all but the last">;
  /** Whether the silence before `heardUntil` is long enough to decode what was said once more, or to its end. */
  isPause(stretch: Stretch, heardUntil: number): boolean;
  /** @param isStalled no more sound comes for the moment: what there is is worth a draft. */
  isDraftDue(stretch: Stretch, heardUntil: number, isStalled: boolean): boolean;
  decode(wanted: Wanted, hearer: Hearer): void;
  /** Forgets the owner's waiting decodes. */
  drop(owner: AbortController): void;
}
