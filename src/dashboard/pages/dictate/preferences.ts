/** The person's choices on this page; kept in this browser. */
import { effect, signal } from "@preact/signals";

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

const NAME = "tiro_dictate";
const DEFAULTS: Preferences = { holdKey: "Space", language: null, microphone: null, live: true, keep: false };

export const preferences = signal<Preferences>(read());

effect(() => {
  try {
    localStorage.setItem(NAME, JSON.stringify(preferences.value));
  } catch {
    // A browser that keeps nothing has the choice until the page is closed.
  }
});

export function setPreferences(changed: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changed };
}

function read(): Preferences {
  try {
    const kept = { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Preferences>) };
    return HOLD_KEYS.includes(kept.holdKey) ? kept : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}
