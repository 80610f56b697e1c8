/** What the person chose on this page; kept in this browser. */
import { effect, signal } from "@preact/signals";

/** `KeyboardEvent.code` of the keys that may be held. All but the space bar also work while one writes. */
export const HOLD_KEYS = ["Space", "F8", "F9", "Insert", "ControlRight"] as const;
export type HoldKey = (typeof HOLD_KEYS)[number];

interface Choices {
  holdKey: HoldKey;
  /** A language code; null: as in the settings. */
  language: string | null;
  microphone: string | null;
}

const NAME = "tiro_dictate";
const DEFAULTS: Choices = { holdKey: "Space", language: null, microphone: null };

export const choices = signal<Choices>(read());

effect(() => {
  try {
    localStorage.setItem(NAME, JSON.stringify(choices.value));
  } catch {
    // A browser that keeps nothing has the choice until the page is closed.
  }
});

export function choose(changed: Partial<Choices>): void {
  choices.value = { ...choices.value, ...changed };
}

function read(): Choices {
  try {
    const kept = { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Choices>) };
    return HOLD_KEYS.includes(kept.holdKey) ? kept : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}
