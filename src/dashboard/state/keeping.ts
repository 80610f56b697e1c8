/** Whether the server may keep a person's work, and their browser until the server has it. */
import { me } from "./me.ts";

/** The person, and their organizations, let the server keep texts and recordings. */
export function mayServerKeep(): boolean {
  const { history_available, privacy_mode, zero_retention } = me.data.value ?? {};
  return history_available === true && privacy_mode === false && zero_retention === false;
}

/** If the server keeps a text, the browser may until then, if it can encrypt it. */
export function mayKeepDrafts(): boolean {
  return mayServerKeep() && isSecureContext;
}
