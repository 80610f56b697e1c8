/** The person's choices for this page; kept in this browser. */
import type { SubtitleRules } from "../../../transcription/formats/cues.ts";
import { keptSignal } from "../../state/kept.ts";
import { DEFAULT_KEYS, type Keys } from "./key-names.ts";

export interface Options {
  speed: number;
  skipsSilence: boolean;
  /** Whether a click on a word is heard. */
  hearsClicks: boolean;
  /** Whether names and times are written into what is exported. */
  exports: { speakers: boolean; times: boolean };
  /** Rules of subtitles, where they are others than usual. */
  subtitles: Partial<SubtitleRules>;
  /** Those that were changed. */
  keys: Partial<Keys>;
}

const DEFAULTS: Options = {
  speed: 1,
  skipsSilence: false,
  hearsClicks: true,
  exports: { speakers: true, times: false },
  subtitles: {},
  keys: {},
};

export const options = keptSignal("tiro_transcript", DEFAULTS);

export function keys(): Keys {
  return { ...DEFAULT_KEYS, ...options.value.keys };
}
