import type { Answer } from "../transcription/service.ts";

/** Finished answers. `Content-Length` is set here because the access log reports it. */

/** Pages replace the policy by one of their own; nothing else here is ever shown by a browser. */
const SECURITY_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
} as const;

/** @param headers besides those that every answer has, or in their place where they have the very same name. */
export function textAnswer(
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...SECURITY_HEADERS,
      ...headers,
      "Content-Type": contentType,
      "Content-Length": String(Buffer.byteLength(body)),
    },
  });
}

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textAnswer(status, "application/json", JSON.stringify(body), headers);
}

/** What a use case answered, byte for byte; a replay of an earlier answer says so. */
export function storedAnswer({ status, contentType, body, replayed }: Answer): Response {
  return textAnswer(status, contentType, body, replayed ? { "Idempotent-Replayed": "true" } : {});
}
