/** Where a client may be answered: the rules of RFC 6749 §3.1.2, RFC 8252 §7 and RFC 9700 §4.1. */
import { limits } from "../../config/limits.ts";

/** `localhost` too, against RFC 8252's advice, because clients use it. */
const LOOPBACK_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Schemes that lead to a script, a file or a program of the system instead of an app that waits for an answer. Others
 * are open to every app: which one a person's computer starts, only that computer knows.
 */
const FORBIDDEN_SCHEME =
  /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|ws|wss|ftp|ftps|mailto|tel|sms|ssh|telnet|smb|ldap|intent|shell|(ms|search|chrome|edge|about|moz|x-apple)-.*|search|chrome|edge|opera)$/;

/** The target of a redirect URI. */
export type RedirectPlace =
  | { kind: "website"; host: string }
  /** A program that listens on the person's own computer. */
  | { kind: "loopback"; host: string }
  /** An app that the person's computer opens for this scheme. */
  | { kind: "app"; scheme: string };

export function placeOf(redirectUri: string): RedirectPlace {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol !== "http:" && protocol !== "https:") return { kind: "app", scheme: protocol.slice(0, -1) };
  if (LOOPBACK_HOSTS.includes(hostname)) return { kind: "loopback", host };
  return { kind: "website", host };
}

/** The fault of it, or null. */
export function faultOfRedirectUri(uri: string): string | null {
  if (uri.length > limits.oauthRedirectUriChars)
    return `is longer than ${limits.oauthRedirectUriChars} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri) || /["'<>\\^`{|}]/.test(uri) || !URL.canParse(uri))
    return "is not an absolute URI";
  if (uri.includes("#")) return "has a fragment";
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== "" || password !== "") return "has a user name";
  const scheme = protocol.slice(0, -1);
  if (scheme === "https") return uri.startsWith("https://") ? null : "is not an absolute URI";
  if (scheme === "http")
    return LOOPBACK_HOSTS.includes(hostname) && uri.startsWith("http://")
      ? null
      : "is http on a host that is not this computer: use https";
  return FORBIDDEN_SCHEME.test(scheme) ? `has the scheme ${scheme}, which no app answers` : null;
}

/** Whether the client registered it: the very same text, but for the port of a loopback address (RFC 8252 §7.3). */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const portless = withoutLoopbackPort(uri);
  return portless !== null && registered.some((other) => withoutLoopbackPort(other) === portless);
}

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?][^#\s]*)?)$/;

function withoutLoopbackPort(uri: string): string | null {
  const match = LOOPBACK.exec(uri);
  return match && URL.canParse(uri) ? `${match[1]}${match[2] === "" ? "/" : match[2]}` : null;
}

/** The URI with these parameters appended to its own. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(parameters)}`;
}
