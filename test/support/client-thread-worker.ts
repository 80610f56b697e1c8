/** What `client-thread.ts` runs. */
import { slowness } from "./thread-time.ts";

declare const self: Worker;

export interface Sending {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/** The answer's status; null if there was none. */
self.onmessage = async ({ data }: MessageEvent<Sending | "slowness">) => {
  if (data === "slowness") return self.postMessage(slowness());
  const { url, ...request } = data;
  try {
    const answer = await fetch(url, { ...request, redirect: "manual" } as RequestInit);
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) await answer.body?.cancel();
    else await answer.bytes();
    self.postMessage(answer.status);
  } catch {
    self.postMessage(null);
  }
};
