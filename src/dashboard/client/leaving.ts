/**
 * The one place that decides whether a page may be left. Everything that would be lost registers here: a recording that was not
 * sent, a text that was not saved, a form with something in it, a key that is shown once. Every way out asks here: a reload,
 * another page of the app, the log-out, the end of a log-in, another person.
 */
import { computed, signal } from "@preact/signals";

/** From the least to the most: another page of the app, a reload or a closed tab, a log-out. */
const WAYS = ["page", "tab", "logOut"] as const;
export type WayOut = (typeof WAYS)[number];

/** Something that the server does not have yet. */
export interface WaitingThing {
  key: string;
  kind: "recording" | "text" | "fileUnderWay" | "fileNotSent";
  /** Of a file, or when it was spoken. */
  name: string;
  /** Where the person can do something about it. */
  address: string;
}

export interface Work {
  /** The least way out by which it would be lost now; null if none loses anything. */
  lostBy: () => WayOut | null;
  /** Saves what can be saved in the moment that is left; the page may be gone right after. */
  saveNow?: () => void;
  /** Of it, what a person has to know about on other pages. */
  waiting?: () => readonly WaitingThing[];
}

const works = signal<readonly Work[]>([]);

/** All that waits in this page. */
export const waiting = computed(() => works.value.flatMap((work) => work.waiting?.() ?? []));

/** @returns how to stop watching it. */
export function watchWork(work: Work): () => void {
  works.value = [...works.peek(), work];
  return () => {
    works.value = works.peek().filter((each) => each !== work);
  };
}

/** Whether nothing is lost where the page is left so now. */
export function mayLeave(way: WayOut): boolean {
  const lost = works
    .peek()
    .map(({ lostBy }) => lostBy())
    .filter((by) => by !== null);
  return lost.every((by) => WAYS.indexOf(by) > WAYS.indexOf(way));
}

function saveNow(): void {
  for (const work of works.peek()) work.saveNow?.();
}

addEventListener("beforeunload", (event) => {
  saveNow();
  if (!mayLeave("tab")) event.preventDefault();
});
// A phone ends a page that is not in front without asking it again.
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveNow();
});
