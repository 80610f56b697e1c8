/**
 * What changes elsewhere, as the server tells it (`/v1/events`). One tab of a browser listens for all: browsers keep few
 * connections to one host. The browser resumes by the last event's id; where the server refuses, it is asked again later.
 */

const NAME = "tiro-events";
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

const TYPES = ["job", "dictation", "customizations", "settings", "key", "grant"] as const;
export type EventType = (typeof TYPES)[number];

export interface ServerEvent {
  type: EventType;
  data: unknown;
}
type Listener = (event: ServerEvent) => void;

const listeners = new Map<EventType, Set<Listener>>();
const otherTabs = new BroadcastChannel(NAME);
otherTabs.onmessage = ({ data }: MessageEvent<ServerEvent>) => tell(data);

let isStarted = false;
let retries = 0;

/** @returns how to stop listening. */
export function onServerEvent(types: readonly EventType[], listener: Listener): () => void {
  for (const type of types) listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
  if (!isStarted) start();
  return () => {
    for (const type of types) listeners.get(type)?.delete(listener);
  };
}

function start(): void {
  isStarted = true;
  // Locks are there in secure contexts only; elsewhere every tab listens for itself.
  if (navigator.locks === undefined) open();
  else void navigator.locks.request(NAME, listenForAll);
}

/** Holds the lock as long as the tab is there. */
function listenForAll(): Promise<never> {
  open();
  return new Promise(() => {});
}

function open(): void {
  const source = new EventSource("/v1/events");
  source.onopen = () => {
    retries = 0;
  };
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(open, RETRY_MS[Math.min(retries++, RETRY_MS.length - 1)]);
  };
  // More was missed than the server remembers: whoever listens reads everything anew.
  source.addEventListener("reset", () => {
    for (const type of TYPES) {
      const event: ServerEvent = { type, data: {} };
      tell(event);
      otherTabs.postMessage(event);
    }
  });
  // Also those that only another tab wants.
  for (const type of TYPES)
    source.addEventListener(type, ({ data }: MessageEvent<string>) => {
      const event: ServerEvent = { type, data: JSON.parse(data) };
      tell(event);
      otherTabs.postMessage(event);
    });
}

function tell(event: ServerEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event);
}
