/**
 * The one place that decides whether a page may be left. Whatever would be lost registers here: a recording that was not
 * sent, a text that was not saved, a form with something in it, a key that is shown once. Every way out asks here: a reload,
 * another page of the app, a new version, the end of a log-in, another person.
 */

export interface Work {
  isUnsaved: () => boolean;
  /** What it ends with: the `page` of the app that shows it, or only the `tab`. */
  endsWith: "page" | "tab";
  /** Saves what can be saved in the moment that is left; the page may be gone right after. */
  saveNow?: () => void;
}

const works = new Set<Work>();

/** @returns how to stop watching it. */
export function watchWork(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Whether nothing is lost when the page of the app, or the whole tab, is left now. */
export function mayLeave(left: Work["endsWith"]): boolean {
  return ![...works].some(
    ({ isUnsaved, endsWith }) => (left === "tab" || endsWith === "page") && isUnsaved(),
  );
}

function saveNow(): void {
  for (const work of works) work.saveNow?.();
}

addEventListener("beforeunload", (event) => {
  saveNow();
  if (!mayLeave("tab")) event.preventDefault();
});
// A phone ends a page that is not in front without asking it again.
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveNow();
});
