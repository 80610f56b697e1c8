/**
 * Changes elsewhere, reported by the server (`/v1/events`). One tab of a browser listens for all: browsers keep few
 * connections to one host. The browser resumes by the last event's id; if the server refuses, it is asked again later.
 */
import type { Schemas } from "./api-types.ts";
import { ownAddress, session } from "./session.ts";
import { isStillLoggedIn, lookWhoIsIn, onceBack } from "./session-end.ts";

/** Pages of other people in the same browser hear their own. */
const NAME = `tiro-events ${session.person.id}`;
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

export interface JobProgress {
  stage: "recognition" | "speakers";
  done_seconds: number;
  /** Null if the recording does not say. */
  total_seconds: number | null;
}

/** The data of each kind of event; ids and states, never content. */
export interface EventData {
  job: {
    id: string;
    status: Schemas["TranscriptionJob"]["status"];
    error_code: string | null;
    progress: JobProgress | null;
  };
  recording: {
    id: string;
    change: "added" | "changed" | "progress" | "removed";
    state: Schemas["Recording"]["state"] | null;
    revision: number | null;
  };
  dictation: { session_id: string; change: "made" | "corrected" | "erased" };
  customizations: { revision: number };
  template: { id: string; change: "added" | "changed" | "removed" };
  proposal: {
    id: string;
    organization_id: string;
    change: "made" | "accepted" | "declined" | "withdrawn";
  };
  settings: Record<string, never>;
  key: { id: string; account_id: string; change: string };
  grant: { id: string; change: string };
  /** To administrators and auditors of the server. */
  administration_task: Pick<Schemas["AdministrationTask"], "id" | "kind" | "state" | "progress">;
  recognition: { jobs: number; waiting: number };
}
export type EventType = keyof EventData;

const TYPES = [
  "job",
  "recording",
  "dictation",
  "customizations",
  "template",
  "proposal",
  "settings",
  "key",
  "grant",
  "administration_task",
  "recognition",
] as const satisfies EventType[];

/** `data` is null if too much was missed to be sent: everything that is shown must be read anew. */
export type ServerEvent = { [Type in EventType]: { type: Type; data: EventData[Type] | null } }[EventType];
type Listener = (event: ServerEvent) => void;

const listeners = new Map<EventType, Set<Listener>>();
const otherTabs = new BroadcastChannel(NAME);
otherTabs.onmessage = ({ data }: MessageEvent<ServerEvent | null>) => {
  if (data === null) void lookWhoIsIn();
  else tell(data);
};

let isStarted = false;
let retries = 0;
/** Since the stream was last heard. */
let isBroken = false;

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
  const source = new EventSource(ownAddress("/v1/events"));
  let hasId = false;
  source.onopen = () => {
    retries = 0;
    // Without the id of an event, the server cannot know what was missed.
    if (isBroken && !hasId) tellReset();
    isBroken = false;
  };
  source.onerror = () => {
    isBroken = true;
    if (source.readyState === EventSource.CLOSED) void openAgain();
  };
  // Also those that only another tab wants.
  for (const type of TYPES)
    source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
      hasId = lastEventId !== "";
      tellAll({ type, data: JSON.parse(data) } as ServerEvent);
    });
  source.addEventListener("reset", tellReset);
}

function tellReset(): void {
  for (const type of TYPES) tellAll({ type, data: null });
}

/** The server refused: nobody is logged in any more, or somebody else is, or too many listen. */
async function openAgain(): Promise<void> {
  const mayListen = await isStillLoggedIn().catch(() => true);
  if (mayListen) setTimeout(open, RETRY_MS[Math.min(retries++, RETRY_MS.length - 1)]);
  else {
    onceBack(open);
    otherTabs.postMessage(null);
  }
}

function tellAll(event: ServerEvent): void {
  tell(event);
  otherTabs.postMessage(event);
}

function tell(event: ServerEvent): void {
  for (const listener of listeners.get(event.type) ?? []) listener(event);
}
