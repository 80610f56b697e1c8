const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  // nginx would hold the events back until its buffer is full.
  "X-Accel-Buffering": "no",
};

/** Server-sent events. @param events as they come; null for a client that asks for the head alone. */
export function eventStreamAnswer(events: ReadableStream<Uint8Array> | null): Response {
  return new Response(events, { headers: HEADERS });
}
