/** The person's choices on this page; kept in this browser. */
import { keptSignal } from "../../state/kept.ts";

/** `KeyboardEvent.code` of the keys that may be held. All but the space bar also work while one writes. */
export const HOLD_KEYS = ["Space", "F8", "F9", "Insert", "ControlRight"] as const;
export type HoldKey = (typeof HOLD_KEYS)[number];

interface Preferences {
  holdKey: HoldKey;
  /** A language code; null: as in the settings. */
  language: string | null;
  microphone: string | null;
  /** Whether words are shown while they are spoken. */
  live: boolean;
  /** Whether what is spoken becomes a recording, too. */
  keep: boolean;
}

const DEFAULTS: Preferences = { holdKey: "Space", language: null, microphone: null, live: true, keep: false };

export const preferences = keptSignal("tiro_dictate", DEFAULTS, ({ holdKey }) => HOLD_KEYS.includes(holdKey));

export function setPreferences(changed: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changed };
}
