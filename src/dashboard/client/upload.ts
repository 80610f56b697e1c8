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

const SILENCE_MS = 5_000;
const LONGEST_SILENCE_MS = 30_000;

/** A connection that was cut in the middle is reported by the browser only after minutes. */
export class SilenceWatch {
  readonly #onSilence: () => void;
  readonly #onLongSilence: () => void;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(onSilence: () => void, onLongSilence: () => void) {
    this.#onSilence = onSilence;
    this.#onLongSilence = onLongSilence;
  }

  listen(): void {
    this.end();
    this.#timers = [
      setTimeout(this.#onSilence, SILENCE_MS),
      setTimeout(this.#onLongSilence, LONGEST_SILENCE_MS),
    ];
  }

  end(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }
}

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
    const watch = new SilenceWatch(onSilence, () => request.abort());
    request.upload.onprogress = ({ loaded }) => {
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      watch.listen();
      onProgress(loaded, loaded / seconds);
    };
    request.upload.onload = () => {
      watch.end();
      onSent();
    };
    request.onload = () =>
      resolve(responseOf(request.status, request.responseText, (name) => request.getResponseHeader(name)));
    const fail = () => reject(unreachable());
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => watch.end();
    if (signal.aborted) return fail();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
    watch.listen();
  });
}

/** @param headerOf as the one that asked got it. */
export function responseOf(
  status: number,
  body: string,
  headerOf: (name: string) => string | null | undefined,
): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after", "x-request-id"]) {
    const value = headerOf(name);
    if (value) headers.set(name, value);
  }
  return new Response(body, { status, headers });
}
