/** The person's choices for this page; kept in this browser. */
import { effect, signal } from "@preact/signals";
import type { SubtitleRules } from "../../../transcription/formats/cues.ts";
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

const NAME = "tiro_transcript";
const DEFAULTS: Options = {
  speed: 1,
  skipsSilence: false,
  hearsClicks: true,
  exports: { speakers: true, times: false },
  subtitles: {},
  keys: {},
};

export const options = signal<Options>(read());

effect(() => {
  try {
    localStorage.setItem(NAME, JSON.stringify(options.value));
  } catch {
    // A browser that keeps nothing has the choice until the page is closed.
  }
});

export function keys(): Keys {
  return { ...DEFAULT_KEYS, ...options.value.keys };
}

function read(): Options {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Options>) };
  } catch {
    return DEFAULTS;
  }
}
