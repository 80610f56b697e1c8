/** Hold to speak and let go to finish; or tap to start and tap again to finish. */
import { useLayoutEffect } from "preact/hooks";
import { discard, finish, isRecording, phase, start } from "./dictation.ts";
import { preferences } from "./preferences.ts";
import type { Purpose } from "./unsent.ts";

/** Who lets go sooner has tapped. */
const TAP_MS = 400;
/** Here a key does what it does everywhere. */
const KEY_TARGETS = "input, textarea, select, button, a, summary, dialog, [contenteditable], [popover]";

/** By the event's own clock: a busy page hears of both late, and would take a tap for a hold. */
let pressedAt: number | null = null;

function press(purpose: Purpose, { timeStamp }: Event): void {
  if (pressedAt !== null) return;
  if (phase.value.name === "idle") {
    pressedAt = timeStamp;
    void start(purpose);
  } else void finish();
}

function release({ timeStamp }: Event): void {
  if (pressedAt === null) return;
  const isTap = timeStamp - pressedAt < TAP_MS;
  pressedAt = null;
  if (!isTap) void finish();
}

/** Events of a push-to-talk button: fingers, pointers, and the keyboard by its own click. */
export function pushToTalkHandlers(purpose: () => Purpose) {
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      press(purpose(), event);
    },
    onPointerUp: release,
    onPointerCancel: release,
    // A long press opens a menu on phones.
    onContextMenu: (event: Event) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (event.detail !== 0) return;
      press(purpose(), event);
      pressedAt = null;
    },
  };
}

/** The key that the person chose, and Escape. */
export function usePushToTalkKey(purpose: () => Purpose): void {
  // Before the page is painted, so that anybody who sees it can press the key.
  useLayoutEffect(() => {
    const isPushToTalkKey = ({ code, ctrlKey, altKey, metaKey, target }: KeyboardEvent) => {
      const { holdKey } = preferences.value;
      if (code !== holdKey || altKey || metaKey || (ctrlKey && holdKey !== "ControlRight")) return false;
      const place = (target as Element).closest?.(KEY_TARGETS) ?? null;
      return holdKey !== "Space" || place === null || place.matches("[data-talk]");
    };
    const down = (event: KeyboardEvent) => {
      if (event.code === "Escape" && isRecording(phase.value)) void discard();
      if (!isPushToTalkKey(event)) return;
      event.preventDefault();
      if (!event.repeat) press(purpose(), event);
    };
    const up = (event: KeyboardEvent) => {
      if (event.code !== preferences.value.holdKey) return;
      // The click that a button makes of it.
      if (isPushToTalkKey(event)) event.preventDefault();
      release(event);
    };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    addEventListener("blur", release);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
      removeEventListener("blur", release);
    };
  }, []);
}
