import { limits } from "../config/limits.ts";

/** Where people land who logged in without asking for another page. */
export const APP_PATH = "/app/";
/** Where people see and change what is about themselves. */
export const YOU_PATH = "/app/you";
/** Where people set up the second step that they must have. */
export const SECOND_STEP_PATH = "/login/second-step";

const ELSEWHERE = "http://tiro.invalid";

/**
 * The path and query of this server that `text` names, or null. Text that a browser could take for another host is
 * none: `//host`, `/\host`, and what becomes one of these once dots are resolved (WHATWG URL).
 */
export function ownPath(text: string | null): string | null {
  if (text === null || text.length > limits.returnPathChars) return null;
  if (!/^\/[\x21-\x5b\x5d-\x7e]*$/.test(text) || !URL.canParse(text, ELSEWHERE)) return null;
  const { origin, pathname, search } = new URL(text, ELSEWHERE);
  return origin === ELSEWHERE && !pathname.startsWith("//") ? pathname + search : null;
}
