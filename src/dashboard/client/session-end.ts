/** Handles a log-in that is over, somebody else's, or not fresh enough. */
import { signal } from "@preact/signals";
import type { ApiFault } from "./fault.ts";
import { mayLeave } from "./leaving.ts";
import { type LoggedIn, refreshSession } from "./session.ts";

/** Covers the page, which has something unsaved: the person logs in in another tab and continues here. */
export const logInAgain = signal(false);
/** Somebody else is logged in in this browser: the page keeps what it has, shows none of it and sends nothing. */
export const anotherPerson = signal(false);

// The page may have been in the background for hours.
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void lookWhoIsIn().catch(() => "unreachable");
});

/** Finds out who is logged in, and shows it where it is somebody else. */
export async function lookWhoIsIn(): Promise<LoggedIn> {
  const found = await refreshSession();
  if (found === "another") toAnotherPerson();
  if (found === "thisPerson") {
    logInAgain.value = false;
    anotherPerson.value = false;
    for (const resume of resumed.splice(0)) resume();
  }
  return found;
}

const resumed: (() => void)[] = [];

/** @param resume called once the page's person is found to be logged in again. */
export function onceBack(resume: () => void): void {
  resumed.push(resume);
}

/** As the server answered a request. */
export function toAnotherPerson(): void {
  logInAgain.value = false;
  stepUp.asked.value?.(false);
  anotherPerson.value = true;
}

/** Whether the page may continue; if nobody is logged in, it leads to the log-in. */
export async function isStillLoggedIn(): Promise<boolean> {
  const found = await lookWhoIsIn();
  if (found === "nobody") sessionEnded();
  return found === "thisPerson";
}

let isLeaving = false;

/** Every call that is under way ends so; the first one leads away. */
function sessionEnded(): void {
  if (anotherPerson.value) return;
  // Also if the browser keeps it: nobody should find another page than the one they left.
  const isHeld = !mayLeave("logOut");
  if (isHeld) logInAgain.value = true;
  else if (!isLeaving) location.assign(logInAddress());
  isLeaving = !isHeld;
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
