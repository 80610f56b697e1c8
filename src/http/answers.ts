import type { Answer } from "../transcription/service.ts";

/** Finished answers. `Content-Length` is set here because the access log reports it. */

export function textAnswer(
  status: number,
  contentType: string,
  body: string,
  headers: Headers | Record<string, string> = {},
): Response {
  const all = new Headers(headers);
  all.set("Content-Type", contentType);
  all.set("Content-Length", String(Buffer.byteLength(body)));
  return new Response(body, { status, headers: all });
}

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Headers | Record<string, string> = {},
): Response {
  return textAnswer(status, "application/json", JSON.stringify(body), headers);
}

/** What a use case answered, byte for byte; a replay of an earlier answer says so. */
export function storedAnswer({ status, contentType, body, replayed }: Answer): Response {
  return textAnswer(status, contentType, body, replayed ? { "Idempotent-Replayed": "true" } : {});
}
