import type { Answer } from "../transcription/use-cases.ts";

/** Finished answers. `Content-Length` is set here because the access log reports it. */

/** For data. Pages, which browsers show, have stricter ones and a policy of their own. */
const SECURITY_HEADERS = {
  // For pages of others that embed it; those that the operator allows ask by CORS, which this does not touch.
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** @param headers besides those that every answer has, or in their place. */
export function textAnswer(
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const own = { "Content-Type": contentType, "Content-Length": String(Buffer.byteLength(body)) };
  return new Response(body, { status, headers: { ...SECURITY_HEADERS, ...own, ...headers } });
}

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textAnswer(status, "application/json", JSON.stringify(body), headers);
}

/** For a spreadsheet; browsers save it under this name. */
export function csvAnswer(fileName: string, csv: string): Response {
  return textAnswer(200, "text/csv; charset=utf-8", csv, {
    "Content-Disposition": `attachment; filename="${fileName}"`,
  });
}

/** Browsers save it under this name, whatever is in it: RFC 6266. */
export function fileAnswer(
  fileName: string,
  contentType: string,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
): Response {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const name = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  const length = body instanceof ReadableStream ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const headers = {
    ...SECURITY_HEADERS,
    "Content-Type": contentType,
    ...length,
    "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${name}`,
  };
  return new Response(body as ConstructorParameters<typeof Response>[0], { headers });
}

/** A use case's answer, byte for byte; a replay of an earlier answer says so. */
export function storedAnswer({ status, contentType, body, replayed, headers }: Answer): Response {
  return textAnswer(status, contentType, body, replayed ? { "Idempotent-Replayed": "true" } : headers);
}

export const SCIM_TYPE = "application/scim+json";

/** RFC 7644 §3.1. */
export function scimAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textAnswer(status, SCIM_TYPE, JSON.stringify(body), headers);
}
