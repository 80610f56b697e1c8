/** Whether what a person makes may be kept in their browser until the server has it. */
import { me } from "./me.ts";

/** The person, and their organizations, let something be kept, and the browser can encrypt it. */
export function mayKeepDrafts(): boolean {
  const { history_available, privacy_mode, zero_retention } = me.data.value ?? {};
  const isLet = history_available === true && privacy_mode === false && zero_retention === false;
  return isLet && isSecureContext;
}
