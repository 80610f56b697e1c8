import { limits } from "../config/limits.ts";
import { type Cookies, cookieOf } from "./cookies.ts";

/** The cookie that holds a browser session's token. */
export function sessionCookie(publicUrl: string): Omit<Cookies, "set"> & { set(token: string): string } {
  const cookie = cookieOf(publicUrl, "tiro_session");
  return { ...cookie, set: (token) => cookie.set(token, limits.browserSessionMs / 1000) };
}
