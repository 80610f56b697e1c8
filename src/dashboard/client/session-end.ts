/** What happens where the log-in is over, or not fresh enough for what is asked. */
import { signal } from "@preact/signals";
import type { ApiFault } from "./fault.ts";

/** What would be lost with the page, such as a recording that has not been sent. */
const held = new Set<symbol>();
/** Shown by the frame as a dialog: the person logs in in another tab and goes on here. */
export const logInAgain = signal(false);

/** Keeps the page from leaving on its own until it is let go; returns how. */
export function holdPage(): () => void {
  const hold = Symbol();
  held.add(hold);
  return () => void held.delete(hold);
}

addEventListener("beforeunload", (event) => {
  if (held.size > 0) event.preventDefault();
});

let isLeaving = false;

/** Every call that is under way ends so; the first one leads away. */
export function sessionEnded(): void {
  if (held.size > 0) logInAgain.value = true;
  else if (!isLeaving) location.assign(logInAddress());
  isLeaving = held.size === 0;
}

/** Back to where the person is. */
function logInAddress(): string {
  return `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
}

type Resolve = (confirmed: boolean) => void;

/** A question that the frame shows: the person proves who they are once more, and the call is sent again. */
class StepUp {
  readonly asked = signal<Resolve | null>(null);

  asks({ code }: ApiFault): boolean {
    return code === "fresh_log_in_required";
  }

  /** @returns whether the person did. */
  confirm(): Promise<boolean> {
    this.asked.value?.(false);
    return new Promise((resolve) => {
      this.asked.value = (confirmed) => {
        this.asked.value = null;
        resolve(confirmed);
      };
    });
  }
}

export const stepUp = new StepUp();
