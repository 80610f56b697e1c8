import { type AppDescription, appKindOf } from "../text/formatting/app-kind.ts";

/** Whether a place receives sentences. In commands and searches, marks that nobody spoke would be in the way. */
export function takesSentences(place: AppDescription): boolean {
  return !["code", "terminal", "search"].includes(appKindOf(place));
}
