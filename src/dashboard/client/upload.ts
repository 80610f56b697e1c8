/** Files of any size, with their progress. By XMLHttpRequest: fetch does not report how much of a body was sent. */
import { unreachable } from "./fault.ts";
import { ownHeaders } from "./session.ts";

export interface UploadCall {
  body: FormData;
  headers: Record<string, string>;
  /** The policies that the page showed when the person sent it. */
  policyRevision: string;
  signal: AbortSignal;
  onProgress: (sentBytes: number, bytesPerSecond: number) => void;
  /** Nothing got through for a while; it may still continue. */
  onSilence: () => void;
  onSent: () => void;
}

export type UploadRoute = "POST /v1/audio/transcriptions";

/** A connection that was cut in the middle is reported by the browser only after minutes. */
export const SILENCE_MS = 5_000;
export const LONGEST_SILENCE_MS = 30_000;

/** @returns the answer, also one that refuses. @throws ApiFault `unreachable`. */
export function upload(
  route: UploadRoute,
  { body, headers, policyRevision, signal, onProgress, onSilence, onSent }: UploadCall,
): Promise<Response> {
  const [method = "", path = ""] = route.split(" ");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    request.open(method, path);
    request.responseType = "text";
    for (const [name, value] of Object.entries({ ...ownHeaders(method, policyRevision), ...headers }))
      request.setRequestHeader(name, value);
    let timers: ReturnType<typeof setTimeout>[] = [];
    const hear = () => {
      timers.forEach(clearTimeout);
      timers = [];
    };
    const listen = () => {
      hear();
      timers = [setTimeout(onSilence, SILENCE_MS), setTimeout(() => request.abort(), LONGEST_SILENCE_MS)];
    };
    request.upload.onprogress = ({ loaded }) => {
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      listen();
      onProgress(loaded, loaded / seconds);
    };
    request.upload.onload = () => {
      hear();
      onSent();
    };
    request.onload = () => resolve(asResponse(request));
    const fail = () => reject(unreachable());
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = hear;
    if (signal.aborted) return fail();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
    listen();
  });
}

function asResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after", "x-request-id"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}
