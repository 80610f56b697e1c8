/** Cookies of the appliance's own pages: for HTTP only, and never sent with another site's forms. */

import { limits } from "../config/limits.ts";
export interface Cookies {
  read(request: Request): string | null;
  /** A value of `Set-Cookie`. */
  set(value: string, maxAgeSeconds: number): string;
  clear(): string;
}

/**
 * The cookie of this name. Under TLS browsers take it from this host alone, by its prefix (RFC 6265bis, "The __Host-
 * Prefix"); without TLS they would refuse the prefix.
 */
export function cookieOf(publicUrl: string, plainName: string): Cookies {
  const secure = publicUrl.startsWith("https:");
  const name = secure ? `__Host-${plainName}` : plainName;
  const set = (value: string, maxAgeSeconds: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return { read: (request) => readCookie(request, name), set, clear: () => set("", 0) };
}

function readCookie({ headers }: Request, name: string): string | null {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const pair = pairs.find((pair) => pair.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}

/** The cookie that holds a browser session's token. */
export function sessionCookie(publicUrl: string): Omit<Cookies, "set"> & { set(token: string): string } {
  const cookie = cookieOf(publicUrl, "tiro_session");
  return { ...cookie, set: (token) => cookie.set(token, limits.browserSessionMs / 1000) };
}

/** The cookie by which a browser is known again in which somebody has logged in. */
export function deviceCookie(publicUrl: string): Omit<Cookies, "set"> & { set(sealed: string): string } {
  const cookie = cookieOf(publicUrl, "tiro_device");
  return { ...cookie, set: (sealed) => cookie.set(sealed, limits.knownDeviceMs / 1000) };
}

/** The cookie by which a browser has back the key of what it keeps for its person. */
export function draftCookie(publicUrl: string): Omit<Cookies, "set"> & { set(browser: string): string } {
  const cookie = cookieOf(publicUrl, "tiro_drafts");
  return { ...cookie, set: (browser) => cookie.set(browser, limits.draftKeyMs / 1000) };
}

/**
 * Data that a browser clears at log-out (W3C Clear Site Data): pages that it kept. Never `storage`: recordings that were not sent
 * yet lie there, encrypted for their person.
 */
export const AT_LOG_OUT = { "Clear-Site-Data": '"cache"' } as const;
