/**
 * The one place that knows what would be lost with the page, such as a recording that was not sent or a text that was not
 * saved. Whatever makes the page leave asks here: a reload, the end of a log-in, a new version, another page.
 */

export interface Work {
  isUnsaved: () => boolean;
  /** Saves what can be saved in the moment that is left; the page may be gone right after. */
  saveNow?: () => void;
}

const works = new Set<Work>();

export function watchWork(work: Work): void {
  works.add(work);
}

export function hasUnsavedWork(): boolean {
  return [...works].some(({ isUnsaved }) => isUnsaved());
}

function saveNow(): void {
  for (const work of works) work.saveNow?.();
}

addEventListener("beforeunload", (event) => {
  saveNow();
  if (hasUnsavedWork()) event.preventDefault();
});
// A phone ends a page that is not in front without asking it again.
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveNow();
});
