/** What `client-thread.ts` runs. */
import { slowness } from "./thread-time.ts";

declare const self: Worker;

export interface Sending {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

let sending: Sending | null = null;

/** A request is taken first, and sent when it is asked for: the answer's status; null if there was none. */
self.onmessage = async ({ data }: MessageEvent<Sending | "send" | "slowness">) => {
  if (data === "slowness") return self.postMessage(slowness());
  if (data !== "send") {
    sending = data;
    return self.postMessage(null);
  }
  const { url, ...request } = sending as Sending;
  try {
    const answer = await fetch(url, { ...request, redirect: "manual" } as RequestInit);
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) await answer.body?.cancel();
    else await answer.bytes();
    self.postMessage(answer.status);
  } catch {
    self.postMessage(null);
  }
};
