import { limits } from "../config/limits.ts";
import { type Cookies, cookieOf } from "./cookies.ts";

/** The cookie by which a browser is known again in which somebody has logged in. */
export function deviceCookie(publicUrl: string): Omit<Cookies, "set"> & { set(sealed: string): string } {
  const cookie = cookieOf(publicUrl, "tiro_device");
  return { ...cookie, set: (sealed) => cookie.set(sealed, limits.knownDeviceMs / 1000) };
}
