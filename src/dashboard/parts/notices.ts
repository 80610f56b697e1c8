/**
 * A notice of the system when a long recording is done and nobody looks at the page. Only in browsers in which the person
 * turned it on: it is then that the browser asks for their consent.
 */
import { signal } from "@preact/signals";
import { type EventData, type JobProgress, onServerEvent } from "../client/events.ts";
import { session } from "../client/session.ts";
import { notices as words } from "../messages/notices.ts";
import { duration } from "../state/format.ts";

/** Others at this browser choose for themselves. */
const NAME = `tiro_notices ${session.person.id}`;
/** Shorter ones are done before somebody is elsewhere. */
const LONG_SECONDS = 60;

type Consent = "on" | "off" | "refused" | "unsupported";

export const consent = signal<Consent>(read());
let stop = consent.value === "on" ? listen() : null;

export async function setNotices(on: boolean): Promise<void> {
  if (consent.value === "unsupported") return;
  if (!on) consent.value = "off";
  else consent.value = (await Notification.requestPermission()) === "granted" ? "on" : "refused";
  try {
    localStorage.setItem(NAME, consent.value === "on" ? "on" : "off");
  } catch {
    // A browser that keeps nothing has the choice until the page is closed.
  }
  stop?.();
  stop = consent.value === "on" ? listen() : null;
}

function read(): Consent {
  if (typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "refused";
  try {
    return Notification.permission === "granted" && localStorage.getItem(NAME) === "on" ? "on" : "off";
  } catch {
    return "off";
  }
}

/** @returns how to stop. */
function listen(): () => void {
  const lengths = new Map<string, NonNullable<JobProgress["total_seconds"]>>();
  return onServerEvent(["job"], (event) => {
    if (event.type !== "job" || event.data === null) return;
    const { id, status, progress } = event.data;
    if (progress?.total_seconds) lengths.set(id, progress.total_seconds);
    if (status === "queued") return;
    const seconds = lengths.get(id) ?? 0;
    lengths.delete(id);
    if (document.visibilityState === "hidden" && seconds >= LONG_SECONDS) show(id, status, seconds);
  });
}

/** Without a word of the recording or its name: locked screens show it. Several tabs show one. */
function show(id: string, status: EventData["job"]["status"], seconds: number): void {
  if (status !== "succeeded" && status !== "failed") return;
  const notice = new Notification(status === "succeeded" ? words.done : words.failed, {
    body: words.body(duration(seconds)),
    tag: id,
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
