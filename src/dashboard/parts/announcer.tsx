/** Announces to screen readers what changed elsewhere on the page. */
import { signal } from "@preact/signals";
import { setting } from "../state/signals.ts";

const polite = signal("");
const assertive = signal("");

/** @param urgent interrupts what is being read. */
export function announce(text: string, { urgent = false } = {}): void {
  const region = urgent ? assertive : polite;
  region.value = "";
  // The same words twice are two announcements.
  requestAnimationFrame(setting(region, text));
}

export function Announcer() {
  return (
    <>
      <div class="for-readers" role="status">
        {polite}
      </div>
      <div class="for-readers" role="alert">
        {assertive}
      </div>
    </>
  );
}
